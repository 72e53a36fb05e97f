#define _GNU_SOURCE
#include "include/CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int linux_wait(struct pollfd *descriptors, int count, int64_t nanoseconds) {
  struct timespec limit = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
  int ready = ppoll(descriptors, (nfds_t)count, nanoseconds < 0 ? NULL : &limit, NULL);
  return ready < 0 ? -errno : ready;
}

int linux_folder_watch(void) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return watch < 0 ? -errno : watch;
}

int linux_folder_watch_add(int watch, const char *path) {
  return inotify_add_watch(watch, path, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR | IN_MASK_ADD) < 0 ? -errno : 0;
}

int linux_folder_watch_saved(int watch, const char *path) {
  uint32_t saved = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR | IN_MASK_ADD;
  return inotify_add_watch(watch, path, saved) < 0 ? -errno : 0;
}

void linux_folder_watch_clear(int watch) {
  char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
  while (read(watch, buffer, sizeof buffer) > 0) {
  }
}

int linux_name_thread(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0) == 0 ? 0 : -errno; }

int linux_set_realtime(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  // On Linux, id 0 with sched_setscheduler is the calling thread, not the process.
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : -errno;
}

bool linux_realtime_permitted(int priority) {
  int policy;
  struct sched_param before;
  if (pthread_getschedparam(pthread_self(), &policy, &before) != 0) return false;
  struct sched_param wanted = {.sched_priority = priority};
  if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &wanted) != 0) return false;
  pthread_setschedparam(pthread_self(), policy, &before);
  return true;
}

int linux_thread_id(void) { return (int)syscall(SYS_gettid); }

int linux_pipe(int ends[2], bool blocks) {
  return pipe2(ends, O_CLOEXEC | (blocks ? 0 : O_NONBLOCK)) == 0 ? 0 : -errno;
}

// Only async-signal-safe calls between fork and exec: the other threads' locks are frozen in the child.
int linux_spawn_bound(const char *path, char *const *arguments, char *const *environment, const int standard[3]) {
  pid_t parent = getpid();
  // A signal between fork and the reset of the handlers would run the parent's in the child.
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
  for (int number = 0; number < 3; number++) {
    int descriptor = standard[number];
    if (descriptor < 0) descriptor = open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY);
    if (descriptor >= 0) dup2(descriptor, number);
  }
  // A descriptor inherited by the program would keep a pipe's reader waiting, or the store locked.
  close_range(3, ~0U, 0);
  execve(path, arguments, environment);
  _exit(127);
}

int linux_spawn(const char *path, char *const *arguments, char *const *environment, const int standard[3]) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&files) != 0) return -ENOMEM;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&files);
    return -ENOMEM;
  }
  int result = 0;
  for (int number = 0; number < 3 && result == 0; number++) {
    result = standard[number] >= 0
                 ? posix_spawn_file_actions_adddup2(&files, standard[number], number)
                 : posix_spawn_file_actions_addopen(&files, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0);
  }
  if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&files, 3);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  if (result == 0) result = posix_spawnattr_setsigmask(&attributes, &none);
  if (result == 0) result = posix_spawnattr_setsigdefault(&attributes, &all);
  if (result == 0) result = posix_spawnattr_setpgroup(&attributes, 0);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
  if (result == 0) result = posix_spawnattr_setflags(&attributes, flags);
  pid_t process = 0;
  if (result == 0) result = posix_spawn(&process, path, &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return result == 0 ? process : -result;
}
