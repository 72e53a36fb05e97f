#pragma once

#include <stdbool.h>
#include <stdint.h>

// The pace of a server's rendering, relative to real time. JACK's thread.
typedef struct {
  // The start of the last cycle, in ns of CLOCK_MONOTONIC; 0 before the first.
  int64_t last;
  // The lead of rendered sound over real time, in ns; below 0, its lag.
  int64_t ahead;
  bool outruns;
} cjack_pace;

enum {
  // The tolerated lead, or four cycles: a late server or client makes up for some cycles at once.
  CJACK_MOST_AHEAD_NS = 100 * 1000 * 1000,
};

// A lag may be made up for later, as by a client that was stopped. Beyond this it is dropped.
static const int64_t CJACK_MOST_BEHIND_NS = 5000000000;

// Records a cycle of `frames` at `rate` that begins at `now`; returns whether rendering is faster than real time, until
// it has kept time again for a while.
static inline bool cjack_outruns(cjack_pace *pace, uint32_t frames, uint32_t rate, int64_t now) {
  int64_t taken = now - pace->last;
  bool is_first = pace->last == 0;
  pace->last = now;
  if (is_first || rate == 0) return pace->outruns;
  int64_t made = (int64_t)frames * 1000000000 / rate;
  int64_t limit = 4 * made > CJACK_MOST_AHEAD_NS ? 4 * made : CJACK_MOST_AHEAD_NS;
  int64_t ahead = pace->ahead + made - taken;
  // A card's clock and ours drift apart, and lateness is not always made up for: both decay, a lead within four times
  // its length. Cycles that arrive at once count as no time.
  int64_t time = taken < made ? taken : made;
  if (ahead > 0) ahead -= time / 4 < ahead ? time / 4 : ahead;
  if (ahead < 0) ahead += time < -ahead ? time : -ahead;
  if (ahead < -CJACK_MOST_BEHIND_NS) ahead = -CJACK_MOST_BEHIND_NS;
  if (ahead > limit) pace->outruns = true;
  if (ahead <= 0) pace->outruns = false;
  // Limited, so that a return to real time is detected soon.
  pace->ahead = ahead > limit * 3 / 2 ? limit * 3 / 2 : ahead;
  return pace->outruns;
}
