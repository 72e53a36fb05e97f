#include "CNonblocking.h"

__attribute__((nonblocking)) static void render(
    nonblocking_render body, void *engine, uint32_t frames, float *left, float *right, int64_t cycle_start,
    uint32_t latency) {
  body(engine, frames, left, right, cycle_start, latency);
}

void nonblocking_render_cycle(
    nonblocking_render body, void *engine, uint32_t frames, float *left, float *right, int64_t cycle_start,
    uint32_t latency) {
  render(body, engine, frames, left, right, cycle_start, latency);
}

__attribute__((nonblocking)) static void call(void (*body)(void)) { body(); }

void nonblocking_call(void (*body)(void)) { call(body); }
