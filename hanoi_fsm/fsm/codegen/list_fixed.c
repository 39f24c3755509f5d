struct NAME_OF {
    long long length;
    ITEM items[];
};

static void visit_NAME_OF(void *given, int dies)
{
    struct NAME_OF *list = given;
    long long index;
    for (index = 0; !dies && index < list->length; index++)
        MARK
}

static struct NAME_OF *new_NAME_OF(int64_t length)
{
    struct NAME_OF *list =
        made(sizeof *list, length < 0 ? 0 : (size_t)length, sizeof *list->items, visit_NAME_OF);
    list->length = length < 0 ? 0 : length;
    return list;
}
