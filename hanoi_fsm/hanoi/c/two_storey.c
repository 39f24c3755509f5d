#define AHEAD on(stride)
#define BEHIND on(3 - stride)

static inline int x_ahead_smaller(void)
{
    return TOP(AHEAD) < TOP(BEHIND);
}

static inline void z_move_ahead(void)
{
    move(BEHIND, AHEAD);
}

static inline void z_move_back(void)
{
    move(AHEAD, BEHIND);
}
