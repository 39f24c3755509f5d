/* Free the lists that the memory no longer reaches, now and then. */
COLD static void clean(memory m)
{
    sweep(&m, sizeof m);
}

INLINE int is_final(enum state state)
{
    return IS_FINAL;
}

static char answers[1 << 12];

/* Keep the answer of a guard for the message of `refuse`. */
static void note(const char *guard, int answer)
{
    size_t used = strlen(answers);
    snprintf(answers + used, sizeof answers - used, "%s%s is %s", used ? ", " : "", guard,
             answer ? "true" : "false");
}

/* Stop if several of `count` transitions are enabled; each has a condition and a text. */
static void consistent(enum state state, enum event event, int count, ...)
{
    const char *first = NULL;
    va_list transitions;
    va_start(transitions, count);
    for (; count > 0; count--) {
        int enabled = va_arg(transitions, int);
        const char *text = va_arg(transitions, const char *);
        if (enabled && first != NULL)
            die(FAILED,
                NAME " stops: the machine cannot go on: in state '%s' on event '%s' two "
                     "transitions are enabled, `%s` and `%s`",
                name_of_state[state], name_of_event[event], first, text);
        if (enabled)
            first = text;
    }
    va_end(transitions);
}

static enum state refuse(enum state state, enum event event)
{
    die(FAILED,
        NAME " stops: the machine cannot go on: no transition %s in state '%s' on event '%s'%s%s%s",
        *answers ? "is enabled" : "starts", name_of_state[state], name_of_event[event],
        *answers ? " (" : "", answers, *answers ? ")" : "");
}
