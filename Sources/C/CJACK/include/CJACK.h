#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "jack_functions.h"
#include "pace.h"

#if defined(__cplusplus)
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// The result of loading a library.
typedef enum {
  CJACK_LOADED,
  /// There is no such file, or it is not for this machine.
  CJACK_NOT_FOUND,
  /// It can be loaded but lacks a function.
  CJACK_INCOMPLETE,
} cjack_load_result;

/// Loads `name`, a path or a name for the dynamic linker, without making its symbols visible to other libraries, and
/// finds its functions. From then on its own messages are stored (`cjack_last_message`) instead of printed. Control
/// thread.
///
/// A library stays in memory once it is loaded, and loading it again costs nothing: libjack2 creates thread-specific
/// keys whenever it is loaded and never deletes them, and a process has only 1024, so that looking for a server once a
/// second with `dlclose` in between would end in a crash within minutes (measured). Beware that the dynamic linker then
/// resolves a *name* to the library already loaded under it; a path always means its file.
cjack_load_result cjack_library_open(cjack_functions *functions, const char *name);

/// Copies the last message that JACK would have printed into `text`, always terminated. Empty if there was none.
void cjack_last_message(char *text, size_t size);

/// Clears the last message.
void cjack_clear_message(void);

// --- The bridge: all state used by JACK's own threads. ---------------------------------------------------------------

/// Renders the sound of one cycle: `frames` frames into both buffers. `cycle_start` is in ns of CLOCK_MONOTONIC,
/// `latency` the connected port's playback latency in frames. Called on JACK's thread; must not block, and sets the
/// processor's denormal mode itself. It has the types of `Sound`'s `renderCycle`.
typedef void (*cjack_render)(
    void *engine, uint32_t frames, float *left, float *_Nullable right, int64_t cycle_start,
    uint32_t latency);

/// The changes since control last checked. Only hints: the actual state is queried from JACK, or in the events.
enum {
  CJACK_SHUTDOWN = 1,
  CJACK_FORMAT = 2,
  CJACK_LATENCY = 4,
  CJACK_PORTS = 8,
  CJACK_XRUN = 16,
  /// The first cycle since the request (`cjack_bridge_expect`).
  CJACK_CYCLE = 32,
  /// The first cycle since the request that the renderer has rendered and published.
  CJACK_RENDERED = 64,
  /// Port events were dropped for lack of space.
  CJACK_PORTS_MISSED = 128,
  /// The freewheeling state has changed (`cjack_bridge_is_freewheeling`), once or more.
  CJACK_FREEWHEEL = 256,
};

/// The kind of a port event. A number identifies a port while it is registered, and may be reused.
typedef enum {
  CJACK_PORT_REGISTERED,
  CJACK_PORT_UNREGISTERED,
  CJACK_PORTS_CONNECTED,
  CJACK_PORTS_DISCONNECTED,
} cjack_port_event_kind;

/// An event of the port `a`, or between `a` and `b`.
typedef struct {
  cjack_port_event_kind kind;
  uint32_t a;
  uint32_t b;
} cjack_port_event;

/// The number of port events that can wait for control: more than a program that was stopped for long misses of a busy
/// desktop.
enum { CJACK_MOST_PORT_EVENTS = 4096 };

/// The most frames rendered in one cycle (PipeWire's largest quantum); further frames are silent.
enum { CJACK_MOST_FRAMES = 8192 };

typedef struct cjack_bridge cjack_bridge;

/// Creates a bridge that lives as long as its output, through every client and server. NULL without memory or
/// descriptors.
cjack_bridge *_Nullable cjack_bridge_create(cjack_render render, void *engine);

/// Frees it. No client may be attached any more.
void cjack_bridge_destroy(cjack_bridge *bridge);

/// Returns the eventfd that becomes readable with every flag.
int cjack_bridge_descriptor(const cjack_bridge *bridge);

/// Wakes the thread that waits on the descriptor. Any thread.
void cjack_bridge_wake(cjack_bridge *bridge);

/// Clears the wake-ups, and returns and clears the flags. Control thread.
uint32_t cjack_bridge_take_flags(cjack_bridge *bridge);

/// Sets whether cycles are rendered; else they are silent and the renderer is not called. Returns at once. Any thread.
void cjack_bridge_set_running(cjack_bridge *bridge, bool running);

/// Returns whether a cycle is being rendered at this moment. After `set_running(false)`, once false it stays false.
bool cjack_bridge_is_rendering(const cjack_bridge *bridge);

