/*
 * Run to a final state. `quiet` is a constant in each call, and no address escapes, so that a
 * compiler can keep the fields of the memory in registers. With two events per round it can jump
 * from the case of one state straight to that of the next.
 */
INLINE void run_to_the_end(memory begun, int64_t disks, int quiet)
{
    memory m = begun;
    enum state state = INITIAL;
    struct sink run;
    run.moves = run.idle = 0;
    run.most_moves = disks < 63 ? (UINT64_C(1) << (disks + EXTRA)) - 1 + EXTRA : UINT64_MAX;
    run.most_idle = UINT64_C(1000) * ((uint64_t)disks + 2) * STATES;
    run.checksum = UINT64_C(14695981039346656037);
    run.quiet = quiet;
    if (!quiet)
        puts("step,disk,source,target");
    while (!is_final(state)) {
        state = react(&m, state, (enum event)0, &run);
        if (is_final(state))
            break;
        state = react(&m, state, (enum event)0, &run);
    }
    if (quiet)
        printf("checksum %016" PRIx64 " moves %" PRIu64 " seconds %.6f\n", run.checksum, run.moves,
               (double)clock() / CLOCKS_PER_SEC);
}

static void run_quietly(memory m, int64_t disks)
{
    run_to_the_end(m, disks, 1);
}

static void run_printing(memory m, int64_t disks)
{
    run_to_the_end(m, disks, 0);
}

