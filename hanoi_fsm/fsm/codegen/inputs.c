/* The answers given with the event, as in `push [unlocked & !open]`; -1 if not given. */
static int value_of_input[INPUTS + 1];

static int asked(enum input input)
{
    const char *name = name_of_input[input];
    if (value_of_input[input] < 0)
        die(BAD_INPUT, NAME ": it matters whether %s is true: write `event [%s]` or `event [!%s]`",
            name, name, name);
    return value_of_input[input];
}

/* A text without the blanks around it, and without quotes. */
static char *bare(char *text)
{
    char *end = text + strlen(text), *to, *from;
    while (*text == ' ')
        text++;
    while (end > text && end[-1] == ' ')
        end--;
    if (end - text > 1 && *text == '"' && end[-1] == '"') {
        for (to = from = text + 1; from < end - 1; from++) {
            from += *from == '\\';
            *to++ = *from;
        }
        end = to;
        text++;
    }
    *end = '\0';
    return text;
}

static void read_input(char *text)
{
    int input, is_negated;
    text = bare(text);
    is_negated = *text == '!';
    text = bare(text + is_negated);
    for (input = 0; input < INPUTS; input++)
        if (strcmp(name_of_input[input], text) == 0) {
            value_of_input[input] = !is_negated;
            return;
        }
    die(BAD_INPUT, NAME ": unknown input '%s': choose from " LIST_OF_INPUTS, shown(text));
}

static void forget_inputs(void)
{
    memset(value_of_input, -1, sizeof value_of_input);
}

/* Read the inputs of an event; the rest is its name. */
static char *without_inputs(char *text)
{
    char *at, *first = NULL;
    int is_quoted = 0;
    for (at = text; *at; at++) {
        if (*at == '"')
            is_quoted = !is_quoted;
        else if (is_quoted && *at == '\\' && at[1])
            at++;
        else if (!is_quoted && (first ? *at == '&' || *at == ']' : *at == '[')) {
            *at = '\0';
            if (first)
                read_input(first);
            first = at + 1;
        }
    }
    return bare(text);
}
