/*
 * Conservative mark and sweep for a memory's lists, texts and objects, each preceded by a cell.
 * Unreachable cells are freed between two events, when only the memory is live. Any word that
 * equals the address of such a value counts as a reference to it.
 */
struct cell {
    uint64_t size;
    struct cell *next;
    int is_marked;
};

static struct cell *newest_cell;
static size_t bytes_used, most_bytes = 1 << 20, cells_made;

/* An object filled with zeros, with room for this many items. */
static void *made(size_t head, size_t items, size_t size)
{
    struct cell *one;
    if (items > (SIZE_MAX / 2 - sizeof *one - head) / size)
        die(BAD_INPUT, NAME ": out of memory: give it less to do");
    head += items * size;
    one = resized(NULL, sizeof *one + head, 1);
    memset(one, 0, sizeof *one + head);
    one->size = head;
    one->next = newest_cell;
    newest_cell = one;
    bytes_used += sizeof *one + head;
    cells_made++;
    return one + 1;
}

static int in_order(const void *a, const void *b)
{
    uintptr_t one = (uintptr_t)*(struct cell *const *)a, two = (uintptr_t)*(struct cell *const *)b;
    return (one > two) - (one < two);
}

/* Mark the cells, sorted by address, that these bytes refer to; they become pending. */
static struct cell **mark(const char *from, size_t size, struct cell **all, struct cell **pending)
{
    for (; size >= sizeof(uintptr_t); from += sizeof(uintptr_t), size -= sizeof(uintptr_t)) {
        uintptr_t word;
        size_t first = 0, end = cells_made;
        memcpy(&word, from, sizeof word);
        while (end - first > 1) {
            size_t middle = first + (end - first) / 2;
            if ((uintptr_t)(all[middle] + 1) <= word)
                first = middle;
            else
                end = middle;
        }
        if ((uintptr_t)(all[first] + 1) == word && !all[first]->is_marked) {
            all[first]->is_marked = 1;
            *pending++ = all[first];
        }
    }
    return pending;
}

/* Free all cells that the memory does not reach, directly or through others. */
static void sweep(const void *memory, size_t size)
{
    struct cell **all = resized(NULL, cells_made, sizeof *all), **at = &newest_cell, *one;
    struct cell **first = resized(NULL, cells_made, sizeof *first), **pending;
    cells_made = 0;
    for (one = newest_cell; one != NULL; one = one->next)
        all[cells_made++] = one;
    qsort(all, cells_made, sizeof *all, in_order);
    pending = mark(memory, size, all, first);
    while (pending > first) {
        one = *--pending;
        pending = mark((char *)(one + 1), one->size, all, pending);
    }
    free(all);
    free(first);
    bytes_used = cells_made = 0;
    while ((one = *at) != NULL) {
        if (one->is_marked) {
            one->is_marked = 0;
            bytes_used += sizeof *one + one->size;
            cells_made++;
            at = &one->next;
        } else {
            *at = one->next;
            free(one);
        }
    }
    most_bytes = 2 * bytes_used + (1 << 20);
}

/* This many texts, joined. */
static const char *text(int count, ...)
{
    char *found, *at;
    const char *part;
    size_t size = 1;
    int number;
    va_list parts;
    va_start(parts, count);
    for (number = 0; number < count; number++)
        size += strlen(va_arg(parts, const char *));
    va_end(parts);
    at = found = made(0, size, 1);
    va_start(parts, count);
    for (number = 0; number < count; number++)
        for (part = va_arg(parts, const char *); *part; part++)
            *at++ = *part;
    va_end(parts);
    return found;
}

/* The digits of a number, with zeros up to a width. */
static const char *digits(int64_t number, int width)
{
    char *found = made(0, 32, 1);
    snprintf(found, 32, "%0*" PRId64, width, number);
    return found;
}
