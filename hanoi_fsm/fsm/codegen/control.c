static char answers[1 << 12];

/* Keep the answer of a guard for the message of `refuse`. */
static void note(const char *guard, int answer)
{
    size_t used = strlen(answers);
    snprintf(answers + used, sizeof answers - used, "%s%s is %s", used ? ", " : "", guard,
             answer ? "true" : "false");
}

static void refuse_overlap(enum state state, enum event event, const char **found, int enabled)
{
    if (enabled > 1)
        die(FAILED,
            NAME " stops: the machine cannot go on: in state %s on event %s two transitions at "
                 "once, `%s` and `%s`",
            quoted_state[state], quoted_event[event], found[0], found[1]);
}

static enum state refuse(enum state state, enum event event)
{
    const char *opens = *answers ? " (" : "", *closes = *answers ? ")" : "";
    die(FAILED,
        NAME " stops: the machine cannot go on: no transition %s in state %s on event %s%s%s%s",
        *answers ? "is enabled" : "starts", quoted_state[state], quoted_event[event], opens,
        answers, closes);
}
