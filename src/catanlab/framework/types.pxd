# The C integer types of the native rooms.
ctypedef signed char i8
ctypedef short i16
ctypedef int i32
ctypedef long long i64
ctypedef unsigned char u8
ctypedef unsigned int u32
ctypedef unsigned long long u64
