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

/// How loading a library ended.
typedef enum {
  CJACK_LOADED,
  /// There is no such file, or it is none for this machine.
  CJACK_NOT_FOUND,
  /// It can be loaded but lacks a function.
  CJACK_INCOMPLETE,
} cjack_load_result;

/// Loads `name`, a path or a name for the dynamic linker, without making its symbols visible to anyone else, and finds
/// its functions. Its own messages are kept (`cjack_last_message`) instead of printed from here on. Control thread.
///
/// A library stays in memory once it is loaded, and loading it again costs nothing: libjack2 makes thread-specific keys
/// whenever it is loaded and never deletes them, and a process has only 1024, so that looking for a server once a second
/// with `dlclose` in between would end in a crash within minutes (measured). Beware that the dynamic linker then takes
/// a *name* for the library that is loaded under it already; a path always means its file.
cjack_load_result cjack_library_open(cjack_functions *functions, const char *name);

/// Copies the last message that JACK would have printed into `text`, always terminated. Empty if there was none.
void cjack_last_message(char *text, size_t size);

/// Forgets the last message.
void cjack_clear_message(void);

// --- The bridge: everything JACK's own threads touch. ---------------------------------------------------------------

/// Makes the sound of one cycle: `frames` frames into both buffers. `cycle_start` is in ns of CLOCK_MONOTONIC,
/// `latency` the connected port's playback latency in frames. Called on JACK's thread; must not block, and sets the
/// processor's treatment of denormals itself. The types are those of `Sound`'s `renderCycle`.
typedef void (*cjack_render)(
    void *engine, uint32_t frames, float *left, float *_Nullable right, int64_t cycle_start,
    uint32_t latency);

/// What happened since control last asked. Only hints to look: the truth is asked from JACK, or lies in the events.
enum {
  CJACK_SHUTDOWN = 1,
  CJACK_FORMAT = 2,
  CJACK_LATENCY = 4,
  CJACK_PORTS = 8,
  CJACK_XRUN = 16,
  /// The first cycle since it was expected (`cjack_bridge_expect`).
  CJACK_CYCLE = 32,
  /// The first cycle since it was expected that the renderer has made, and published.
  CJACK_RENDERED = 64,
  /// Events of ports did not find room.
  CJACK_PORTS_MISSED = 128,
  /// Whether the server freewheels has changed (`cjack_bridge_is_freewheeling`), once or more.
  CJACK_FREEWHEEL = 256,
};

/// What happened to a port. A number is a port's own while it is registered, then another's.
typedef enum {
  CJACK_PORT_REGISTERED,
  CJACK_PORT_UNREGISTERED,
  CJACK_PORTS_CONNECTED,
  CJACK_PORTS_DISCONNECTED,
} cjack_port_event_kind;

/// What happened to the port `a`, or between `a` and `b`.
typedef struct {
  cjack_port_event_kind kind;
  uint32_t a;
  uint32_t b;
} cjack_port_event;

/// How many events of ports wait for control: more than a program that was stopped for long misses of a busy desktop.
enum { CJACK_MOST_PORT_EVENTS = 4096 };

/// The most frames rendered in one cycle (PipeWire's largest quantum); what a server asks for beyond is silence.
enum { CJACK_MOST_FRAMES = 8192 };

typedef struct cjack_bridge cjack_bridge;

/// A bridge that lives as long as its output, through every client and server. NULL without memory or descriptors.
cjack_bridge *_Nullable cjack_bridge_create(cjack_render render, void *engine);

/// Frees it. No client may be attached any more.
void cjack_bridge_destroy(cjack_bridge *bridge);

/// The eventfd that becomes readable with every flag.
int cjack_bridge_descriptor(const cjack_bridge *bridge);

/// Wakes whoever waits on the descriptor. Any thread.
void cjack_bridge_wake(cjack_bridge *bridge);

/// Takes the wakes and the flags. Control thread.
uint32_t cjack_bridge_take_flags(cjack_bridge *bridge);

/// Whether cycles are rendered; else they are silent and the renderer is left alone. Returns at once. Any thread.
void cjack_bridge_set_running(cjack_bridge *bridge, bool running);

/// Whether a cycle is being rendered this moment. False for good after `set_running(false)` once it was false.
bool cjack_bridge_is_rendering(const cjack_bridge *bridge);

