INLINE void z_move_other(struct memory *m)
{
    move_between(&m->pegs, (m->small + 1) % 3, (m->small + 2) % 3);
}
