/* Included before each native module in a sanitizer build. Strict bounds checks take the array
   at the end of a tuple at its word, one item; seen through a pointer it has no length. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define CATANLAB_ITEMS(tuple) ((PyObject **)(void *)((PyTupleObject *)(tuple))->ob_item)
#undef PyTuple_GET_ITEM
#define PyTuple_GET_ITEM(tuple, index) (CATANLAB_ITEMS(tuple)[index])
#undef PyTuple_SET_ITEM
#define PyTuple_SET_ITEM(tuple, index, item) ((void)(CATANLAB_ITEMS(tuple)[index] = (item)))

/* The same goes for the digits of an integer: ask Python for them. */
#define CYTHON_USE_PYLONG_INTERNALS 0
