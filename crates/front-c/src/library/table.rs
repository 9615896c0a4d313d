//! The table of functions: see [`known`](super::known).
//!
//! Functions that share a row are alike in everything that the table tells. Rows of functions that are written in C
//! need no numbers of arguments, for their texts tell them. The tests of `consistency` compare the rows with these texts,
//! with the tests of wrong calls and with `docs/c.md`.

use super::known::Fact::*;
use super::known::Kind::*;
use super::known::Reach::{self, Bytes, Memory, Place, PlaceOrNull};
use super::known::Refused::{Compilers, Threads, Tools};
use super::known::{Function, row};
use super::math::{self, Class, Function as OfMath, Quiet};
use super::printing::{Outcome, Printing};
use super::{allocation, memory, numbers, reading, reallocation};
use crate::ctype::IntKind;
use kyklos_base::FloatOp;
use kyklos_base::float::{Decimal, Rounding};
use kyklos_flow::BinaryOp;

/// What a method of the checker makes of the call as it is written.
macro_rules! by {
    ($method:ident $(, $with:expr)?) => { Written(|checker, call| checker.$method(call $(, $with)?)) };
}

/// As `by`, in the C text of other functions only.
macro_rules! inside {
    ($method:ident $(, $with:expr)?) => { Inside(|checker, call| checker.$method(call $(, $with)?)) };
}

/// All functions of which something is known.
pub(super) static FUNCTIONS: &[&[Function]] = &[
    MEMORY,
    TEXTS,
    NUMBERS,
    FLOATS,
    STREAMS,
    PRINTING,
    SYSTEM,
    WAYS,
    COMPILERS,
    TOOLS,
    INSIDE,
    #[cfg(test)]
    super::exercise::FUNCTIONS,
];

const ANY: usize = usize::MAX;

/// What works on as many bytes at its first two arguments as its third one says.
const BOTH: &[Reach] = &[Bytes(0, &[2]), Bytes(1, &[2])];

/// Memory.
const MEMORY: &[Function] = &[
    row("malloc", Builtin(|checker, call| allocation::check_allocation(checker, call, "malloc")))
        .takes(1)
        .facts(&[Untyped, Fresh, MayFail]),
    row("alloca", Builtin(|checker, call| allocation::check_allocation(checker, call, "alloca")))
        .takes(1)
        .facts(&[Fresh]),
    row("calloc", Builtin(|checker, call| allocation::check_allocation(checker, call, "calloc")))
        .takes(2)
        .facts(&[Untyped, Fresh, MayFail]),
    row("aligned_alloc memalign", Builtin(allocation::aligned)).takes(2).facts(&[MayFail]),
    row("valloc", Builtin(allocation::of_pages)).takes(1).facts(&[MayFail]),
    row("realloc", Builtin(reallocation::resize)).takes(2).reaches(&[Memory(0)]).facts(&[Untyped, MayFail]),
    row("reallocarray", Builtin(reallocation::resize_to_product))
        .takes(3)
        .reaches(&[Memory(0)])
        .facts(&[Untyped, MayFail]),
    row("posix_memalign", Model),
    row("free", Builtin(allocation::check_free)).takes(1).reaches(&[Memory(0)]),
    row("memcpy memmove", Builtin(memory::copy)).takes(3).reaches(BOTH),
    row("memset", Builtin(memory::set)).takes(3).reaches(&[Bytes(0, &[2])]),
    row("bzero", Builtin(memory::clear)).takes(2).reaches(&[Bytes(0, &[1])]),
    row("memcmp bcmp", Builtin(memory::compare)).takes(3).reaches(BOTH),
    row("memchr memrchr", Model).reaches(&[Bytes(0, &[2])]),
    row("memmem", Model).reaches(&[Bytes(0, &[1]), Bytes(2, &[3])]),
    row("mempcpy bcopy", ModelOrOpen).reaches(BOTH),
    row("__memcpy_chk __memmove_chk __mempcpy_chk", Model).reaches(BOTH),
    row("__memset_chk", Model).reaches(&[Bytes(0, &[2])]),
    row("memccpy", ModelOrOpen).reaches(&[Bytes(0, &[3]), Bytes(1, &[3])]),
    row("explicit_bzero", ModelOrOpen).reaches(&[Bytes(0, &[1])]),
    row("rawmemchr swab wmemchr wmemcmp wmemcpy wmemmove wmempcpy wmemset", Model),
    row("qsort bsearch", ModelOrOpen),
    row("qsort_r", Open),
];

