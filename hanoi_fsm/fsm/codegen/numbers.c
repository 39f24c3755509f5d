/*
 * Numbers have 64 bits; the least of them stands for a missing number. Overflow stops the run.
 */
#define NONE INT64_MIN

#if defined(__GNUC__)
#define UNLIKELY(condition) __builtin_expect(condition, 0)
#define ADDED(a, b, sum) __builtin_add_overflow(a, b, sum)
#define SUBTRACTED(a, b, difference) __builtin_sub_overflow(a, b, difference)
#define MULTIPLIED(a, b, product) __builtin_mul_overflow(a, b, product)
#else
#define UNLIKELY(condition) (condition)
#define ADDED(a, b, sum) \
    ((b) > 0 ? (a) > INT64_MAX - (b) : (a) < INT64_MIN - (b)) || (*(sum) = (a) + (b), 0)
#define SUBTRACTED(a, b, difference) \
    ((b) < 0 ? (a) > INT64_MAX + (b) : (a) < INT64_MIN + (b)) || (*(difference) = (a) - (b), 0)
#define MULTIPLIED(a, b, product) is_multiplied(a, b, product)

static int is_multiplied(int64_t a, int64_t b, int64_t *product)
{
    uint64_t size_a = a < 0 ? -(uint64_t)a : (uint64_t)a;
    uint64_t size_b = b < 0 ? -(uint64_t)b : (uint64_t)b;
    if (size_b != 0 && size_a > INT64_MAX / size_b)
        return 1;
    *product = a * b;
    return 0;
}
#endif

NORETURN COLD static void stop(const char *why)
{
    die(FAILED, NAME " stops: %s", why);
}

NORETURN COLD static void too_large(void)
{
    stop("a number leaves the range of 64 bits: choose less to do");
}

#define CHECKED(name, LEAVES) \
    INLINE int64_t name(int64_t a, int64_t b) \
    { \
        int64_t found; \
        if (UNLIKELY(LEAVES(a, b, &found))) \
            too_large(); \
        return found; \
    }
CHECKED(add, ADDED)
CHECKED(subtract, SUBTRACTED)
CHECKED(multiply, MULTIPLIED)

/* As in Python: the remainder has the sign of `b`. */
INLINE int64_t modulo(int64_t a, int64_t b)
{
    int64_t rest;
    if (UNLIKELY(b == 0))
        stop("ZeroDivisionError: integer modulo by zero");
    if (b == -1)
        return 0;
    rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

INLINE int64_t quotient(int64_t a, int64_t b)
{
    if (UNLIKELY(b == 0))
        stop("ZeroDivisionError: integer division or modulo by zero");
    return b == -1 ? subtract(0, a) : a / b - (a % b != 0 && (a < 0) != (b < 0));
}

INLINE int64_t shifted(int64_t number, int64_t places)
{
    if (UNLIKELY(places < 0))
        stop("ValueError: negative shift count");
    if (number == 0)
        return 0;
    if (places > 62)
        too_large();
    return multiply(number, INT64_C(1) << places);
}

INLINE int64_t shifted_back(int64_t number, int64_t places)
{
    if (UNLIKELY(places < 0))
        stop("ValueError: negative shift count");
    if (places > 62)
        return number < 0 ? -1 : 0;
    return quotient(number, INT64_C(1) << places);
}

INLINE int64_t absolute(int64_t number)
{
    return number < 0 ? subtract(0, number) : number;
}

INLINE int64_t least(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

INLINE int64_t most(int64_t a, int64_t b)
{
    return b > a ? b : a;
}

INLINE int64_t known(int64_t number)
{
    if (UNLIKELY(number == NONE))
        stop("a number is missing: it is None");
    return number;
}

/* A number in a place where it may be missing. */
INLINE int64_t present(int64_t number)
{
    if (UNLIKELY(number == NONE))
        too_large();
    return number;
}

NORETURN COLD static void outside(int64_t index, const char *what)
{
    if (index < 0)
        die(FAILED, NAME " stops: an index counts from the end: %" PRId64, index);
    die(FAILED, NAME " stops: IndexError: %s index out of range", what);
}

INLINE size_t within(int64_t index, int64_t length, const char *what)
{
    if (UNLIKELY((uint64_t)index >= (uint64_t)length))
        outside(index, what);
    return (size_t)index;
}

INLINE size_t at(int64_t index, int64_t length)
{
    return within(index, length, "list");
}

INLINE size_t place(int64_t index, int64_t length)
{
    return within(index, length, "list assignment");
}

INLINE size_t from_the_end(int64_t place, int64_t length)
{
    return at(length < place ? length : length - place, length);
}
