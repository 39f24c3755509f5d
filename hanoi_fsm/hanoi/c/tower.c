INLINE int x_built(struct memory *m)
{
    return m->pegs.heights[m->pegs.target] == m->pegs.disks;
}
