/* `near` and `far` are paired with the source: in the first pair and in the second one. */
struct memory {
    struct pegs pegs;
    int near, far;
};

INLINE void set_up(struct memory *m)
{
    int source = m->pegs.source, target = m->pegs.target;
    m->near = m->pegs.disks % 2 ? target : THIRD(source, target);
    m->far = THIRD(source, m->near);
}

INLINE void clean_up(struct memory *m)
{
    free_pegs(&m->pegs);
}

INLINE void z_move_first_pair(struct memory *m)
{
    move_between(&m->pegs, m->pegs.source, m->near);
}

INLINE void z_move_second_pair(struct memory *m)
{
    move_between(&m->pegs, m->pegs.source, m->far);
}

INLINE void z_move_third_pair(struct memory *m)
{
    move_between(&m->pegs, THIRD(m->pegs.source, m->pegs.target), m->pegs.target);
}
