from catanlab.framework.state cimport State

cpdef State overwrite(State target, State source)
