/* The output so far, or only the last symbol if that is the answer. */
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

/* The bytes of the word still to be read; there may be more on standard input. */
static const unsigned char *next_byte, *end_of_bytes;
static int is_on_input;

/* The next byte of the word, without reading it, or EOF. */
INLINE int peek(void)
{
    static unsigned char block[1 << 16];
    if (next_byte == end_of_bytes) {
        if (!is_on_input)
            return EOF;
        next_byte = block;
        end_of_bytes = block + fread(block, 1, sizeof block, stdin);
        if (next_byte == end_of_bytes)
            return EOF;
    }
    return *next_byte ? *next_byte : '?';
}

/* Read the next symbol as the number of its event; returns 0 at the end of the word. */
INLINE int next_symbol(int *event, uint64_t place)
{
    static char symbol[8 * WIDTH];
    size_t length = 0;
    int characters = 0, read;
    for (; (read = peek()) != EOF; next_byte++) {
        if (read == ' ' || read == ',' || (read >= '\t' && read <= '\r'))
            continue;
        if ((read & 0xC0) != 0x80 && characters++ == WIDTH)
            break;
        if (length < sizeof symbol - 1)
            symbol[length++] = (char)read;
    }
    if (length == 0)
        return 0;
    *event = number_of_event(symbol, length);
    if (*event < 0) {
        symbol[length] = '\0';
        die(BAD_INPUT, NAME ": symbol %" PRIu64 " is '%s', expected one of " LIST_OF_EVENTS, place,
            shown(symbol));
    }
    return 1;
}

static const struct {
    const char *name;
    enum state state;
} starts[] = {STARTS};

/* The initial state of the reader for this task. */
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
    const char *word = NULL;
    enum state state;
    uint64_t place = 1;
    int argument, event, source = 0, target = 2;
    know_events();
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
    is_on_input = word != NULL && strcmp(word, "-") == 0;
    if (word != NULL && !is_on_input) {
        next_byte = (const unsigned char *)word;
        end_of_bytes = next_byte + strlen(word);
    }
    for (; next_symbol(&event, place); place++) {
        state = react(&m, state, (enum event)event, &sink);
        m.written->length = 0; /* its output goes onto this tape */
        if (m.has_output)
            put(&tape, m.output);
    }
    if (place == 1)
        put(&tape, EMPTY_WORD_ANSWER);
    if (MAY_REJECT && !is_final(state))
        die(FAILED, NAME " stops: the word is rejected: it ends in '%s', which is not final",
            name_of_state[state]);
    puts(tape.text == NULL ? "" : tape.text);
    finish();
    free(tape.text);
    return 0;
}
