from catanlab.framework.types cimport i32, i64, u64

# A hand is five lanes of twelve bits; the top bit of a lane stays free, so that subtraction can borrow it.

cdef inline i32 held(u64 hand, i32 resource) noexcept nogil:
    return <i32>((hand >> (12 * resource)) & 0x7FF)

cdef inline u64 cards(i32 resource, i32 count) noexcept nogil:
    return (<u64>count) << (12 * resource)

cdef inline i32 size(u64 hand) noexcept nogil:
    return <i32>(((hand * <u64>0x1001001001001) >> 48) & 0xFFF)

cdef inline u64 lanes(u64 hand, u64 least) noexcept nogil:
    return ((hand | <u64>0x800800800800800) - least) & <u64>0x800800800800800

cdef inline bint covers(u64 hand, u64 cost) noexcept nogil:
    return lanes(hand, cost) == <u64>0x800800800800800

cdef inline u64 unbundle(i64 bundle) noexcept nogil:
    return (
        <u64>(bundle & 31)
        | (<u64>((bundle >> 5) & 31) << 12)
        | (<u64>((bundle >> 10) & 31) << 24)
        | (<u64>((bundle >> 15) & 31) << 36)
        | (<u64>((bundle >> 20) & 31) << 48)
    )
