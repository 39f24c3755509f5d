/* The peg of each disk, the largest first. */
static list_of_numbers configuration(const char *text)
{
    size_t disks = strlen(text), at;
    list_of_numbers found = ZEROS(0, (int64_t)disks);
    for (at = 0; at < disks; at++) {
        if (text[at] < '0' || text[at] > '2')
            die(BAD_INPUT,
                NAME ": invalid configuration '%s': expected one peg (0, 1 or 2) per disk",
                shown(text));
        found->items[at] = text[at] - '0';
    }
    return found;
}

int main(int count, char **arguments)
{
    const char *ends[2];
    list_of_numbers start, goal;
    int at, given = 0, quiet = 0;
    for (at = 1; at < count; at++) {
        if (strcmp(arguments[at], "--quiet") == 0)
            quiet = 1;
        else if (given == 2 || arguments[at][0] == '-')
            unknown_option(arguments[at]);
        else
            ends[given++] = arguments[at];
    }
    if (given < 2)
        die(BAD_INPUT, NAME ": START and GOAL are missing: usage: " USAGE);
    start = configuration(ends[0]);
    goal = configuration(ends[1]);
    if (start->length != goal->length)
        die(BAD_INPUT, NAME ": %" PRId64 " and %" PRId64 " disks: give as many in both",
            start->length, goal->length);
    (quiet ? run_quietly : run_printing)(*f_begin(start, goal), start->length);
    finish();
    return 0;
}
