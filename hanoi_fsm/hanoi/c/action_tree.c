/* The node, "disk k goes from i to j", and the path to it: left (0) or right (1) per level. */
struct memory {
    struct pegs pegs;
    uint32_t k;
    int i, j;
    unsigned char *path;
};

INLINE void set_up(struct memory *m)
{
    m->k = m->pegs.disks;
    m->i = m->pegs.source;
    m->j = m->pegs.target;
    m->path = resized(NULL, (size_t)m->pegs.disks + 1, sizeof *m->path);
}

INLINE void clean_up(struct memory *m)
{
    free_pegs(&m->pegs);
    free(m->path);
}

/* Exchange i or j for the third peg; a second time undoes the first. */
INLINE void turn(struct memory *m, int bit)
{
    int via = THIRD(m->i, m->j);
    if (bit)
        m->i = via;
    else
        m->j = via;
}

INLINE void check_node_below(struct memory *m)
{
    if (m->k < 1)
        die(FAILED, NAME " stops: there is no node below: disk 1 is a leaf");
}

INLINE void go(struct memory *m, int bit)
{
    check_node_below(m);
    m->path[m->pegs.disks - m->k] = (unsigned char)bit;
    m->k--;
    turn(m, bit);
}

INLINE void rise(struct memory *m, int bit)
{
    if (m->k >= m->pegs.disks)
        die(FAILED, NAME " stops: there is no node above: the node is the root");
    m->k++;
    turn(m, bit);
}

INLINE int x_nothing(struct memory *m)
{
    return m->k == 0;
}

INLINE int x_leaf(struct memory *m)
{
    return m->k == 1;
}

INLINE int x_root(struct memory *m)
{
    return m->k == m->pegs.disks;
}

INLINE int x_right(struct memory *m)
{
    return m->k < m->pegs.disks && m->path[m->pegs.disks - m->k - 1];
}

INLINE void z_move(struct memory *m)
{
    move(&m->pegs, m->i, m->j);
}

INLINE void z_move_and_go_right(struct memory *m)
{
    check(&m->pegs, m->i, m->j);
    check_node_below(m); /* before the move is put out */
    z_move(m);
    go(m, 1);
}

INLINE void z_go_left(struct memory *m)
{
    go(m, 0);
}

INLINE void z_rise_from_right(struct memory *m)
{
    rise(m, 1);
}

INLINE void z_rise_from_left(struct memory *m)
{
    rise(m, 0);
}
