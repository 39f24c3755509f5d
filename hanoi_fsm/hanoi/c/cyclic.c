/*
 * Disk 1 goes round the pegs in one direction: `small` is its peg, `ahead` the one that it goes to
 * next, and `behind` the one that it has left.
 */
struct memory {
    struct pegs pegs;
    int small, ahead, behind;
};

INLINE void set_up(struct memory *m)
{
    int source = m->pegs.source, target = m->pegs.target;
    m->small = source;
    m->ahead = m->pegs.disks % 2 ? target : THIRD(source, target);
    m->behind = THIRD(source, m->ahead);
}

INLINE void clean_up(struct memory *m)
{
    free_pegs(&m->pegs);
}

INLINE void z_carry(struct memory *m)
{
    int left = m->small;
    m->small = m->ahead;
    m->ahead = m->behind;
    m->behind = left;
    move(&m->pegs, left, m->small);
}
