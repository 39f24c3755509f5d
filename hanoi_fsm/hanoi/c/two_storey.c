INLINE int x_ahead_smaller(struct memory *m)
{
    return TOP(&m->pegs, m->ahead) < TOP(&m->pegs, m->behind);
}

INLINE void z_move_ahead(struct memory *m)
{
    move(&m->pegs, m->behind, m->ahead);
}

INLINE void z_move_back(struct memory *m)
{
    move(&m->pegs, m->ahead, m->behind);
}
