enum { FIRST = 1, SECOND = 2 };

/* A call, "move k disks from i to j"; of a caller also which of its two calls it waits for. */
struct call {
    uint32_t k;
    int i, j, waits_for;
};

/* The k of the callers get smaller from the first one on, so that there are never more than n. */
static struct call call, *stack;
static size_t depth;

static void set_up(void)
{
    call.k = disks;
    call.i = source;
    call.j = target;
    stack = resized(NULL, (size_t)disks + 1, sizeof *stack);
}

static inline int x_nothing(void)
{
    return call.k == 0;
}

static inline int x_single(void)
{
    return call.k == 1;
}

static inline int x_empty(void)
{
    return depth == 0;
}

static inline int x_first(void)
{
    return depth > 0 && stack[depth - 1].waits_for == FIRST;
}

static inline void descend(int waits_for)
{
    int via = THIRD(call.i, call.j);
    if (call.k < 1)
        leave(FAILED, NAME " stops: there is no disk to move, and so no call to make");
    call.waits_for = waits_for;
    stack[depth++] = call;
    call.k--;
    if (waits_for == FIRST)
        call.j = via;
    else
        call.i = via;
}

static inline void z_pop(void)
{
    if (depth == 0)
        leave(FAILED, NAME " stops: no caller to pop: the stack is empty");
    call = stack[--depth];
}

static inline void z_move_single(void)
{
    move(call.i, call.j);
}

static inline void z_call_first(void)
{
    descend(FIRST);
}

static inline void z_move_and_call_second(void)
{
    z_pop();
    z_move_single();
    descend(SECOND);
}
