/* java.c: a fuzzer whose target is in Java (java/test/Misbehave.java). It makes words; the target goes wrong on those with
 * an `x`. $BEDIV_TEST_JAVA names a file with the arguments of the virtual machine. */
#include <bediv.h>
#include <bediv/remote.h>

static void generate(struct bd_source *s, struct bd_out *out)
{
    while (bd_more(s, "word", 4)) {
        BD_RULE(s, "word");
        if (bd_flag(s, "nested")) {
            bd_put(out, "(");
            bd_put_char_of(s, out, "letter", "abcxyz");
            bd_put(out, ")");
        } else {
            bd_put_char_of(s, out, "letter", "abcxyz");
        }
    }
}

static const struct bd_remote target = {
    .command = (const char *const[]){"sh", "-c", "exec java @\"$BEDIV_TEST_JAVA\"", NULL},
    .in_empty_folder = true,
};
BD_FUZZER(.name = "java", .generate = generate, .remote = &target);
