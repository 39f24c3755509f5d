/* The answers that came with the event, as in `push [unlocked & !open]`; -1 for one that did not. */
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
    char *end = text + strlen(text);
    while (*text == ' ')
        text++;
    while (end > text && end[-1] == ' ')
        end--;
    if (end - text > 1 && *text == '"' && end[-1] == '"') {
        text++;
        end--;
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

/* Read the inputs of an event; what is left is its name. */
static char *without_inputs(char *text)
{
    char *at = strchr(text, '['), *first = at + 1;
    int is_quoted = 0;
    if (at == NULL || text[strlen(text) - 1] != ']')
        return bare(text);
    *at = '\0';
    while (*++at) {
        is_quoted ^= *at == '"';
        if (!is_quoted && (*at == '&' || *at == ']')) {
            *at = '\0';
            read_input(first);
            first = at + 1;
        }
    }
    return bare(text);
}
