#pragma once

#include <stdbool.h>
#include <stdint.h>

// How fast a server makes sound, against the time in which it can be heard. JACK's thread.
typedef struct {
  // When the last cycle began, in ns of CLOCK_MONOTONIC; 0 before the first.
  int64_t last;
  // By how many ns more sound was made than time went by; below 0, less.
  int64_t ahead;
  bool outruns;
} cjack_pace;

enum {
  // So much may be made ahead, or four cycles: a server or a client that was late makes up for some cycles at once.
  CJACK_MOST_AHEAD_NS = 100 * 1000 * 1000,
};

// What was lost may be made up for later, as a client does that was stopped. Beyond this it is forgotten.
static const int64_t CJACK_MOST_BEHIND_NS = 5000000000;

// Takes in a cycle of `frames` at `rate` that begins at `now`; whether sound is made faster than it can be heard, until it has kept
// time again for a while.
static inline bool cjack_outruns(cjack_pace *pace, uint32_t frames, uint32_t rate, int64_t now) {
  int64_t taken = now - pace->last;
  bool is_first = pace->last == 0;
  pace->last = now;
  if (is_first || rate == 0) return pace->outruns;
  int64_t made = (int64_t)frames * 1000000000 / rate;
  int64_t limit = 4 * made > CJACK_MOST_AHEAD_NS ? 4 * made : CJACK_MOST_AHEAD_NS;
  int64_t ahead = pace->ahead + made - taken;
  // A card's clock and ours drift apart, and what is late is not always made up for: both are forgotten in time, the former within
  // four times its length. Cycles that come at once are no time.
  int64_t time = taken < made ? taken : made;
  if (ahead > 0) ahead -= time / 4 < ahead ? time / 4 : ahead;
  if (ahead < 0) ahead += time < -ahead ? time : -ahead;
  if (ahead < -CJACK_MOST_BEHIND_NS) ahead = -CJACK_MOST_BEHIND_NS;
  if (ahead > limit) pace->outruns = true;
  if (ahead <= 0) pace->outruns = false;
  // So that it is known soon when time is kept again.
  pace->ahead = ahead > limit * 3 / 2 ? limit * 3 / 2 : ahead;
  return pace->outruns;
}
