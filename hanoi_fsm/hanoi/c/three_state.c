/* The pegs that are paired with the source in the first and in the second pair. */
static int near, far;

static void set_up(void)
{
    near = disks % 2 ? target : THIRD(source, target);
    far = THIRD(source, near);
}

static inline void z_move_first_pair(void)
{
    move_between(source, near);
}

static inline void z_move_second_pair(void)
{
    move_between(source, far);
}

static inline void z_move_third_pair(void)
{
    move_between(THIRD(source, target), target);
}
