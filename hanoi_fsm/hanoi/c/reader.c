/* The tape: all that was written, or the last symbol alone where only that is the answer. */
static char *tape;
static size_t tape_length, tape_size;

static void put(const char *symbol)
{
    size_t length = strlen(symbol);
    if (ANSWERS_LAST)
        tape_length = 0;
    if (tape_size - tape_length <= length) {
        tape_size = 2 * (tape_size + length) + 64;
        tape = resized(tape, tape_size, 1);
    }
    memcpy(tape + tape_length, symbol, length + 1);
    tape_length += length;
}
