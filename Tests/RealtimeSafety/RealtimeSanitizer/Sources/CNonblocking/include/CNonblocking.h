#pragma once

#include <stdint.h>

/// Calls Sound's `peach_render_cycle` as an audio server would, in a context in which RealtimeSanitizer ends the process
/// at the first call that may block.
void nonblocking_render_cycle(
    void *engine, uint32_t frames, float *left, float *right, int64_t cycle_start, uint32_t latency);

/// Calls `body` in the same context: the positive control.
void nonblocking_call(void (*body)(void));