/// Texts and characters.
const TEXTS: &[Function] = &[
    row("strlen strnlen strcmp strncmp strcpy strncpy strcat strncat strcoll strcasecmp strncasecmp", Model),
    row("strchr strrchr strstr strspn strcspn strpbrk strchrnul strcasestr index rindex", Model),
    row("__strcpy_chk __strncpy_chk __strcat_chk __strncat_chk", Model),
    row("strtok strtok_r strsep strxfrm stpcpy stpncpy strlcpy strlcat", ModelOrOpen),
    row("strdup strndup", Builtin(reallocation::duplicate))
        .takes_from(1, 2)
        .reaches(&[Reach::Text(0)])
        .facts(&[MayFail]),
    row(
        "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit",
        Model,
    ),
    row("toupper tolower isascii toascii", Model),
    row(
        "wcscasecmp wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcslen wcsncat wcsncmp wcsncpy wcsnlen",
        Model,
    ),
    row("wcspbrk wcsrchr wcsspn wcsstr", Model),
    row(
        "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper",
        Model,
    ),
    row("iswxdigit towupper towlower btowc wctob mblen", Model),
    row("mbtowc wctomb mbstowcs wcstombs", ModelOrOpen),
    row("mbrtowc wcrtomb", Open),
    row("strerror strsignal", Covered).facts(&[NeverNull, ForPeople]),
    row("strerror_r", Open),
    row("basename", Model).facts(&[NeverNull]),
];

/// Numbers, but for those with points.
const NUMBERS: &[Function] = &[
    row("abs labs llabs imaxabs atoi atol atoll ffs ffsl ffsll htonl htons ntohl ntohs", Model),
    row("div ldiv lldiv imaxdiv", Model),
    row("strtol strtoul strtoll strtoull strtoq strtouq strtoimax strtoumax", Model),
    row("wcstol wcstoul strtod strtof strtold wcstod atof", Model),
    row("rand random", Builtin(numbers::random)).takes(0),
    row("srand srandom", Ignored).takes(1),
    row("rand_r drand48 lrand48 mrand48", Model),
    row("__errno_location __error", Builtin(numbers::errno)).takes(0).facts(&[Errno]),
];

