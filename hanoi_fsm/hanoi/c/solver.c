static uint32_t number_of_disks(const char *text)
{
    const char *digit;
    uint64_t found = 0;
    for (digit = text; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            die(BAD_INPUT, NAME ": '%s' is not a number of disks: write decimal digits",
                shown(text));
        found = 10 * found + (uint64_t)(*digit - '0');
        if (found >= UINT32_MAX)
            die(BAD_INPUT, NAME ": invalid number of disks %s: expected at most 4294967294",
                shown(text));
    }
    if (digit == text)
        die(BAD_INPUT, NAME ": the number of disks is empty: write decimal digits");
    return (uint32_t)found;
}

INLINE enum state fire(struct memory *m, enum state state, uint64_t most_idle)
{
    m->pegs.state = state;
    m->pegs.idle++;
    state = react(m, state, (enum event)0);
    if (m->pegs.idle >= most_idle)
        die(FAILED,
            NAME " stops: no move in %" PRIu64 " events: the run is assumed to loop",
            most_idle);
    return state;
}

/*
 * Run to a final state. `quiet` is a constant in each call, and the address of `m` does not escape,
 * so that a compiler can keep `m` in registers. With two events per round it can jump from the case
 * of one state straight to that of the next.
 */
INLINE void run(uint32_t disks, int source, int target, int quiet)
{
    const uint64_t most_idle = UINT64_C(100) * ((uint64_t)disks + 2) * STATES;
    enum state state = INITIAL;
    struct pegs pegs;
    struct memory m;
    build(&pegs, disks, source, target);
    m.pegs = pegs;
    m.pegs.quiet = quiet;
    set_up(&m);
    if (!quiet)
        puts("step,disk,source,target");
    while (!is_final(state)) {
        state = fire(&m, state, most_idle);
        if (is_final(state))
            break;
        state = fire(&m, state, most_idle);
    }
    if (quiet)
        printf("checksum %016" PRIx64 " moves %" PRIu64 " seconds %.6f\n", m.pegs.checksum,
               m.pegs.moves, (double)clock() / CLOCKS_PER_SEC);
    clean_up(&m);
}

static void run_quietly(uint32_t disks, int source, int target)
{
    run(disks, source, target, 1);
}

static void run_printing(uint32_t disks, int source, int target)
{
    run(disks, source, target, 0);
}

int main(int count, char **arguments)
{
    const char *given = NULL;
    uint32_t disks;
    int at, quiet = 0, source = 0, target = 2;
    for (at = 1; at < count; at++) {
        if (strcmp(arguments[at], "--quiet") == 0)
            quiet = 1;
        else if (is_peg(&at, arguments, &source, &target))
            continue;
        else if (given != NULL || arguments[at][0] == '-')
            unknown_option(arguments[at]);
        else
            given = arguments[at];
    }
    if (given == NULL)
        die(BAD_INPUT, NAME ": the number of disks is missing: usage: " USAGE);
    disks = number_of_disks(given);
    check_task(source, target);
    if (quiet)
        run_quietly(disks, source, target);
    else
        run_printing(disks, source, target);
    finish();
    return 0;
}
