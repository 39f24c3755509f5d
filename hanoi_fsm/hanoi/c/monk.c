struct memory {
    struct pegs pegs;
};

INLINE void set_up(struct memory *m)
{
    (void)m;
}

INLINE void clean_up(struct memory *m)
{
    free_pegs(&m->pegs);
}

/* Find the pegs of all disks, largest first: each is the lowest that is left on one of the pegs. */
INLINE void z_move_next(struct memory *m)
{
    struct pegs *pegs = &m->pegs;
    size_t next[3] = {1, 1, 1};
    int wanted = pegs->target, from = -1, to = -1, peg;
    uint32_t disk;
    for (disk = pegs->disks; disk > 0; disk--) {
        for (peg = 0; peg < 2; peg++)
            if (next[peg] <= pegs->heights[peg] && pegs->cells[peg][next[peg]] == disk)
                break;
        next[peg]++;
        if (peg != wanted) {
            from = peg;
            to = wanted;
            wanted = THIRD(peg, wanted);
        }
    }
    if (from < 0)
        die(FAILED, NAME " stops: no move is left: the tower is on the target");
    move(pegs, from, to);
}
