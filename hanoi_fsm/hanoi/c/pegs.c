/*
 * The peg matrix: three columns of n + 1 cells, each with a height. Cell 0 of a column holds a
 * sentinel, the disk n + 1: the top of an empty peg compares as larger than any disk. The other
 * fields are about the moves so far and the options of the run.
 */
struct pegs {
    uint32_t disks;
    int source, target, quiet;
    uint32_t *cells[3];
    size_t heights[3];
    uint64_t moves, most_moves, idle, checksum;
    enum state state;
};

#define THIRD(a, b) (3 - (a) - (b))
#define TOP(pegs, peg) ((pegs)->cells[peg][(pegs)->heights[peg]])

static void build(struct pegs *pegs, uint32_t disks, int source, int target)
{
    uint32_t disk;
    int peg;
    for (peg = 0; peg < 3; peg++) {
        pegs->cells[peg] = resized(NULL, (size_t)disks + 1, sizeof *pegs->cells[peg]);
        memset(pegs->cells[peg], 0, ((size_t)disks + 1) * sizeof *pegs->cells[peg]);
        pegs->cells[peg][0] = disks + 1;
        pegs->heights[peg] = 0;
    }
    for (disk = disks; disk > 0; disk--)
        pegs->cells[source][++pegs->heights[source]] = disk;
    pegs->disks = disks;
    pegs->source = source;
    pegs->target = target;
    pegs->moves = pegs->idle = 0;
    pegs->most_moves = disks < 64 ? (UINT64_C(1) << disks) - 1 : UINT64_MAX;
    pegs->checksum = UINT64_C(14695981039346656037);
}

INLINE void free_pegs(struct pegs *pegs)
{
    int peg;
    for (peg = 0; peg < 3; peg++)
        free(pegs->cells[peg]);
}

NORETURN static void illegal(int from, int to, uint32_t disk, uint32_t disk_there, int is_empty)
{
    const char *start = NAME " stops: cannot move";
    if (is_empty)
        die(FAILED, "%s from peg %d to peg %d: peg %d is empty", start, from, to, from);
    die(FAILED,
        "%s disk %" PRIu32 " from peg %d to peg %d: the smaller disk %" PRIu32 " is there", start,
        disk, from, to, disk_there);
}

NORETURN static void too_many(enum state state, uint64_t most_moves)
{
    die(FAILED,
        NAME " stops: in state %s one more move than the %" PRIu64 " that are enough",
        quoted_state[state], most_moves);
}

/* Write the digits of a number and a character after them; returns their end. */
static char *written(char *at, uint64_t number, char after)
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

static void print_move(uint64_t step, uint32_t disk, int from, int to)
{
    char line[64], *end = written(line, step, ',');
    end = written(end, disk, ',');
    end = written(end, (uint64_t)from, ',');
    end = written(end, (uint64_t)to, '\n');
    if (fwrite(line, 1, (size_t)(end - line), stdout) != (size_t)(end - line))
        finish();
}

INLINE void put_out(struct pegs *pegs, uint32_t disk, int from, int to)
{
    if (pegs->moves == pegs->most_moves)
        too_many(pegs->state, pegs->most_moves);
    pegs->idle = 0;
    pegs->moves++;
    if (pegs->quiet)
        pegs->checksum = (pegs->checksum ^ (uint64_t)(3 * from + to)) * UINT64_C(1099511628211);
    else
        print_move(pegs->moves, disk, from, to);
}

INLINE void check(struct pegs *pegs, int from, int to)
{
    if (TOP(pegs, from) >= TOP(pegs, to))
        illegal(from, to, TOP(pegs, from), TOP(pegs, to), pegs->heights[from] == 0);
}

INLINE void move(struct pegs *pegs, int from, int to)
{
    uint32_t disk = TOP(pegs, from);
    check(pegs, from, to);
    pegs->cells[from][pegs->heights[from]--] = 0;
    pegs->cells[to][++pegs->heights[to]] = disk;
    put_out(pegs, disk, from, to);
}

/* The one legal move between two pegs. */
INLINE void move_between(struct pegs *pegs, int a, int b)
{
    if (TOP(pegs, a) < TOP(pegs, b))
        move(pegs, a, b);
    else
        move(pegs, b, a);
}