/// Whether the server makes sound faster than anybody could hear it, as for an export: it has said so, or its cycles tell. They are
/// silent then, and the renderer is left alone. Any thread.
bool cjack_bridge_is_freewheeling(const cjack_bridge *bridge);

/// Frames a second, by which the pace of cycles is judged; 0: not at all. Any thread.
void cjack_bridge_set_rate(cjack_bridge *bridge, uint32_t rate);

/// Asks for the flags `CJACK_CYCLE` or `CJACK_RENDERED` (and a wake), each once, after the next such cycle. Any thread.
void cjack_bridge_expect(cjack_bridge *bridge, uint32_t flags);

/// Takes the oldest of what happened to ports, in the order in which JACK told it; false if there is nothing. Control thread.
bool cjack_bridge_take_port_event(cjack_bridge *bridge, cjack_port_event *event);

/// Forgets what happened to the ports of an earlier server. Control thread, while no client is active.
void cjack_bridge_drop_port_events(cjack_bridge *bridge);

/// When the last cycle began to be worked on, in ns of CLOCK_MONOTONIC; 0 before the first. Any thread.
int64_t cjack_bridge_last_cycle(const cjack_bridge *bridge);

/// The playback latency handed to the renderer, in frames. Control thread.
void cjack_bridge_set_latency(cjack_bridge *bridge, uint32_t frames);

/// Xruns since the bridge was made. Any thread.
uint32_t cjack_bridge_xruns(const cjack_bridge *bridge);

/// What JACK calls once a cycle; `bridge` is a `cjack_bridge`. Visible for tests, which hand in functions of their own.
int cjack_process(uint32_t frames, void *bridge);

/// Attaches a client of any making to the bridge, so that `cjack_process` uses it. For `cjack_open` and tests.
void cjack_bridge_attach(
    cjack_bridge *bridge, const cjack_functions *functions, jack_client_t *client, jack_port_t *left,
    jack_port_t *right);

// --- Calls of the control thread, or an early client's. Each may block for as long as the server hangs. -------------

/// Opens a client on the running server `server` (NULL: the library's own default); never starts one. NULL on failure.
jack_client_t *_Nullable cjack_open(
    const cjack_functions *functions, const char *name, const char *_Nullable server);

/// Registers two output ports and all callbacks, attaches the client to the bridge and activates it. 0 or an error.
int cjack_start(const cjack_functions *functions, jack_client_t *client, cjack_bridge *bridge);

/// Ends the client; the bridge is not called any more afterwards.
void cjack_close(const cjack_functions *functions, jack_client_t *client);

/// Audio input ports (what can be played to), physical ones only if asked; NULL-terminated, or NULL for none.
/// To be given back to `cjack_free_names`.
const char *_Nullable *_Nullable cjack_playback_ports(
    const cjack_functions *functions, jack_client_t *client, bool physical);

/// What our left (0) or right (1) port is connected to; as above.
const char *_Nullable *_Nullable cjack_connections(
    const cjack_functions *functions, const cjack_bridge *bridge, int channel);

/// Whether this is the number of one of our own ports.
bool cjack_is_ours(
    const cjack_functions *functions, jack_client_t *client, const cjack_bridge *bridge, uint32_t port);

/// The full name of the port with this number, until that port is renamed or goes; NULL without one.
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

/// The largest playback latency of the port called `name`, in frames; 0 if there is no such port.
uint32_t cjack_playback_latency(const cjack_functions *functions, jack_client_t *client, const char *name);

uint32_t cjack_rate(const cjack_functions *functions, jack_client_t *client);
uint32_t cjack_period(const cjack_functions *functions, jack_client_t *client);

/// Asks the server for another period. True if it agreed.
bool cjack_set_period(const cjack_functions *functions, jack_client_t *client, uint32_t frames);

/// The library's version in its own words; never NULL.
const char *cjack_version(const cjack_functions *functions);

// --- A server of our own. -------------------------------------------------------------------------------------------

/// A pipe, both ends non-blocking and closed on exec: reader first. False without descriptors.
bool cjack_pipe(int *ends);

/// Whether this thread may run with this real-time priority (1…99).
bool cjack_realtime_permitted(int priority);

#pragma clang assume_nonnull end

#if defined(__cplusplus)
}
#endif
