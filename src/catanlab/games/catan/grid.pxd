from catanlab.framework.types cimport i8, u64

cdef enum:
    HEXES = 19
    NODES = 54
    EDGES = 72
    PORTS = 9

# Rows of a fixed width, flattened; -1 fills a short row. Filled once, at import; read only.
cdef i8 HEX_NODES[114]          # hex * 6 + k: clockwise from north
cdef i8 HEX_EDGES[114]          # hex * 6 + k: clockwise from north-east; side k joins corners k and k + 1
cdef i8 NODE_HEXES[162]         # node * 3 + k: ascending
cdef i8 NODE_EDGES[162]         # node * 3 + k: ascending
cdef i8 NODE_NEIGHBOURS[162]    # node * 3 + k: the other end of NODE_EDGES at the same place
cdef i8 EDGE_NODES[144]         # edge * 2 + k: lower node first
cdef i8 PORT_EDGES[9]           # in JSettlers' port order
cdef i8 PORT_NODES[18]          # port * 2 + k: lower node first

cdef u64 NODE_ADJACENT[54]      # bit n: node n is one edge away
cdef u64 NODE_EDGE_MASK[108]    # node * 2 + word: edge e is bit e & 63 of word e >> 6
cdef u64 HEX_NODE_MASK[19]      # bit n: node n is a corner of the hex
