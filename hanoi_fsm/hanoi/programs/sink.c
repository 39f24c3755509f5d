/* A run: its moves so far, the number needed, and the events since the last move. */
struct sink {
    uint64_t moves, most_moves, idle, most_idle, checksum;
    int quiet;
};

NORETURN COLD static void too_many(uint64_t most_moves)
{
    die(FAILED, NAME " stops: one more move than the %" PRIu64 " needed", most_moves);
}

NORETURN COLD static void too_idle(uint64_t most_idle)
{
    die(FAILED,
        NAME " stops: no move in %" PRIu64 " events: it is not known to end", most_idle);
}

/* Write the digits of a number and a character after them; returns their end. */
static char *written(char *at, int64_t number, char after)
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

static void print_move(uint64_t step, int64_t disk, int64_t from, int64_t to)
{
    char line[80], *end = written(line, (int64_t)step, ',');
    end = written(end, disk, ',');
    end = written(end, from, ',');
    end = written(end, to, '\n');
    if (fwrite(line, 1, (size_t)(end - line), stdout) != (size_t)(end - line))
        finish();
}

/* Write the output of a transition, as soon as it has been made. */
INLINE void put_out(const memory *m, enum state state, struct sink *run, const char *transition)
{
    (void)state;
    (void)transition;
    if (m->has_output) {
        if (UNLIKELY(run->moves == run->most_moves))
            too_many(run->most_moves);
        run->moves++;
        run->idle = 0;
        if (run->quiet)
            run->checksum = (run->checksum ^ (uint64_t)(3 * m->output._1 + m->output._2))
                            * UINT64_C(1099511628211);
        else
            print_move(run->moves, m->output._0, m->output._1, m->output._2);
    } else if (UNLIKELY(++run->idle >= run->most_idle)) {
        too_idle(run->most_idle);
    }
}
