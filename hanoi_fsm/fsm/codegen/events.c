enum { LONGEST_EVENT = 1024 };

/* An event, with its inputs read. */
static enum event find_event(const char *given)
{
    static char text[LONGEST_EVENT + 1];
    int event = number_of_event(given, strlen(given));
    forget_inputs();
    if (event < 0) {
        snprintf(text, sizeof text, "%s", given);
        given = without_inputs(text);
        event = number_of_event(given, strlen(given));
    }
    if (event < 0)
        die(BAD_INPUT, NAME ": unknown event '%s': choose from " LIST_OF_EVENTS, shown(given));
    return (enum event)event;
}

static uint64_t number;

static void print_number(int64_t output)
{
    printf("  (%" PRId64 ")", output);
}

static void print_text(const char *output)
{
    printf("  (%s)", output);
}

static void print_bool(int output)
{
    print_text(output ? "True" : "False");
}

/* Print the transition that an event takes, and its output. */
static enum state fire(memory *m, enum state state, enum event event)
{
    struct sink sink;
    enum state next = react(m, state, event, &sink);
    printf("%" PRIu64 ". %s", ++number, sink.taken);
    if (m->has_output)
        PRINT(m->output);
    putchar('\n');
    return next;
}

/* The next character of standard input that is not a blank. */
static int after_blanks(void)
{
    int read = getchar();
    while (read == ' ' || (read >= '\t' && read <= '\r'))
        read = getchar();
    return read;
}

/* Read the next word of standard input, with inputs in brackets; returns its length, 0 at the end. */
static int read_event(char *text)
{
    int length = 0, is_quoted = 0, is_inside = 0, read = after_blanks();
    while (read != EOF) {
        if (length < LONGEST_EVENT)
            text[length++] = (char)(read ? read : '?');
        if (is_quoted && read == '\\' && length < LONGEST_EVENT)
            text[length++] = (char)getchar();
        else if (read == '"')
            is_quoted = !is_quoted;
        else if (!is_quoted)
            is_inside = (read == '[' && length > 1) || (is_inside && read != ']');
        read = getchar();
        if (!is_quoted && !is_inside && (read == ' ' || (read >= '\t' && read <= '\r'))) {
            read = after_blanks();
            if (read != '[')
                break;
        }
    }
    ungetc(read, stdin);
    text[length] = '\0';
    return length;
}

int main(int count, char **arguments)
{
    static char text[LONGEST_EVENT + 1];
    memory m = *f_begin();
    enum state state = INITIAL;
    int at, from_input = count == 2 && strcmp(arguments[1], "-") == 0;
    know_events();
    forget_inputs();
    if (count == 1 && RUNS_ALONE) {
        while (!is_final(state)) {
            if (number > MOST_ALONE)
                die(FAILED, NAME " stops: it never ends: a state recurs after %" PRIu64 " events", number - 1);
            state = fire(&m, state, (enum event)0);
        }
    } else if (count == 1 || from_input) {
        while (read_event(text))
            state = fire(&m, state, find_event(text));
    } else {
        for (at = 1; at < count; at++)
            find_event(arguments[at]);
        for (at = 1; at < count; at++)
            state = fire(&m, state, find_event(arguments[at]));
    }
    if (MAY_REJECT && !is_final(state))
        die(FAILED, NAME " stops: the word is rejected: it ends in '%s', which is not final",
            name_of_state[state]);
    finish();
    return 0;
}
