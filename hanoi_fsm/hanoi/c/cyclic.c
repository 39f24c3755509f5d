/*
 * The pegs as disk 1 sees them on its round trip: its own peg, the one that it goes to next, and
 * the one that it left last.
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
