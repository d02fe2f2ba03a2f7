/* debugger.c: holds process $1 like a debugger that gets no commands: it is attached, and reaps nothing. Writes a line
 * once it holds the process, and lets it go at the end of its input. It has its own main(), and is not a fuzzer. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

int main(int argc, char **argv)
{
    int status;
    pid_t pid = argc > 1 ? atoi(argv[1]) : 0;
    if (pid <= 0 || ptrace(PTRACE_ATTACH, pid, NULL, NULL) != 0 || waitpid(pid, &status, __WALL) != pid) { return 1; }
    if (!WIFSTOPPED(status)) { return 1; }
    printf("held\n");
    fflush(stdout);
    while (getchar() != EOF) {}
    return ptrace(PTRACE_DETACH, pid, NULL, NULL) != 0;
}
