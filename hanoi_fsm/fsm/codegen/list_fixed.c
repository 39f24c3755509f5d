typedef ITEM item_NAME_OF;

struct NAME_OF {
    long long length;
    item_NAME_OF items[];
};

static struct NAME_OF *new_NAME_OF(int64_t length)
{
    size_t items = length < 0 ? 0 : (size_t)length;
    struct NAME_OF *list = made(sizeof *list, items, sizeof *list->items);
    list->length = (long long)items;
    return list;
}
