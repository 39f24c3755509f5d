static int peg_of(const char *text)
{
    if (strlen(text) != 1 || *text < '0' || *text > '2')
        die(BAD_INPUT, NAME ": invalid peg '%s': expected 0, 1 or 2", shown(text));
    return *text - '0';
}

/* Return whether the argument is --from or --to; if so, read its peg. */
static int is_peg(int *at, char **arguments, int *source, int *target)
{
    const char *value;
    if (is_option("--from", at, arguments, &value))
        *source = peg_of(value);
    else if (is_option("--to", at, arguments, &value))
        *target = peg_of(value);
    else
        return 0;
    return 1;
}

static void check_task(int source, int target)
{
    if (source == target)
        die(BAD_INPUT,
            NAME ": --from and --to are both peg %d: give two different pegs", source);
}