/// `math.h` and `fenv.h`.
const FLOATS: &[Function] = &[
    row(
        "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2 log10 log1p pow hypot",
        Number(OfMath::OfMachine),
    ),
    row("sqrt", Number(OfMath::Op(FloatOp::Sqrt))),
    row("fabs", Number(OfMath::Op(FloatOp::Abs))),
    row("floor", Number(OfMath::Op(FloatOp::Round(Rounding::Floor)))),
    row("ceil", Number(OfMath::Op(FloatOp::Round(Rounding::Ceil)))),
    row("trunc", Number(OfMath::Op(FloatOp::Round(Rounding::Trunc)))),
    row("round", Number(OfMath::Op(FloatOp::Round(Rounding::Away)))),
    row("rint nearbyint roundeven", Number(OfMath::Op(FloatOp::Round(Rounding::Even)))),
    row("fmin", Number(OfMath::Op(FloatOp::Min))),
    row("fmax", Number(OfMath::Op(FloatOp::Max))),
    row("fmod", Number(OfMath::Op(FloatOp::Rem))),
    row("remainder drem", Number(OfMath::Op(FloatOp::Remainder))),
    row("copysign", Number(OfMath::Op(FloatOp::CopySign))),
    row("nextafter", Number(OfMath::Op(FloatOp::NextAfter))),
    row("fma", Number(OfMath::Op(FloatOp::Fma))),
    row("ldexp scalbn", Number(OfMath::Op(FloatOp::Scale))),
    row("lround", Number(OfMath::Rounded(Rounding::Away, IntKind::Long))),
    row("llround", Number(OfMath::Rounded(Rounding::Away, IntKind::LongLong))),
    row("lrint", Number(OfMath::Rounded(Rounding::Even, IntKind::Long))),
    row("llrint", Number(OfMath::Rounded(Rounding::Even, IntKind::LongLong))),
    row("__builtin_inf __builtin_huge_val", Number(OfMath::Constant(false))),
    row("nan", Number(OfMath::Constant(true))),
    row("fdim", Number(OfMath::PositiveDifference)),
    row("modf", Number(OfMath::Split)).reaches(&[Place(1)]),
    row("frexp", Number(OfMath::Normalized)).reaches(&[Place(1)]),
    row("ilogb", Number(OfMath::IntegerExponent)),
    row("logb", Number(OfMath::Exponent)),
    row("isnan", Number(OfMath::Class(Class::Nan))),
    row("isinf isinf_sign", Number(OfMath::Class(Class::Infinite))),
    row("isfinite finite", Number(OfMath::Class(Class::Finite))),
    row("isnormal", Number(OfMath::Class(Class::Normal))),
    row("signbit", Number(OfMath::Class(Class::SignBit))),
    row("fpclassify", Number(OfMath::Class(Class::Classify))),
    row("isgreater", Number(OfMath::Quiet(Quiet::By(BinaryOp::Gt)))),
    row("isgreaterequal", Number(OfMath::Quiet(Quiet::By(BinaryOp::Ge)))),
    row("isless", Number(OfMath::Quiet(Quiet::By(BinaryOp::Lt)))),
    row("islessequal", Number(OfMath::Quiet(Quiet::By(BinaryOp::Le)))),
    row("islessgreater", Number(OfMath::Quiet(Quiet::LessOrGreater))),
    row("isunordered", Number(OfMath::Quiet(Quiet::Unordered))),
    // This program's own language computes these in its own way, so that the last digit may differ.
    row("asinh acosh atanh cbrt", Open).facts(&[OfNumbers]),
    row("erf erfc lgamma tgamma gamma j0 j1 jn y0 y1 yn exp10 scalb significand remquo sincos", Open)
        .facts(&[OfNumbers]),
    row("nextup nextdown fmaxmag fminmag llogb fromfp ufromfp", Open).facts(&[OfNumbers]),
    row("lgamma_r lgammaf_r lgammal_r gamma_r gammaf_r gammal_r", Open),
    row(
        "cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp clog clog10 cpow cproj csin csinh",
        Open,
    )
    .facts(&[OfNumbers]),
    row("csqrt ctan ctanh", Open).facts(&[OfNumbers]),
    row("scalbln scalblnf nexttoward", Model),
    row("scalblnl nexttowardf nexttowardl", Open),
    row("fesetround", Builtin(math::set_rounding)).takes(1),
    row("creal", by!(part_of_number, (0, 8))).takes(1),
    row("crealf", by!(part_of_number, (0, 4))).takes(1),
    row("creall", by!(part_of_number, (0, 16))).takes(1),
    row("cimag", by!(part_of_number, (1, 8))).takes(1),
    row("cimagf", by!(part_of_number, (1, 4))).takes(1),
    row("cimagl", by!(part_of_number, (1, 16))).takes(1),
    row("conj", by!(conjugate, 8)).takes(1),
    row("conjf", by!(conjugate, 4)).takes(1),
    row("conjl", by!(conjugate, 16)).takes(1),
];

