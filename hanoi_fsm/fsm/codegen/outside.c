/* Add a text to the output of the event. */
static void put_text(memory *m, const char *output)
{
    m->output = m->has_output ? text(3, m->output, ", ", output) : output;
    m->has_output = 1;
}
