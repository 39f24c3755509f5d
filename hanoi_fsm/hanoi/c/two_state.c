static inline void z_move_other(void)
{
    move_between(on(1), on(2));
}
