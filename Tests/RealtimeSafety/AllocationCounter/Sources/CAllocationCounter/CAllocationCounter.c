#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

// Linked into the executable these replace the C library's functions for everything in the process, Swift's runtime
// included. Each counts and forwards to the C library's own.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread int armed;
static __thread long count;

void allocation_counter_arm(void) {
  count = 0;
  armed = 1;
}

long allocation_counter_disarm(void) {
  armed = 0;
  return count;
}

void *malloc(size_t size) {
  count += armed;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count += armed;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count += armed;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count += armed;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += armed;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count += armed;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
  count += armed;
  __libc_free(memory);
}
