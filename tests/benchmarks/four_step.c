/*
 * The four steps of Legalov's loop written by hand, on the peg matrix: what you would write instead
 * of the generated program. The output is that of `two-storey N --quiet`.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t *cells[3];
static size_t heights[3];

#define TOP(peg) (cells[peg][heights[peg]])

static inline void move(int from, int to, uint64_t *checksum, uint64_t *moves)
{
    uint32_t disk = TOP(from);
    if (disk >= TOP(to)) {
        fputs("four-step: illegal move\n", stderr);
        exit(1);
    }
    cells[from][heights[from]--] = 0;
    cells[to][++heights[to]] = disk;
    *checksum = (*checksum ^ (uint64_t)(3 * from + to)) * UINT64_C(1099511628211);
    ++*moves;
}

int main(int count, char **arguments)
{
    uint32_t disks = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 0, disk;
    uint64_t checksum = UINT64_C(14695981039346656037), moves = 0;
    int peg, small = 0, ahead, behind, stride = disks % 2 ? 2 : 1;
    for (peg = 0; peg < 3; peg++) {
        cells[peg] = calloc((size_t)disks + 1, sizeof *cells[peg]);
        if (cells[peg] == NULL)
            return 2;
        cells[peg][0] = disks + 1;
    }
    for (disk = disks; disk > 0; disk--)
        cells[0][++heights[0]] = disk;
    while (heights[2] != disks) {
        ahead = (small + stride) % 3;
        move(small, ahead, &checksum, &moves); /* dismantle */
        behind = small;
        small = ahead;
        if (heights[2] == disks)
            break;
        ahead = 3 - small - behind;
        move(behind, ahead, &checksum, &moves); /* base */
        move(small, ahead, &checksum, &moves); /* crown */
        behind = small;
        small = ahead;
        if (heights[2] == disks)
            break;
        ahead = 3 - small - behind;
        if (TOP(ahead) < TOP(behind)) /* foundation */
            move(ahead, behind, &checksum, &moves);
        else
            move(behind, ahead, &checksum, &moves);
    }
    printf("checksum %016" PRIx64 " moves %" PRIu64 " seconds %.6f\n", checksum, moves,
           (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
