/* Inputs are told apart by the names that they are read under; those in between
   belong to memory that was never written, and are left out. If none has the
   name, the next one is taken. */
KYKLOS_OWN size_t kyklos_take(const char *name)
{
    size_t at;

    for (at = kyklos_at; at < kyklos_count; ++at)
        if (strcmp(kyklos_inputs[at].name, name) == 0)
            return at;
    for (at = 0; at < kyklos_at; ++at)
        if (strcmp(kyklos_inputs[at].name, name) == 0)
            break;
    if (kyklos_at >= kyklos_count || at < kyklos_at)
        kyklos_stop("there are no more inputs", 96);
    return kyklos_at;
}

KYKLOS_OWN unsigned long long kyklos_input(const char *name)
{
    size_t at = kyklos_take(name);

    kyklos_at = at + 1;
    return kyklos_inputs[at].value;
}

/* The result of a function: the next input that has its name, or that of a variable,
   which may be read by any function. */
KYKLOS_OWN unsigned long long kyklos_result(const char *name)
{
    size_t at = kyklos_at;

    while (at < kyklos_count && kyklos_inputs[at].function && strcmp(kyklos_inputs[at].name, name) != 0)
        ++at;
    if (at == kyklos_count)
        return kyklos_input(name);
    kyklos_at = at + 1;
    return kyklos_inputs[at].value;
}

/* Writes the values of inputs as numbers of one size. */
KYKLOS_OWN void kyklos_store(unsigned char *bytes, size_t first, size_t count, size_t width)
{
    size_t k;

    for (k = 0; k < count; ++k) {
        uint64_t value = kyklos_inputs[first + k].value;
        uint32_t low = (uint32_t)value;
        uint16_t lower = (uint16_t)value;
        uint8_t lowest = (uint8_t)value;
        const void *from = width == 8 ? (void *)&value : width == 4 ? (void *)&low
                         : width == 2 ? (void *)&lower : (void *)&lowest;

        memcpy(bytes + k * width, from, width);
    }
    kyklos_at = first + count;
}

/* Writes the next inputs through an argument, if they are meant for it. */
KYKLOS_OWN void kyklos_write(void *object, const char *name, size_t width)
{
    if (object && kyklos_at < kyklos_count && strcmp(kyklos_inputs[kyklos_at].name, name) == 0)
        kyklos_store(object, kyklos_at, kyklos_inputs[kyklos_at].left, width);
}

/* Writes the values of inputs where they belong, as far as that is known of all of them. */
KYKLOS_OWN int kyklos_place(unsigned char *bytes, size_t size, size_t first, size_t count)
{
    size_t k;

    for (k = first; k < first + count; ++k)
        if (kyklos_inputs[k].width == 0 || kyklos_inputs[k].offset + kyklos_inputs[k].width > size)
            return 0;
    for (k = first; k < first + count; ++k) {
        uint64_t value = kyklos_inputs[k].value;
        size_t byte;

        for (byte = 0; byte < kyklos_inputs[k].width; ++byte)
            bytes[kyklos_inputs[k].offset + byte] = (unsigned char)(value >> 8 * byte);
    }
    kyklos_at = first + count;
    return 1;
}

/* The numbers of an object lie where the inputs tell, or else as if all had one size. */
KYKLOS_WEAK void klee_make_symbolic(void *object, size_t size, const char *name)
{
    unsigned char *bytes = object;
    size_t first, count, width;

    if (size == 0)
        return;
    first = kyklos_take(name);
    count = kyklos_inputs[first].left;
    if (kyklos_place(bytes, size, first, count)) {
        /* Memory that was made symbolic number by number. */
        for (width = kyklos_inputs[first].width; count == 1 && width < size; width += kyklos_inputs[first].width) {
            first = kyklos_take(name);
            if (!kyklos_place(bytes + width, size - width, first, 1))
                kyklos_stop("the layout of an object is not known", 97);
        }
        return;
    }
    width = size / count;
    if (width * count != size || (width != 1 && width != 2 && width != 4 && width != 8))
        kyklos_stop("the layout of an object is not known", 97);
    kyklos_store(bytes, first, count, width);
}

KYKLOS_WEAK int klee_int(const char *name)
{
    return (int)kyklos_input(name);
}

KYKLOS_WEAK int klee_range(int low, int high, const char *name)
{
    int value = (int)kyklos_input(name);

    if (value < low || value >= high)
        kyklos_stop("an assumption does not hold", 95);
    return value;
}

