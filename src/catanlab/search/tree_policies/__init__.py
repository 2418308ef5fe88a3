"""Tree policies: how a seat chooses among the children of a node. One file each, with its formula."""
