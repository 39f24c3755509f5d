typedef ITEM item_NAME_OF;

struct NAME_OF {
    long long length, size;
    item_NAME_OF *items;
};

/* Make room for this many items. */
static void widen_NAME_OF(struct NAME_OF *list, long long size)
{
    item_NAME_OF *items = made(0, (size_t)size, sizeof *items);
    if (list->length > 0)
        memcpy(items, list->items, (size_t)list->length * sizeof *items);
    list->items = items;
    list->size = size;
}

static struct NAME_OF *new_NAME_OF(int64_t length)
{
    struct NAME_OF *list = made(sizeof *list, 0, 1);
    widen_NAME_OF(list, length < 0 ? 1 : length + 1);
    list->length = length < 0 ? 0 : length;
    return list;
}

static void append_NAME_OF(struct NAME_OF *list, item_NAME_OF item)
{
    if (list->length == list->size)
        widen_NAME_OF(list, 2 * list->size);
    list->items[list->length++] = item;
}

static item_NAME_OF pop_NAME_OF(struct NAME_OF *list)
{
    if (list->length == 0)
        stop("IndexError: pop from empty list");
    return list->items[--list->length];
}
