#include "CJACK.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

// --- JACK's messages ------------------------------------------------------------------------------------------------

// One line, guarded by a flag that is never waited for: JACK may print from any of its threads, and losing a message
// while another one is being copied does no harm.
static char message[256];
static atomic_flag message_in_use = ATOMIC_FLAG_INIT;

static void keep_message(const char *text) {
  if (!text || atomic_flag_test_and_set_explicit(&message_in_use, memory_order_acquire)) return;
  strncpy(message, text, sizeof message - 1);
  atomic_flag_clear_explicit(&message_in_use, memory_order_release);
}

static void drop_message(const char *text) { (void)text; }

void cjack_last_message(char *text, size_t size) {
  if (size == 0) return;
  text[0] = 0;
  if (atomic_flag_test_and_set_explicit(&message_in_use, memory_order_acquire)) return;
  strncat(text, message, size - 1);
  atomic_flag_clear_explicit(&message_in_use, memory_order_release);
}

void cjack_clear_message(void) { keep_message(""); }

// --- The library ----------------------------------------------------------------------------------------------------

cjack_load_result cjack_library_open(cjack_functions *functions, const char *name) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return CJACK_NOT_FOUND;
  // POSIX lets a data pointer from dlsym carry a function; ISO C has no cast for it, hence the copy.
#define CJACK_FIND(result, symbol, parameters)                      \
  {                                                                 \
    void *found = dlsym(handle, "jack_" #symbol);                   \
    if (!found) {                                                   \
      dlclose(handle);                                              \
      return CJACK_INCOMPLETE;                                      \
    }                                                               \
    memcpy(&functions->symbol, &found, sizeof found);               \
  }
  CJACK_EACH_FUNCTION(CJACK_FIND)
#undef CJACK_FIND
  functions->set_error_function(keep_message);
  functions->set_info_function(drop_message);
  return CJACK_LOADED;
}

const char *cjack_version(const cjack_functions *functions) {
  const char *version = functions->get_version_string();
  return version ? version : "";
}
