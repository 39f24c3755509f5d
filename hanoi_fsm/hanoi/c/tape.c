/* The tape: all that was written, or only the last symbol where that is the answer. */
struct memory {
    char *tape;
    size_t length, size;
};

static void put(struct memory *m, const char *symbol)
{
    size_t length = strlen(symbol);
    if (ANSWERS_LAST)
        m->length = 0;
    if (m->size - m->length <= length) {
        m->size = 2 * (m->size + length) + 64;
        m->tape = resized(m->tape, m->size, 1);
    }
    memcpy(m->tape + m->length, symbol, length + 1);
    m->length += length;
}
