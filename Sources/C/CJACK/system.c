#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "CJACK.h"

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
