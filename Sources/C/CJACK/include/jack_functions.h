#pragma once

#include <stdint.h>

// JACK without linking to it: a program *linked* to a libjack that is not installed ends before `main`, and one linked
// to jackd's cannot connect to PipeWire. So the few functions Peach needs are declared here and looked up at run time.

typedef struct _jack_client jack_client_t;
typedef struct _jack_port jack_port_t;

/// A port's latency in frames.
typedef struct {
  uint32_t min;
  uint32_t max;
} jack_latency_range_t;

// JACK's callbacks. Its enumerations are unsigned integers, here as for the compiler.
typedef void (*jack_message_callback_t)(const char *);
typedef int (*jack_frames_callback_t)(uint32_t, void *);
typedef int (*jack_xrun_callback_t)(void *);
typedef void (*jack_simple_callback_t)(void *);
typedef void (*jack_freewheel_callback_t)(int, void *);
typedef void (*jack_shutdown_callback_t)(uint32_t, const char *, void *);
typedef void (*jack_latency_callback_t)(uint32_t, void *);
typedef void (*jack_connect_callback_t)(uint32_t, uint32_t, int, void *);
typedef void (*jack_registration_callback_t)(uint32_t, int, void *);

// Values of JACK's public interface (jack/types.h). All of this is compared with the installed header
// (JACKHeaderTests).
enum {
  CJACK_NO_START_SERVER = 0x01,
  CJACK_SERVER_NAME = 0x04,
  CJACK_PORT_IS_INPUT = 0x1,
  CJACK_PORT_IS_OUTPUT = 0x2,
  CJACK_PORT_IS_PHYSICAL = 0x4,
  CJACK_PLAYBACK_LATENCY = 1,
};

// X(result, name without `jack_`, parameters): one line per function that is looked up.
#define CJACK_EACH_FUNCTION(X) \
  X(const char *, get_version_string, (void)) \
  X(void, set_error_function, (jack_message_callback_t)) \
  X(void, set_info_function, (jack_message_callback_t)) \
  X(jack_client_t *, client_open, (const char *, uint32_t, uint32_t *, ...)) \
  X(int, client_close, (jack_client_t *)) \
  X(int, activate, (jack_client_t *)) \
  X(int, deactivate, (jack_client_t *)) \
  X(int, set_process_callback, (jack_client_t *, jack_frames_callback_t, void *)) \
  X(void, on_shutdown, (jack_client_t *, jack_simple_callback_t, void *)) \
  X(void, on_info_shutdown, (jack_client_t *, jack_shutdown_callback_t, void *)) \
  X(int, set_buffer_size_callback, (jack_client_t *, jack_frames_callback_t, void *)) \
  X(int, set_sample_rate_callback, (jack_client_t *, jack_frames_callback_t, void *)) \
  X(int, set_xrun_callback, (jack_client_t *, jack_xrun_callback_t, void *)) \
  X(int, set_freewheel_callback, (jack_client_t *, jack_freewheel_callback_t, void *)) \
  X(int, set_latency_callback, (jack_client_t *, jack_latency_callback_t, void *)) \
  X(int, set_port_connect_callback, (jack_client_t *, jack_connect_callback_t, void *)) \
  X(int, set_port_registration_callback, (jack_client_t *, jack_registration_callback_t, void *)) \
  X(jack_port_t *, port_register, \
    (jack_client_t *, const char *, const char *, unsigned long, unsigned long)) \
  X(void *, port_get_buffer, (jack_port_t *, uint32_t)) \
  X(const char *, port_name, (const jack_port_t *)) \
  X(const char **, port_get_connections, (const jack_port_t *)) \
  X(jack_port_t *, port_by_id, (jack_client_t *, uint32_t)) \
  X(jack_port_t *, port_by_name, (jack_client_t *, const char *)) \
  X(void, port_get_latency_range, (jack_port_t *, uint32_t, jack_latency_range_t *)) \
  X(const char **, get_ports, \
    (jack_client_t *, const char *, const char *, unsigned long)) \
  X(void, free, (void *)) \
  X(int, connect, (jack_client_t *, const char *, const char *)) \
  X(int, disconnect, (jack_client_t *, const char *, const char *)) \
  X(uint32_t, get_sample_rate, (jack_client_t *)) \
  X(uint32_t, get_buffer_size, (jack_client_t *)) \
  X(int, set_buffer_size, (jack_client_t *, uint32_t)) \
  X(int, get_cycle_times, (const jack_client_t *, uint32_t *, uint64_t *, uint64_t *, float *)) \
  X(uint64_t, get_time, (void))

/// The functions of one loaded library. All are set once `cjack_library_open` has returned `CJACK_LOADED`.
typedef struct {
#define CJACK_FIELD(result, name, parameters) result(*name) parameters;
  CJACK_EACH_FUNCTION(CJACK_FIELD)
#undef CJACK_FIELD
} cjack_functions;
