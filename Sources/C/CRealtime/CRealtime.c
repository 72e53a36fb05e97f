#include "CRealtime.h"

#include <errno.h>
#include <sys/eventfd.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
// MXCSR: flush results to zero (bit 15) and treat denormal operands as zero (bit 6).
static const uint32_t zero_bits = 0x8040;
#elif defined(__aarch64__)
// FPCR: flush to zero (bit 24), for operands and results.
static const uint64_t zero_bits = UINT64_C(1) << 24;
#endif

uint64_t realtime_denormals_off(void) {
#if defined(__x86_64__)
  uint32_t state = _mm_getcsr();
  _mm_setcsr(state | zero_bits);
  return state;
#elif defined(__aarch64__)
  uint64_t state;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  __asm__ volatile("msr fpcr, %0" : : "r"(state | zero_bits));
  return state;
#else
  return 0;  // Correct on any processor, only not as fast.
#endif
}

void realtime_denormals_restore(uint64_t state) {
#if defined(__x86_64__)
  _mm_setcsr((uint32_t)state);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(state));
#else
  (void)state;
#endif
}

void realtime_wake(int descriptor) {
  (void)eventfd_write(descriptor, 1);
}

int wake_create(void) {
  int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

uint64_t wake_clear(int descriptor) {
  eventfd_t count = 0;
  return eventfd_read(descriptor, &count) == 0 ? count : 0;
}