KYKLOS_WEAK void klee_assume(uintptr_t condition)
{
    if (!condition)
        kyklos_stop("an assumption does not hold", 95);
}

KYKLOS_WEAK void __VERIFIER_assume(int condition)
{
    if (!condition)
        kyklos_stop("an assumption does not hold", 95);
}

KYKLOS_WEAK void __CPROVER_assume(int condition)
{
    if (!condition)
        kyklos_stop("an assumption does not hold", 95);
}

KYKLOS_WEAK void __ESBMC_assume(int condition)
{
    if (!condition)
        kyklos_stop("an assumption does not hold", 95);
}

KYKLOS_WEAK void __CPROVER_assert(int condition, const char *text)
{
    (void)text;
    if (!condition)
        kyklos_stop("an assertion failed", 94);
}

KYKLOS_WEAK void __ESBMC_assert(int condition, const char *text)
{
    (void)text;
    if (!condition)
        kyklos_stop("an assertion failed", 94);
}

KYKLOS_WEAK void __VERIFIER_assert(int condition)
{
    if (!condition)
        kyklos_stop("an assertion failed", 94);
}

KYKLOS_WEAK void klee_assert(int condition)
{
    if (!condition)
        kyklos_stop("an assertion failed", 94);
}

KYKLOS_WEAK void assert(int condition)
{
    if (!condition)
        kyklos_stop("an assertion failed", 94);
}

KYKLOS_WEAK void reach_error(void)
{
    kyklos_stop("the error was reached", 93);
}

KYKLOS_WEAK void __VERIFIER_error(void)
{
    kyklos_stop("the error was reached", 93);
}

/* Called by the compiler's doing: also a `reach_error` of the program is seen. */
KYKLOS_WEAK void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    if (function == (void *)reach_error)
        kyklos_stop("the error was reached", 93);
}

KYKLOS_WEAK void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function, (void)site;
}

KYKLOS_WEAK uintptr_t klee_choose(uintptr_t count)
{
    uintptr_t value = (uintptr_t)kyklos_input("klee_choose");

    if (value >= count)
        kyklos_stop("an assumption does not hold", 95);
    return value;
}

KYKLOS_WEAK void klee_abort(void)
{
    abort();
}

KYKLOS_WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    (void)file, (void)line, (void)message, (void)suffix;
    kyklos_stop("the error was reached", 93);
}

KYKLOS_WEAK unsigned klee_is_replay(void)
{
    return 0;
}

KYKLOS_WEAK float klee_get_valuef(float value)
{
    return value;
}

KYKLOS_WEAK double klee_get_valued(double value)
{
    return value;
}

KYKLOS_WEAK long klee_get_valuel(long value)
{
    return value;
}

KYKLOS_WEAK long long klee_get_valuell(long long value)
{
    return value;
}

KYKLOS_WEAK int32_t klee_get_value_i32(int32_t value)
{
    return value;
}

KYKLOS_WEAK int64_t klee_get_value_i64(int64_t value)
{
    return value;
}

/* A sanitizer sees what is not there. */
KYKLOS_WEAK void klee_check_memory_access(const void *address, size_t size)
{
    const volatile unsigned char *bytes = address;

    if (size > 0)
        (void)bytes[0], (void)bytes[size - 1];
}

KYKLOS_WEAK void klee_mark_global(void *object)
{
    (void)object;
}

KYKLOS_WEAK void klee_set_forking(unsigned enable)
{
    (void)enable;
}

KYKLOS_WEAK void klee_alias_function(const char *name, const char *other)
{
    (void)name, (void)other;
}

KYKLOS_WEAK void klee_stack_trace(void)
{
}

KYKLOS_WEAK void klee_open_merge(void)
{
}

KYKLOS_WEAK void klee_close_merge(void)
{
}

KYKLOS_WEAK void klee_print_range(const char *name, int value)
{
    (void)name, (void)value;
}

KYKLOS_WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition)
{
    (void)object, (void)condition;
}

KYKLOS_WEAK void klee_silent_exit(int status)
{
    exit(status);
}

KYKLOS_WEAK void klee_warning(const char *message)
{
    (void)message;
}

KYKLOS_WEAK void klee_print_expr(const char *message, ...)
{
    (void)message;
}

KYKLOS_WEAK void klee_warning_once(const char *message)
{
    (void)message;
}

KYKLOS_WEAK void klee_prefer_cex(void *object, uintptr_t condition)
{
    (void)object, (void)condition;
}
