enum { FIRST = 1, SECOND = 2 };

/* A call, "move k disks from i to j"; a caller waits for its FIRST or SECOND call to return. */
struct call {
    uint32_t k;
    int i, j, waits_for;
};

/* Each caller has a larger k than the call that it made, so that there are at most n. */
struct memory {
    struct pegs pegs;
    struct call call, *stack;
    size_t depth;
};

INLINE void set_up(struct memory *m)
{
    m->call.k = m->pegs.disks;
    m->call.i = m->pegs.source;
    m->call.j = m->pegs.target;
    m->call.waits_for = 0;
    m->stack = resized(NULL, (size_t)m->pegs.disks + 1, sizeof *m->stack);
    m->depth = 0;
}

INLINE void clean_up(struct memory *m)
{
    free_pegs(&m->pegs);
    free(m->stack);
}

INLINE int x_nothing(struct memory *m)
{
    return m->call.k == 0;
}

INLINE int x_single(struct memory *m)
{
    return m->call.k == 1;
}

INLINE int x_empty(struct memory *m)
{
    return m->depth == 0;
}

INLINE int x_first(struct memory *m)
{
    return m->depth > 0 && m->stack[m->depth - 1].waits_for == FIRST;
}

INLINE void descend(struct memory *m, int waits_for)
{
    int via = THIRD(m->call.i, m->call.j);
    if (m->call.k < 1)
        die(FAILED, NAME " stops: there is no disk to move, and so no call to make");
    m->call.waits_for = waits_for;
    m->stack[m->depth++] = m->call;
    m->call.k--;
    if (waits_for == FIRST)
        m->call.j = via;
    else
        m->call.i = via;
}

INLINE void z_pop(struct memory *m)
{
    if (m->depth == 0)
        die(FAILED, NAME " stops: no caller to pop: the stack is empty");
    m->call = m->stack[--m->depth];
}

INLINE void z_move_single(struct memory *m)
{
    move(&m->pegs, m->call.i, m->call.j);
}

INLINE void z_call_first(struct memory *m)
{
    descend(m, FIRST);
}

INLINE void z_move_and_call_second(struct memory *m)
{
    z_pop(m);
    z_move_single(m);
    descend(m, SECOND);
}
