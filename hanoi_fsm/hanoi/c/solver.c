static int quiet;

static uint32_t number_of_disks(const char *text)
{
    const char *digit;
    uint64_t found = 0;
    for (digit = text; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            leave(BAD_INPUT, NAME ": '%s' is not a number of disks: write decimal digits",
                  shown(text));
        found = 10 * found + (uint64_t)(*digit - '0');
        if (found >= UINT32_MAX)
            leave(BAD_INPUT, NAME ": invalid number of disks %s: expected at most 4294967294",
                  shown(text));
    }
    if (digit == text)
        leave(BAD_INPUT, NAME ": the number of disks is empty: write decimal digits");
    return (uint32_t)found;
}

/* The digits of a number and a character after them; where they end. */
static inline char *written(char *at, uint64_t number, char after)
{
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *at++ = digits[--count];
    *at++ = after;
    return at;
}

static inline void print_move(uint64_t step)
{
    char line[64], *end = written(line, step, ',');
    end = written(end, output.disk, ',');
    end = written(end, (uint64_t)output.source, ',');
    end = written(end, (uint64_t)output.target, '\n');
    if (fwrite(line, 1, (size_t)(end - line), stdout) != (size_t)(end - line))
        finish();
}

/* Until a final state is reached; `in_silence` is a constant in each of its two calls. */
static inline void run(int in_silence)
{
    const uint64_t enough = disks < 64 ? (UINT64_C(1) << disks) - 1 : UINT64_MAX;
    const uint64_t most_idle = UINT64_C(100) * ((uint64_t)disks + 2) * STATES;
    uint64_t checksum = UINT64_C(14695981039346656037), moves = 0, idle = 0;
    enum state state = INITIAL;
    while (!is_final(state)) {
        enum state before = state;
        output.disk = 0;
        state = react(state);
        if (output.disk == 0) {
            if (++idle >= most_idle)
                leave(FAILED,
                      NAME " stops: no move in %" PRIu64 " events: the run is assumed to loop",
                      most_idle);
            continue;
        }
        idle = 0;
        if (moves == enough)
            leave(FAILED,
                  NAME " stops: in state '%s' one more move than the %" PRIu64 " that are enough",
                  name_of_state[before], enough);
        moves++;
        if (in_silence)
            checksum =
                (checksum ^ (uint64_t)(3 * output.source + output.target)) * UINT64_C(1099511628211);
        else
            print_move(moves);
    }
    if (in_silence)
        printf("checksum %016" PRIx64 " moves %" PRIu64 " seconds %.6f\n", checksum, moves,
               (double)clock() / CLOCKS_PER_SEC);
}

int main(int count, char **arguments)
{
    const char *given = NULL;
    int at;
    for (at = 1; at < count; at++) {
        if (strcmp(arguments[at], "--quiet") == 0)
            quiet = 1;
        else if (is_peg(&at, arguments))
            continue;
        else if (given != NULL || arguments[at][0] == '-')
            unknown_option(arguments[at]);
        else
            given = arguments[at];
    }
    if (given == NULL)
        leave(BAD_INPUT, NAME ": the number of disks is missing: usage: " USAGE);
    disks = number_of_disks(given);
    check_task();
    build_pegs();
    set_up();
    if (quiet) {
        run(1);
    } else {
        puts("step,disk,source,target");
        run(0);
    }
    finish();
    return 0;
}