/// Streams and files, but for what is printed to them.
const STREAMS: &[Function] = &[
    row("fopen fopen64 fdopen tmpfile popen fmemopen opendir fdopendir", Model).facts(&[Opens]),
    row("open_memstream", Covered).facts(&[Opens]),
    row("fclose pclose closedir", Model).facts(&[Closes]),
    row("freopen", Model).facts(&[Reopens]),
    row("fseek fseeko ftell ftello rewind fgetpos fsetpos fileno feof ferror clearerr fwide", Model),
    row("setbuf setlinebuf setvbuf readdir readdir64 dirfd rewinddir telldir seekdir", Model),
    row("getchar getchar_unlocked", Builtin(reading::character)).takes(0).facts(&[On("stdin")]),
    row("getc fgetc getc_unlocked fgetc_unlocked", Builtin(reading::character)).takes(1),
    row("ungetc getw fgetwc getwc ungetwc fgetws getline", Model),
    row("getwchar", Model).facts(&[On("stdin")]),
    row("gets", ModelOrOpen).facts(&[On("stdin")]),
    row("fgets getdelim", ModelOrOpen),
    row("fread", ModelOrOpen).reaches(&[Bytes(0, &[1, 2])]),
    row("read pread", ModelOrOpen).reaches(&[Bytes(1, &[2])]),
    row("recv getrandom", ModelOrOpen),
    row("scanf", by!(scanf)).takes_from(1, ANY).facts(&[On("stdin")]),
    row("fscanf", by!(fscanf)).takes_from(2, ANY),
    row("sscanf", by!(sscanf))
        .takes_from(2, ANY)
        .needing("isspace isdigit isalpha tolower strtof strtod strtold"),
    row("vscanf", Open).facts(&[On("stdin")]),
    row("wscanf", Covered).facts(&[On("stdin")]),
    row("vfscanf vsscanf readv recvfrom getentropy", Open),
];

const PRINTED: Printing = Printing::format(0, Outcome::Length);

/// What prints, also to memory.
const PRINTING: &[Function] = &[
    row("printf", Prints(PRINTED.with_outputs())).facts(&[On("stdout")]),
    row("wprintf", Prints(PRINTED.wide())).facts(&[On("stdout")]),
    row("vprintf", Prints(PRINTED.listed())).facts(&[On("stdout")]),
    row("vwprintf", Prints(PRINTED.wide().listed())),
    row("fprintf dprintf __printf_chk", Prints(Printing::format(1, Outcome::Length))),
    row("fwprintf", Prints(Printing::format(1, Outcome::Length).wide())),
    row("vfprintf vdprintf __vprintf_chk", Prints(Printing::format(1, Outcome::Length).listed())),
    row("vfwprintf", Prints(Printing::format(1, Outcome::Length).wide().listed())),
    row("__fprintf_chk", Prints(Printing::format(2, Outcome::Length))),
    row("__vfprintf_chk", Prints(Printing::format(2, Outcome::Length).listed())),
    row("syslog", Prints(Printing::format(1, Outcome::Nothing))),
    row("vsyslog", Prints(Printing::format(1, Outcome::Nothing).listed())),
    row("warn warnx", Prints(Printing::format(0, Outcome::Nothing).nullable())),
    row("vwarn vwarnx", Prints(Printing::format(0, Outcome::Nothing).nullable().listed())),
    row("err errx", Prints(Printing::format(1, Outcome::Exit(0)).nullable())),
    row("verr verrx", Prints(Printing::format(1, Outcome::Exit(0)).nullable().listed())),
    row("putchar putchar_unlocked", Prints(Printing::numbers(1, Outcome::Character(0)).with_outputs()))
        .facts(&[On("stdout")]),
    row("putc fputc putc_unlocked fputc_unlocked", Prints(Printing::numbers(2, Outcome::Character(0)))),
    row("fflush", Prints(Printing::numbers(1, Outcome::Zero))).facts(&[AllStreams]),
    row("fflush_unlocked", Covered).facts(&[AllStreams]),
    row("puts", Prints(Printing::text(0, 1, Outcome::NotNegative))).facts(&[On("stdout")]),
    row("putwchar", Covered).facts(&[On("stdout")]),
    row("fputs fputs_unlocked", Prints(Printing::text(0, 2, Outcome::NotNegative))),
    row("fputws fputws_unlocked", Prints(Printing::text(0, 2, Outcome::NotNegative).wide())),
    row("perror", Prints(Printing::text(0, 1, Outcome::Nothing).nullable())),
    row("psignal", Prints(Printing::text(1, 2, Outcome::Nothing).nullable())),
    row("fwrite fwrite_unlocked", Prints(Printing::bytes(0, &[1, 2], 4, Outcome::AtMost(2)))),
    row("write", Prints(Printing::bytes(1, &[2], 3, Outcome::AtMostOrMinusOne(2)))),
    row("pwrite pwrite64 send", Prints(Printing::bytes(1, &[2], 4, Outcome::AtMostOrMinusOne(2)))),
    row("sendto", Prints(Printing::bytes(1, &[2], 6, Outcome::AtMostOrMinusOne(2)))),
    row("writev", Model),
    row("sprintf", by!(sprintf, None)).takes_from(2, ANY).needing("vsprintf"),
    row("snprintf", by!(sprintf, Some(1))).takes_from(3, ANY).needing("vsnprintf"),
    row("swprintf", ByList("vswprintf")).takes_from(3, ANY).needing("vswprintf"),
    row("asprintf", ByList("vasprintf")).takes_from(2, ANY).needing("vasprintf"),
    row("vsprintf vsnprintf vasprintf", ModelOrOpen).facts(&[Listed]),
    row("vswprintf", Model).facts(&[Listed]),
];

