static void set_up(void)
{
}

/* The pegs are read from the largest disk down: each is the next one from below on some peg. */
static void z_move_next(void)
{
    size_t next[3] = {1, 1, 1};
    int wanted = target, from = -1, to = -1, peg;
    uint32_t disk;
    for (disk = disks; disk > 0; disk--) {
        for (peg = 0; next[peg] > heights[peg] || cells[peg][next[peg]] != disk;)
            peg++;
        next[peg]++;
        if (peg != wanted) {
            from = peg;
            to = wanted;
            wanted = THIRD(peg, wanted);
        }
    }
    if (from < 0)
        leave(FAILED, NAME " stops: no move is left: the tower is on the target");
    move(from, to);
}
