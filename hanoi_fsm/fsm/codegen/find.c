/* A hash table of the events by their texts, with room to spare. */
static int event_in_slot[SLOTS];

/* The slot of an event, or a free slot, where the table has 0. */
INLINE size_t slot_of(const char *text, size_t length)
{
    size_t slot = 0, at;
    for (at = 0; at < length; at++)
        slot = 31 * slot + (unsigned char)text[at];
    for (slot %= SLOTS; event_in_slot[slot]; slot = (slot + 1) % SLOTS) {
        const char *name = name_of_event[event_in_slot[slot] - 1];
        for (at = 0; at < length && name[at] == text[at]; at++)
            continue;
        if (at == length && name[at] == '\0')
            break;
    }
    return slot;
}

/* The number of an event; -1 if it is unknown. */
INLINE int number_of_event(const char *text, size_t length)
{
    return event_in_slot[slot_of(text, length)] - 1;
}

static void know_events(void)
{
    int event;
    for (event = 0; event < EVENTS; event++)
        event_in_slot[slot_of(name_of_event[event], strlen(name_of_event[event]))] = event + 1;
}
