#include "CNonblocking.h"

extern void peach_render_cycle(
    void *engine, uint32_t frames, float *left, float *right, int64_t cycle_start, uint32_t latency);

__attribute__((nonblocking)) static void render(
    void *engine, uint32_t frames, float *left, float *right, int64_t cycle_start, uint32_t latency) {
  peach_render_cycle(engine, frames, left, right, cycle_start, latency);
}

void nonblocking_render_cycle(
    void *engine, uint32_t frames, float *left, float *right, int64_t cycle_start, uint32_t latency) {
  render(engine, frames, left, right, cycle_start, latency);
}

__attribute__((nonblocking)) static void call(void (*body)(void)) { body(); }

void nonblocking_call(void (*body)(void)) { call(body); }
