#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "CJACK.h"

// Only async-signal-safe calls between fork and exec: the other threads' locks are frozen in the child.
pid_t cjack_spawn(const char *path, char *const *arguments, char *const *environment, int output) {
  pid_t parent = getpid();
  // No signal may find the child between fork and the resetting of its handlers, which are the parent's.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pid_t child = fork();
  if (child != 0) {
    int code = errno;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    return child > 0 ? child : -code;
  }
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);  // the parent died before the line above
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  // A descriptor of ours kept open by jackd would keep a pipe's reader waiting, or the lock of the store.
  for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
  execve(path, arguments, environment);
  _exit(127);
}

bool cjack_realtime_permitted(int priority) {
  int policy;
  struct sched_param before;
  if (pthread_getschedparam(pthread_self(), &policy, &before) != 0) return false;
  struct sched_param wanted = {.sched_priority = priority};
  if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &wanted) != 0) return false;
  pthread_setschedparam(pthread_self(), policy, &before);
  return true;
}

bool cjack_pipe(int *ends) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0; }
