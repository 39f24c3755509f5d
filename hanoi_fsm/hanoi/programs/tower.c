static int64_t number_of_disks(const char *text)
{
    const char *digit;
    int64_t found = 0;
    for (digit = text; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            die(BAD_INPUT, NAME ": '%s' is not a number of disks: write decimal digits",
                shown(text));
        found = 10 * found + (*digit - '0');
        if (found > MOST_DISKS)
            die(BAD_INPUT, NAME ": invalid number of disks %s: expected at most %d", shown(text),
                MOST_DISKS);
    }
    if (digit == text)
        die(BAD_INPUT, NAME ": the number of disks is empty: write decimal digits");
    return found;
}

int main(int count, char **arguments)
{
    const char *given = NULL;
    int64_t disks;
    int at, quiet = 0, source = 0, target = 2;
    for (at = 1; at < count; at++) {
        if (strcmp(arguments[at], "--quiet") == 0)
            quiet = 1;
        else if (is_peg(&at, arguments, &source, &target))
            continue;
        else if (given != NULL || arguments[at][0] == '-')
            unknown_option(arguments[at]);
        else
            given = arguments[at];
    }
    if (given == NULL)
        die(BAD_INPUT, NAME ": the number of disks is missing: usage: " USAGE);
    disks = number_of_disks(given);
    check_task(source, target);
    (quiet ? run_quietly : run_printing)(*f_begin(disks, source, target), disks);
    finish();
    return 0;
}
