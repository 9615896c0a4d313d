#undef main
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the program defines itself takes the place of what stands here. */
#define KYKLOS_WEAK __attribute__((weak, no_instrument_function))
#define KYKLOS_OWN __attribute__((unused, no_instrument_function)) static
#define KYKLOS_TEXT(text) #text
#define KYKLOS_PREFIX(prefix) KYKLOS_TEXT(prefix)
#define KYKLOS_SYMBOL(name) __asm__(KYKLOS_PREFIX(__USER_LABEL_PREFIX__) #name)

extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

KYKLOS_OWN void kyklos_stop(const char *why, int status)
{
    fflush(stdout);
    fprintf(stderr, "\nkyklos: %s\n", why);
    if (__sanitizer_print_stack_trace)
        __sanitizer_print_stack_trace();
    _Exit(status);
}

