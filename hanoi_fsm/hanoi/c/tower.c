static inline int x_built(void)
{
    return heights[target] == disks;
}