/// What the system and the rest of the library do.
const SYSTEM: &[Function] = &[
    row(
        "access chdir chmod close creat dup fnmatch fstat fsync ftruncate getenv gethostbyname getgrnam",
        Model,
    ),
    row(
        "getpid getppid getpwnam inet_addr inet_aton inet_ntop inet_pton isatty kill link listen lseek lstat",
        Model,
    ),
    row(
        "mkdir mkfifo open pipe putenv readlink remove rename rmdir setenv setlocale sleep socket stat symlink",
        Model,
    ),
    row("sysconf system truncate uname unlink unsetenv usleep gethostname confstr", Model),
    row("clock clock_getres clock_gettime difftime times", Model),
    row("gettimeofday", Model).facts(&[Ignores]),
    row("getcwd strftime asctime_r ctime_r gmtime_r localtime_r", ModelOrOpen),
    row("time", Written(numbers::time)).takes(1).reaches(&[PlaceOrNull(0)]),
    row("asctime ctime", Covered).reaches(&[Place(0)]).facts(&[NeverNull, ForPeople]),
    row("inet_ntoa", Covered).facts(&[NeverNull]),
    row("mktime timegm timelocal gmtime localtime nanosleep timespec_get utime utimes", Covered)
        .reaches(&[Place(0)]),
    row("sigemptyset sigfillset sigaddset sigdelset sigismember chown execl execlp regfree", Covered)
        .reaches(&[Place(0)]),
    row("statvfs sigwait execv execvp execve regcomp regexec", Covered).reaches(&[Place(0), Place(1)]),
    row("clock_settime fstatvfs getrusage getrlimit setrlimit setitimer getitimer dlsym tcgetattr", Covered)
        .reaches(&[Place(1)]),
    row("clock_nanosleep tcsetattr", Covered).reaches(&[Place(2)]),
    row("getsockname getpeername", Covered).reaches(&[Place(1), Place(2)]),
    row("getsockopt", Covered).reaches(&[Place(4)]),
    row("signal bsd_signal sysv_signal", by!(signal)).takes(2),
    row("sigaction", by!(sigaction)).takes(3),
    row("pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock", Model)
        .facts(&[Ignores]),
    row("pthread_mutex_unlock pthread_mutexattr_init pthread_mutexattr_destroy", Model).facts(&[Ignores]),
    row("pthread_mutexattr_settype pthread_rwlock_init pthread_rwlock_destroy", Model).facts(&[Ignores]),
    row("pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock pthread_spin_init", Model)
        .facts(&[Ignores]),
    row("pthread_spin_destroy pthread_spin_lock pthread_spin_unlock pthread_cond_init", Model)
        .facts(&[Ignores]),
    row("pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast", Model).facts(&[Ignores]),
    row("pthread_once", Model),
    row("pthread_create thrd_create fork vfork clone", Refused(Threads)),
    row("asm posix_spawn on_exit", Open),
];

