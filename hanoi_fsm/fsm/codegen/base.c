#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__)
/* Not every automaton needs everything below. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Warray-bounds" /* where each state is final */
#pragma GCC diagnostic ignored "-Wtautological-compare"
#if !defined(__clang__)
/* It would copy fields in pairs, which is slow after setting them one by one. */
#pragma GCC optimize("no-tree-slp-vectorize")
#endif
#define NORETURN __attribute__((noreturn))
#define COLD __attribute__((cold, noinline))
#define INLINE static inline __attribute__((always_inline))
#else
#define NORETURN
#define COLD
#define INLINE static inline
#endif

enum { FAILED = 1, BAD_INPUT = 2, LONGEST = 300, SHOWN = 40 };

static char *skipped(char *utf_8, size_t characters)
{
    for (; *utf_8; utf_8++)
        if (((unsigned char)*utf_8 & 0xC0) != 0x80 && characters-- == 0)
            break;
    return utf_8;
}

/* Leave out the middle of a line that is too long. */
static void cut(char *line)
{
    const size_t tail = (LONGEST - 3) / 2, head = LONGEST - 3 - tail;
    size_t characters = 0;
    char *at, *kept;
    for (at = line; *at; at = skipped(at, 1))
        characters++;
    if (characters <= LONGEST)
        return;
    at = skipped(line, head);
    kept = skipped(at, characters - tail - head);
    memcpy(at, "...", 3);
    memmove(at + 3, kept, strlen(kept) + 1);
}

/* Print an error line after all other output, and exit. */
NORETURN static void die(int code, const char *format, ...)
{
    static char line[1 << 14]; /* all names have at most 200 characters */
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    cut(line);
    fflush(stdout);
    fprintf(stderr, "%s\n", line);
    exit(code);
}

/* An argument for a message: printable, and without its middle if it is long. */
static const char *shown(const char *text)
{
    static char kept[SHOWN + 1];
    size_t length = strlen(text), half = (SHOWN - 3) / 2, at;
    if (length <= SHOWN) {
        memcpy(kept, text, length + 1);
    } else {
        memcpy(kept, text, half);
        memcpy(kept + half, "...", 3);
        memcpy(kept + half + 3, text + length - half, half + 1);
    }
    for (at = 0; kept[at]; at++)
        if (kept[at] < ' ' || kept[at] > '~')
            kept[at] = '?';
    return kept;
}

static void *resized(void *memory, size_t cells, size_t size)
{
    void *found = cells <= SIZE_MAX / size ? realloc(memory, cells * size) : NULL;
    if (found == NULL)
        die(BAD_INPUT, NAME ": out of memory: give it less to do");
    return found;
}

static void finish(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        die(BAD_INPUT, NAME ": the output cannot be written: is there space?");
}

/* Whether the argument is this option; if so, `value` is set to its value. */
static int is_option(const char *option, int *at, char **arguments, const char **value)
{
    const char *given = arguments[*at];
    size_t length = strlen(option);
    if (strncmp(given, option, length) != 0 || (given[length] != '\0' && given[length] != '='))
        return 0;
    *value = given[length] == '=' ? given + length + 1 : arguments[++*at];
    if (*value == NULL)
        die(BAD_INPUT, NAME ": argument %s: expected one argument", option);
    return 1;
}

NORETURN static void unknown_option(const char *given)
{
    die(BAD_INPUT, NAME ": unrecognized argument '%s': usage: " USAGE, shown(given));
}
