/* The node, "disk k goes from i to j", and the path to it: left (0) or right (1) per level. */
static uint32_t k;
static int i, j;
static unsigned char *path;

static void set_up(void)
{
    k = disks;
    i = source;
    j = target;
    path = resized(NULL, (size_t)disks + 1, sizeof *path);
}

/* Exchange i or j for the third peg; a second time undoes the first. */
static inline void turn(int bit)
{
    int via = THIRD(i, j);
    if (bit)
        i = via;
    else
        j = via;
}

static inline void go(int bit)
{
    if (k < 1)
        leave(FAILED, NAME " stops: there is no node below: disk 1 is a leaf");
    path[disks - k] = (unsigned char)bit;
    k--;
    turn(bit);
}

static inline void rise(int bit)
{
    if (k >= disks)
        leave(FAILED, NAME " stops: there is no node above: the node is the root");
    k++;
    turn(bit);
}

static inline int x_nothing(void)
{
    return k == 0;
}

static inline int x_leaf(void)
{
    return k == 1;
}

static inline int x_root(void)
{
    return k == disks;
}

static inline int x_right(void)
{
    return k < disks && path[disks - k - 1];
}

static inline void z_move(void)
{
    move(i, j);
}

static inline void z_move_and_go_right(void)
{
    z_move();
    go(1);
}

static inline void z_go_left(void)
{
    go(0);
}

static inline void z_rise_from_right(void)
{
    rise(1);
}

static inline void z_rise_from_left(void)
{
    rise(0);
}
