/*
 * The peg matrix: three columns of n + 1 cells, each with a height. Cell 0 of a column holds a
 * sentinel, the disk n + 1: the top of an empty peg compares as larger than any disk.
 */
static uint32_t disks;
static uint32_t *cells[3];
static size_t heights[3];

/* What the last action has put out: disk 0 is no move. */
static struct {
    uint32_t disk;
    int source, target;
} output;

#define THIRD(a, b) (3 - (a) - (b))
#define TOP(peg) (cells[peg][heights[peg]])

static void build_pegs(void)
{
    uint32_t disk;
    int peg;
    for (peg = 0; peg < 3; peg++) {
        cells[peg] = resized(NULL, (size_t)disks + 1, sizeof *cells[peg]);
        memset(cells[peg], 0, ((size_t)disks + 1) * sizeof *cells[peg]);
        cells[peg][0] = disks + 1;
    }
    for (disk = disks; disk > 0; disk--)
        cells[source][++heights[source]] = disk;
}

NORETURN static void illegal(int from, int to)
{
    if (heights[from] == 0)
        leave(FAILED, NAME " stops: cannot move from peg %d to peg %d: peg %d is empty", from, to,
              from);
    if (from == to)
        leave(FAILED,
              NAME " stops: cannot move disk %" PRIu32 " from peg %d to peg %d: it is already there",
              TOP(from), from, to);
    leave(FAILED,
          NAME " stops: cannot move disk %" PRIu32 " from peg %d to peg %d: the smaller disk %" PRIu32
               " is there",
          TOP(from), from, to, TOP(to));
}

static inline void move(int from, int to)
{
    uint32_t disk = TOP(from);
    if (disk >= TOP(to))
        illegal(from, to);
    cells[from][heights[from]--] = 0;
    cells[to][++heights[to]] = disk;
    output.disk = disk;
    output.source = from;
    output.target = to;
}

/* The one legal move between two pegs. */
static inline void move_between(int a, int b)
{
    if (TOP(a) < TOP(b))
        move(a, b);
    else
        move(b, a);
}
