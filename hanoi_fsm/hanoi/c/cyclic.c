/* The peg of disk 1, and how many pegs it goes on each time. */
static int small, stride;

static void set_up(void)
{
    small = source;
    stride = ((disks % 2 ? target : THIRD(source, target)) - source + 3) % 3;
}

/* The peg `pegs` on from disk 1, where `pegs` is 1 or 2. */
static inline int on(int pegs)
{
    return small + pegs < 3 ? small + pegs : small + pegs - 3;
}

static inline void z_carry(void)
{
    int peg = small;
    small = on(stride);
    move(peg, small);
}
