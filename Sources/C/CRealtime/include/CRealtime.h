#pragma once

#include <math.h>
#include <stdint.h>

// C functions for the renderer. Swift's compiler checks that no function reachable from the audio callback locks or
// allocates (`@_noLocks`), but cannot look into C: a declaration marked REALTIME is *our* promise that it does neither.
// Each one has the justification.
#if defined(__swift__)
#define REALTIME __attribute__((swift_attr("@_noLocks")))
#else
#define REALTIME
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/// 2 to the power of `x`. Real-time: glibc computes it from a constant table in registers; no errno path locks.
REALTIME static inline double realtime_exp2(double x) { return exp2(x); }

/// The sine of `x` radians, −4…4. Real-time: as `realtime_exp2`.
REALTIME static inline double realtime_sin(double x) { return sin(x); }

/// The cosine of `x` radians, −4…4. Real-time: as `realtime_exp2`.
REALTIME static inline double realtime_cos(double x) { return cos(x); }

/// Makes the processor treat denormal numbers as zero on this thread (they take up to a hundred times as long), and
/// returns the state for `realtime_denormals_restore`. Real-time: reads and writes one control register.
REALTIME uint64_t realtime_denormals_off(void);

/// Undoes `realtime_denormals_off`. Real-time: writes one control register.
REALTIME void realtime_denormals_restore(uint64_t state);

/// Adds one to a non-blocking eventfd. Real-time: one system call that neither sleeps nor allocates; a full counter
/// only means that the reader has already been woken.
REALTIME void realtime_wake(int descriptor);

/// Creates a non-blocking, close-on-exec eventfd; returns it, or −errno. Control threads.
int wake_create(void);

/// Clears the wake-ups of the eventfd and returns their number, 0 if none; does not wait. Any thread but the real-time
/// one.
uint64_t wake_clear(int descriptor);

#if defined(__cplusplus)
}
#endif
