static struct NAME_OF *list_NAME_OF(int64_t length, const item_NAME_OF *items)
{
    struct NAME_OF *list = new_NAME_OF(length);
    memcpy(list->items, items, (size_t)length * sizeof *items);
    return list;
}

static struct NAME_OF *copied_NAME_OF(const struct NAME_OF *from)
{
    return list_NAME_OF(from->length, from->items);
}

static struct NAME_OF *repeated_NAME_OF(item_NAME_OF item, int64_t times)
{
    struct NAME_OF *list = new_NAME_OF(times);
    long long index;
    for (index = 0; index < list->length; index++)
        list->items[index] = item;
    return list;
}
