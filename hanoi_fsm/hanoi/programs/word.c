/* What has been written: all of it, or only the last where that is the answer. */
struct tape {
    char *text;
    size_t length, size;
};

static void put(struct tape *tape, const char *symbol)
{
    size_t length = strlen(symbol);
    if (ANSWERS_LAST)
        tape->length = 0;
    if (tape->size - tape->length <= length) {
        tape->size = 2 * (tape->size + length) + 64;
        tape->text = resized(tape->text, tape->size, 1);
    }
    memcpy(tape->text + tape->length, symbol, length + 1);
    tape->length += length;
}

static int is_separator(char one)
{
    return one == ' ' || one == ',' || (one >= '\t' && one <= '\r');
}

static char *from_input(void)
{
    size_t length = 0, size = 1 << 12, at;
    char *text = resized(NULL, size, 1);
    while ((length += fread(text + length, 1, size - length, stdin)) == size) {
        size *= 2;
        text = resized(text, size, 1);
    }
    for (at = 0; at < length; at++)
        if (text[at] == '\0')
            text[at] = '?';
    text[length] = '\0';
    return text;
}

/* The end of this many characters in UTF-8, or of the word. */
static const char *after_characters(const char *at, size_t characters)
{
    while (*at && characters--)
        do
            at++;
        while (((unsigned char)*at & 0xC0) == 0x80);
    return at;
}

static int find_event(const char *at, const char *end)
{
    size_t length = (size_t)(end - at);
    int event;
    for (event = 0; event < EVENTS; event++)
        if (strlen(name_of_event[event]) == length && memcmp(name_of_event[event], at, length) == 0)
            break;
    return event;
}

/* Remove the blanks and commas of a word. */
static void join(char *word)
{
    const char *at;
    for (at = word; *at; at++)
        if (!is_separator(*at))
            *word++ = *at;
    *word = '\0';
}

/* Read the next symbol as the number of its event; returns 0 at the end of the word. */
static int next_symbol(const char **at, int *event, size_t place, const char *word)
{
    const char *end = after_characters(*at, WIDTH);
    if (**at == '\0')
        return 0;
    *event = find_event(*at, end);
    if (*event == EVENTS) {
        char symbol[SHOWN + 1] = "";
        size_t length = (size_t)(end - *at);
        memcpy(symbol, *at, length < SHOWN ? length : SHOWN);
        memcpy(symbol, shown(symbol), sizeof symbol);
        die(BAD_INPUT,
            NAME " cannot read '%s': symbol %" PRIu64 " is '%s', expected one of " LIST_OF_EVENTS,
            shown(word), (uint64_t)place, symbol);
    }
    *at = end;
    return 1;
}

static const struct {
    const char *name;
    enum state state;
} starts[] = {STARTS};

/* The state in which the reader of this task begins. */
static enum state start_state(int source, int target)
{
    char task[16];
    size_t start;
    sprintf(task, "from %d to %d", source, target);
    for (start = 0; start < sizeof starts / sizeof *starts; start++)
        if (strcmp(starts[start].name, task) == 0)
            return starts[start].state;
    if (sizeof starts / sizeof *starts == 1)
        die(BAD_INPUT, NAME " has one start only: omit --from and --to");
    die(BAD_INPUT, NAME " has no start for the task %s", task);
}

int main(int count, char **arguments)
{
    memory m = *f_begin();
    struct sink sink;
    struct tape tape = {NULL, 0, 0};
    char *word = NULL, *read = NULL;
    const char *at;
    enum state state;
    size_t place = 1;
    int argument, event, source = 0, target = 2;
    for (argument = 1; argument < count; argument++) {
        if (is_peg(&argument, arguments, &source, &target))
            continue;
        if (strncmp(arguments[argument], "--", 2) == 0)
            unknown_option(arguments[argument]);
        if (word != NULL)
            die(BAD_INPUT, NAME ": it reads one word, got '%s' too: put them together",
                shown(arguments[argument]));
        word = arguments[argument];
    }
    check_task(source, target);
    state = start_state(source, target);
    if (word != NULL && strcmp(word, "-") == 0)
        word = read = from_input();
    if (word != NULL)
        join(word);
    for (at = word; at != NULL && next_symbol(&at, &event, place, word); place++)
        continue;
    if (place == 1)
        put(&tape, EMPTY_WORD_ANSWER);
    for (at = word; at != NULL && next_symbol(&at, &event, place, word);) {
        state = react(&m, state, (enum event)event, &sink);
        if (m.has_output)
            put(&tape, m.output);
    }
    if (MAY_REJECT && !is_final(state))
        die(FAILED, NAME " stops: the word is rejected: it ends in %s, which is not final",
            quoted_state[state]);
    puts(tape.text == NULL ? "" : tape.text);
    finish();
    free(tape.text);
    free(read);
    return 0;
}
