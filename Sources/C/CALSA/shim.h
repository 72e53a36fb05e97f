// alsa-lib's sequencer, and wrappers for the parts that Swift cannot import.
#pragma once

#include <alsa/asoundlib.h>

/// Discards the messages that alsa-lib would print to standard error.
static inline void calsa_discard_message(const char *file, int line, const char *function, int code, const char *format,
                                         ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

/// Silences alsa-lib for the whole process: errors are reported by return values. (The handler is a variadic function,
/// which Swift cannot write.)
static inline void calsa_silence(void) { snd_lib_error_set_handler(calsa_discard_message); }

/// Returns the bytes of a SysEx event, valid as long as the event. (`data.ext` is a packed struct whose pointer is not
/// aligned.)
static inline const unsigned char *calsa_exclusive_bytes(const snd_seq_event_t *event) {
  return (const unsigned char *)event->data.ext.ptr;
}

/// Returns the number of bytes of a SysEx event.
static inline unsigned int calsa_exclusive_length(const snd_seq_event_t *event) { return event->data.ext.len; }

/// Makes `event` a SysEx event that refers to `bytes`, which must outlive it.
static inline void calsa_set_exclusive(snd_seq_event_t *event, const unsigned char *bytes, unsigned int length) {
  snd_seq_ev_set_sysex(event, length, (void *)bytes);
}
