"""Tree policies: how a seat chooses among the children of a node, each with its formula."""