/// Ways through the program, and out of it.
const WAYS: &[Function] = &[
    row("abort __builtin_trap klee_abort", Aborts),
    row("exit", by!(exit, true)),
    row("_exit _Exit quick_exit klee_silent_exit", by!(exit, false)),
    row("pthread_exit thrd_exit", by!(exit_thread)).takes(1),
    row("atexit", Model).facts(&[AtExit]),
    row("setjmp _setjmp sigsetjmp __sigsetjmp", by!(set_jump)).takes_from(1, ANY),
    row("longjmp _longjmp siglongjmp", by!(long_jump)).takes(2),
    row("reach_error", Fails("`reach_error` is called")).facts(&[Always]),
    row("__builtin_unreachable", Fails("`__builtin_unreachable` is reached")).takes(0),
    row("__assert_fail __assert_perror_fail klee_assert_fail", by!(assertion_failed, 0)),
    // These stand in other libraries than the GNU library and musl: in newlib, those of the BSDs, and others.
    row("__assert __assert_c99 _assert", by!(assertion_failed, 0)),
    row("__assert_func __assert2 __assert_rtn", by!(assertion_failed, 3)),
    row("__assert*", Refused(Tools)),
    row("assert", by!(asserts)).takes_from(1, 2),
];

/// What compilers have themselves.
const COMPILERS: &[Function] = &[
    row("__builtin_* __sync_* __atomic_* __c11_atomic_*", Refused(Compilers)),
    row("__builtin_shuffle", by!(shuffle)).takes_from(2, 3),
    row("__builtin_shufflevector", by!(shuffle_vector)).takes_from(2, ANY),
    row("__kyre__ __kyre", by!(complex_operator, 0)).takes(1),
    row("__kyim__ __kyim", by!(complex_operator, 1)).takes(1),
    row("__builtin_expect", by!(expected)).takes(2),
    row("__builtin_expect_with_probability", by!(expected)).takes(3),
    row("__builtin_constant_p", by!(is_constant)).takes(1),
    row("__builtin_LINE", by!(line)).takes(0),
    row("__builtin_speculation_safe_value __builtin_assume_aligned", First).takes_from(1, ANY),
    row("__builtin_classify_type", by!(class_of_type)).takes(1),
    row("__builtin_choose_expr", by!(chosen)).takes(3),
    row("__builtin_object_size __builtin_dynamic_object_size", by!(object_size)).takes(2),
    row("__builtin_prefetch", Ignored),
    row("__builtin_va_start __builtin_va_copy", by!(start_list)).takes_from(1, ANY),
    row("__builtin_va_end", Nothing).takes(1),
    row("__builtin_ia32_pause __builtin_ia32_mfence", Nothing).takes(0),
    row("__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow", by!(overflow)).takes(3),
    row("__builtin_add_overflow_p __builtin_sub_overflow_p __builtin_mul_overflow_p", by!(overflow)).takes(3),
    row("__builtin_sadd_overflow __builtin_saddl_overflow __builtin_saddll_overflow", by!(overflow)).takes(3),
    row("__builtin_uadd_overflow __builtin_uaddl_overflow __builtin_uaddll_overflow", by!(overflow)).takes(3),
    row("__builtin_ssub_overflow __builtin_ssubl_overflow __builtin_ssubll_overflow", by!(overflow)).takes(3),
    row("__builtin_usub_overflow __builtin_usubl_overflow __builtin_usubll_overflow", by!(overflow)).takes(3),
    row("__builtin_smul_overflow __builtin_smull_overflow __builtin_smulll_overflow", by!(overflow)).takes(3),
    row("__builtin_umul_overflow __builtin_umull_overflow __builtin_umulll_overflow", by!(overflow)).takes(3),
    row("__builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_powi", Model),
    row(
        "__builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_clz __builtin_clzl __builtin_clzll",
        Model,
    ),
    row(
        "__builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_parity __builtin_parityl __builtin_parityll",
        Model,
    ),
    row("__builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_rotateleft16", Model),
    row("__builtin_rotateleft32 __builtin_rotateleft64 __builtin_rotateleft8 __builtin_rotateright32", Model),
    row("__builtin_rotateright64", Model),
    row("__sync_fetch_and_add __sync_fetch_and_sub __sync_fetch_and_or __sync_fetch_and_and", Model),
    row("__sync_fetch_and_xor __sync_add_and_fetch __sync_sub_and_fetch __sync_or_and_fetch", Model),
    row("__sync_and_and_fetch __sync_xor_and_fetch __sync_lock_test_and_set __sync_lock_release", Model),
    row("__sync_synchronize __sync_bool_compare_and_swap __sync_val_compare_and_swap", Model),
    row(
        "__atomic_load __atomic_load_n __atomic_store __atomic_store_n __atomic_exchange __atomic_exchange_n",
        Model,
    ),
    row(
        "__atomic_fetch_add __atomic_fetch_sub __atomic_fetch_or __atomic_fetch_and __atomic_fetch_xor",
        Model,
    ),
    row(
        "__atomic_add_fetch __atomic_sub_fetch __atomic_or_fetch __atomic_and_fetch __atomic_xor_fetch",
        Model,
    ),
    row("__atomic_is_lock_free __atomic_always_lock_free", Model).facts(&[Ignores]),
    row("__atomic_clear __atomic_test_and_set __atomic_thread_fence __atomic_signal_fence", Model),
    row("__atomic_compare_exchange __atomic_compare_exchange_n", Model),
];

