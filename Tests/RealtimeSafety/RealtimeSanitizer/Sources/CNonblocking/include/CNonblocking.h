#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Sound's `renderCycle`.
typedef void (*nonblocking_render)(
    void *engine, uint32_t frames, float *left, float *_Nullable right, int64_t cycle_start, uint32_t latency);

/// Calls `body` as an audio server would, in a context in which RealtimeSanitizer ends the process at the first call
/// that may block.
void nonblocking_render_cycle(
    nonblocking_render body, void *engine, uint32_t frames, float *left, float *_Nullable right, int64_t cycle_start,
    uint32_t latency);

/// Calls `body` in the same context: the positive control.
void nonblocking_call(void (*body)(void));

#pragma clang assume_nonnull end
