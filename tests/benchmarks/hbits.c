/*
 * The shortest bit algorithm (hBits) as a loop written by hand: one byte per move, 3 * from + to, in
 * one buffer. The pegs are those of its own numbering. The buffer is written once before the clock
 * runs, so that its memory is in use already.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void fill(uint8_t *moves, uint64_t last)
{
    uint64_t i;
    for (i = 1; i <= last; i++)
        moves[i - 1] = (uint8_t)(3 * ((i & (i - 1)) % 3) + ((i | (i - 1)) + 1) % 3);
}

int main(int count, char **arguments)
{
    int disks = count > 1 ? atoi(arguments[1]) : 0;
    uint64_t last = (UINT64_C(1) << disks) - 1;
    uint8_t *moves = malloc(last + 1);
    clock_t start;
    double seconds;
    if (moves == NULL) {
        fputs("hbits: not enough memory\n", stderr);
        return 2;
    }
    memset(moves, 1, last + 1);
    start = clock();
    fill(moves, last);
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("last %u seconds %.6f\n", (unsigned)moves[last ? last - 1 : 0], seconds);
    free(moves);
    return 0;
}