/// Functions of verification tools: of KLEE, of the verification competition, of CBMC and of ESBMC.
const TOOLS: &[Function] = &[
    // What begins like a tool's own function and is not in the table.
    row("klee_* __VERIFIER_* __CPROVER_* __ESBMC_* __SMACK_* __llbmc_* Frama_C_*", Refused(Tools)),
    row("__VERIFIER_nondet_*", by!(input_of_task)),
    row("nondet_*", by!(input_of_tool)).takes(0),
    row("__VERIFIER_error", Fails("`__VERIFIER_error` is called")),
    row("klee_report_error", by!(reports_error)).takes(4),
    row("__VERIFIER_assume klee_assume __builtin_assume __CPROVER_assume __ESBMC_assume", by!(assumes))
        .takes(1),
    row("__VERIFIER_assert klee_assert __ESBMC_assert klee_div_zero_check", by!(asserts)).takes_from(1, 2),
    row("__CPROVER_assert __CPROVER_precondition __CPROVER_postcondition", by!(asserts)).takes_from(1, 2),
    // A wish about the inputs that are shown, no condition.
    row("klee_prefer_cex klee_posix_prefer_cex", Ignored),
    row(
        "klee_mark_global klee_set_forking klee_open_merge klee_close_merge klee_merge klee_stack_trace",
        Ignored,
    ),
    row("klee_warning klee_warning_once klee_print_expr klee_print_range", Ignored),
    // There is one thread.
    row("__VERIFIER_atomic_begin __VERIFIER_atomic_end __CPROVER_atomic_begin __CPROVER_atomic_end", Ignored),
    row(
        "__ESBMC_atomic_begin __ESBMC_atomic_end __ESBMC_really_atomic_begin __ESBMC_really_atomic_end",
        Ignored,
    ),
    row(
        "__CPROVER_cover __CPROVER_fence __ESBMC_yield __CPROVER_input __CPROVER_output __CPROVER_printf",
        Ignored,
    ),
    // Clauses of contracts and loops say nothing about runs.
    row("__ESBMC_loop_invariant __ESBMC_unroll __ESBMC_requires __ESBMC_ensures __ESBMC_assigns", Nothing),
    row("__ESBMC_loop_assigns __ESBMC_mark_object", Nothing),
    row("klee_make_symbolic", by!(make_symbolic, "symbolic")).takes_from(2, 3),
    row("__VERIFIER_nondet_memory", by!(make_symbolic, "memory")).takes(2),
    row("klee_range", by!(input_between)).takes(3),
    row("klee_choose", by!(input_below)).takes(1),
    row("klee_int", by!(input_named)).takes(1),
    row("klee_is_symbolic", by!(is_symbolic)).takes(1),
    row("klee_get_value*", by!(as_result)).takes(1),
    row("klee_is_replay klee_get_obj_size", Model),
    row("klee_define_fixed_object", Open),
    row("klee_check_memory_access", by!(memory_access)).takes(2),
    row("__CPROVER_r_ok __CPROVER_w_ok __CPROVER_rw_ok", by!(can_access)).takes_from(1, 2),
    row("__CPROVER_havoc_object __ESBMC_init_object", by!(forget_object)).takes(1),
    row("__CPROVER_overflow_plus", by!(leaves_type, BinaryOp::Add)).takes(2),
    row("__CPROVER_overflow_minus", by!(leaves_type, BinaryOp::Sub)).takes(2),
    row("__CPROVER_overflow_unary_minus", by!(leaves_type, BinaryOp::Sub)).takes(1),
    row("__CPROVER_overflow_mult", by!(leaves_type, BinaryOp::Mul)).takes(2),
    row(
        "__CPROVER_POINTER_OBJECT __CPROVER_POINTER_OFFSET __CPROVER_OBJECT_SIZE __CPROVER_same_object",
        Model,
    ),
    row("__CPROVER_array_copy __CPROVER_array_equal __CPROVER_array_replace __CPROVER_array_set", Model),
    row("__CPROVER_havoc_slice", Model),
    row("__ESBMC_POINTER_OBJECT __ESBMC_POINTER_OFFSET __ESBMC_get_object_size __ESBMC_same_object", Model),
];

