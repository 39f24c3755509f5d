/* The shortest bit algorithm (hBits) as a loop, for comparison: one byte per move, 3 * from + to. */

#include <stdint.h>

void fill(uint8_t *moves, uint64_t last)
{
    for (uint64_t i = 1; i <= last; i++)
        moves[i - 1] = (uint8_t)(3 * ((i & (i - 1)) % 3) + ((i | (i - 1)) + 1) % 3);
}