/// Returns whether the server renders faster than real time, as for an export: according to its own report, or to the
/// pace of its cycles. They are silent then, and the renderer is not called. Any thread.
bool cjack_bridge_is_freewheeling(const cjack_bridge *bridge);

/// Sets the frames per second by which the pace of cycles is checked; 0 disables the check. Any thread.
void cjack_bridge_set_rate(cjack_bridge *bridge, uint32_t rate);

/// Requests the flag `CJACK_CYCLE` or `CJACK_RENDERED` (and a wake-up), each once, after the next such cycle. Any
/// thread.
void cjack_bridge_expect(cjack_bridge *bridge, uint32_t flags);

/// Takes the oldest port event, in the order in which JACK reported them; false if no event is pending. Control thread.
bool cjack_bridge_take_port_event(cjack_bridge *bridge, cjack_port_event *event);

/// Discards the port events of an earlier server. Control thread, while no client is active.
void cjack_bridge_drop_port_events(cjack_bridge *bridge);

/// Returns the time when processing of the last cycle began, in ns of CLOCK_MONOTONIC; 0 before the first. Any thread.
int64_t cjack_bridge_last_cycle(const cjack_bridge *bridge);

/// Sets the playback latency passed to the renderer, in frames. Control thread.
void cjack_bridge_set_latency(cjack_bridge *bridge, uint32_t frames);

/// Returns the number of xruns since the bridge was created. Any thread.
uint32_t cjack_bridge_xruns(const cjack_bridge *bridge);

/// JACK's process callback; `bridge` is a `cjack_bridge`. Visible for tests, which supply their own functions.
int cjack_process(uint32_t frames, void *bridge);

/// Attaches a client of any origin to the bridge, so that `cjack_process` uses it. For `cjack_open` and tests.
void cjack_bridge_attach(
    cjack_bridge *bridge, const cjack_functions *functions, jack_client_t *client, jack_port_t *left,
    jack_port_t *right);

// --- Calls of the control thread. Each may block as long as the server hangs. ----------------------------------------

/// Opens a client on the running server `server` (NULL: the library's own default); never starts one. NULL on failure.
jack_client_t *_Nullable cjack_open(
    const cjack_functions *functions, const char *name, const char *_Nullable server);

/// Registers two output ports and all callbacks, attaches the client to the bridge and activates it. 0 or an error.
int cjack_start(const cjack_functions *functions, jack_client_t *client, cjack_bridge *bridge);

/// Closes the client; the bridge is no longer called afterwards.
void cjack_close(const cjack_functions *functions, jack_client_t *client);

/// Returns audio input ports (playback destinations), only physical ones if requested; NULL-terminated, or NULL for
/// none. Free them with `cjack_free_names`.
const char *_Nullable *_Nullable cjack_playback_ports(
    const cjack_functions *functions, jack_client_t *client, bool physical);

/// Returns the connections of our left (0) or right (1) port; as above.
const char *_Nullable *_Nullable cjack_connections(
    const cjack_functions *functions, const cjack_bridge *bridge, int channel);

/// Returns whether this is the number of one of our own ports.
bool cjack_is_ours(
    const cjack_functions *functions, jack_client_t *client, const cjack_bridge *bridge, uint32_t port);

/// Returns the full name of the port with this number, valid until that port is renamed or removed; NULL without one.
const char *cjack_port_name(const cjack_functions *functions, jack_client_t *client, uint32_t port);

/// Frees a list of names.
void cjack_free_names(const cjack_functions *functions, const char *_Nullable *_Nullable names);

/// Connects our left (0) or right (1) port. True if they are connected now.
bool cjack_connect(
    const cjack_functions *functions, jack_client_t *client, const cjack_bridge *bridge, int channel,
    const char *destination);

/// Disconnects our left (0) or right (1) port.
void cjack_disconnect(
    const cjack_functions *functions, jack_client_t *client, const cjack_bridge *bridge, int channel,
    const char *destination);

/// Returns the largest playback latency of the port called `name`, in frames; 0 if there is no such port.
uint32_t cjack_playback_latency(const cjack_functions *functions, jack_client_t *client, const char *name);

uint32_t cjack_rate(const cjack_functions *functions, jack_client_t *client);
uint32_t cjack_period(const cjack_functions *functions, jack_client_t *client);

/// Requests another period from the server. True if it agreed.
bool cjack_set_period(const cjack_functions *functions, jack_client_t *client, uint32_t frames);

/// Returns the library's version string; never NULL.
const char *cjack_version(const cjack_functions *functions);

#pragma clang assume_nonnull end

#if defined(__cplusplus)
}
#endif