/// Functions that only the C texts of other functions call.
const INSIDE: &[Function] = &[
    row("__kyklos_text", inside!(text_ends)).takes(1).facts(&[Checks]),
    row("__kyklos_there", inside!(is_there)).takes(1).facts(&[Checks]),
    row("__kyklos_bytes", Model).facts(&[Checks]),
    row("__kyklos_ended", inside!(rows_end)).takes(1),
    row("__kyklos_close", inside!(close)).takes(1),
    row("__kyklos_outside", inside!(pointer_from_outside)).takes(0),
    row("__kyklos_range", inside!(number_between)).takes(2),
    row("__kyklos_aside", inside!(aside)).takes(0),
    row("__kyklos_least", inside!(least_read)).takes(0),
    row("__kyklos_forget", inside!(forget)).takes(1),
    row("__kyklos_cut", inside!(cut_here)).takes(0),
    row("__kyklos_assume", inside!(assumes)).takes(1),
    row("__kyklos_inside", inside!(is_inside)).takes(2),
    row("__kyklos_ends", inside!(is_seen_to_end)).takes(1),
    row("__kyklos_sign", inside!(sign)).takes(1),
    row("__kyklos_errno", inside!(set_errno)).takes(1),
    row("__kyklos_digit", inside!(decimal, Decimal::Digit)),
    row("__kyklos_magnitude", inside!(decimal, Decimal::Magnitude)),
    row("__kyklos_threshold", inside!(decimal, Decimal::Threshold)),
    row("__kyklos_length", inside!(decimal, Decimal::Length)),
    row("__kyklos_character", inside!(decimal, Decimal::Character)),
];
