/*
 * What a memory makes besides numbers: lists, texts and objects, each after a cell. What it knows
 * no more is freed between two events, when nothing but the memory lasts.
 */
struct cell {
    struct cell *next;
    void (*visit)(void *one, int dies);
    size_t size;
    int is_marked;
};

static struct cell *newest_cell;
static size_t bytes_used, most_bytes = 1 << 20;

/* An object with all zeros, and with room for so many items. */
static void *made(size_t head, size_t items, size_t size, void (*visit)(void *one, int dies))
{
    struct cell *one;
    if (items > (SIZE_MAX / 2 - sizeof *one - head) / size)
        die(BAD_INPUT, NAME ": out of memory: give it less to do");
    head += sizeof *one + items * size;
    one = resized(NULL, head, 1);
    memset(one, 0, head);
    one->next = newest_cell;
    one->visit = visit;
    one->size = head;
    bytes_used += head;
    newest_cell = one;
    return one + 1;
}

static void mark(void *given)
{
    struct cell *one = (struct cell *)given - 1;
    if (given == NULL || one->is_marked)
        return;
    one->is_marked = 1;
    one->visit(given, 0);
}

/* Free all cells that are not marked. */
static void sweep(void)
{
    struct cell **at = &newest_cell, *one;
    bytes_used = 0;
    while ((one = *at) != NULL) {
        if (one->is_marked) {
            one->is_marked = 0;
            bytes_used += one->size;
            at = &one->next;
        } else {
            *at = one->next;
            one->visit(one + 1, 1);
            free(one);
        }
    }
    most_bytes = 2 * bytes_used + (1 << 20);
}

/* A text that has been put together: the character before it tells it from a constant. */
enum { PUT_TOGETHER = 2 };
#define TEXT(literal) (&"\1" literal[1])

static void visit_text(void *given, int dies)
{
    (void)given;
    (void)dies;
}

static void mark_text(const char *text)
{
    if (text != NULL && text[-1] == PUT_TOGETHER)
        mark((char *)text - 1);
}

static const char *text(const char *format, ...)
{
    char *found;
    va_list values;
    size_t size;
    va_start(values, format);
    size = (size_t)vsnprintf(NULL, 0, format, values) + 1;
    va_end(values);
    found = made(1, size, 1, visit_text);
    *found++ = PUT_TOGETHER;
    va_start(values, format);
    vsnprintf(found, size, format, values);
    va_end(values);
    return found;
}
