/* The transition taken, for a program that looks at the output after the event. */
struct sink {
    const char *taken;
};

#define put_out(m, state, sink, transition) ((sink)->taken = (transition))
