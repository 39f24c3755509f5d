struct NAME_OF {
    long long length, size;
    ITEM *items;
};

static void visit_NAME_OF(void *given, int dies)
{
    struct NAME_OF *list = given;
    long long index;
    for (index = 0; !dies && index < list->length; index++)
        MARK
    if (dies)
        free(list->items);
}

/* Make room for this many items. */
static void widen_NAME_OF(struct NAME_OF *list, long long size)
{
    size_t more = (size_t)(size - list->size) * sizeof *list->items;
    list->items = resized(list->items, (size_t)size, sizeof *list->items);
    list->size = size;
    ((struct cell *)list)[-1].size += more;
    bytes_used += more;
}

static struct NAME_OF *new_NAME_OF(int64_t length)
{
    struct NAME_OF *list = made(sizeof *list, 0, 1, visit_NAME_OF);
    list->length = length < 0 ? 0 : length;
    widen_NAME_OF(list, list->length + 1);
    return list;
}

static void append_NAME_OF(struct NAME_OF *list, ITEM item)
{
    if (list->length == list->size)
        widen_NAME_OF(list, 2 * list->size);
    list->items[list->length++] = item;
}

static ITEM pop_NAME_OF(struct NAME_OF *list)
{
    if (list->length == 0)
        stop("IndexError: pop from empty list");
    return list->items[--list->length];
}
