#include "CJACK.h"

#include <CRealtime.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// --- The bridge -----------------------------------------------------------------------------------------------------

struct cjack_bridge {
  // Written by control while no client is active, read by JACK's thread.
  cjack_functions functions;
  jack_client_t *client;
  jack_port_t *ports[2];
  cjack_render render;
  void *engine;
  int descriptor;
  // Used by JACK's thread only, once a client is active.
  cjack_pace pace;
  // Shared.
  atomic_bool running;
  atomic_bool rendering;
  // The flags among CJACK_CYCLE and CJACK_RENDERED to raise at the next such cycle.
  atomic_uint expected;
  atomic_llong last_cycle;
  atomic_uint flags;
  atomic_uint rate;
  // The server has reported that it freewheels; its cycles show it.
  atomic_bool freewheels;
  atomic_bool outruns;
  atomic_uint latency;
  atomic_uint xruns;
  // Port events, from JACK's notification thread to control. `written` and `taken` grow forever; the index is their
  // remainder.
  cjack_port_event events[CJACK_MOST_PORT_EVENTS];
  atomic_uint written;
  atomic_uint taken;
};

cjack_bridge *cjack_bridge_create(cjack_render render, void *engine) {
  cjack_bridge *bridge = calloc(1, sizeof *bridge);
  if (!bridge) return NULL;
  bridge->render = render;
  bridge->engine = engine;
  bridge->descriptor = wake_create();
  if (bridge->descriptor < 0) {
    free(bridge);
    return NULL;
  }
  return bridge;
}

void cjack_bridge_destroy(cjack_bridge *bridge) {
  close(bridge->descriptor);
  free(bridge);
}

void cjack_bridge_attach(
    cjack_bridge *bridge, const cjack_functions *functions, jack_client_t *client, jack_port_t *left,
    jack_port_t *right) {
  bridge->functions = *functions;
  bridge->client = client;
  bridge->ports[0] = left;
  bridge->ports[1] = right;
  bridge->pace = (cjack_pace){0};
  atomic_store(&bridge->freewheels, false);
  atomic_store(&bridge->outruns, false);
}

int cjack_bridge_descriptor(const cjack_bridge *bridge) { return bridge->descriptor; }

void cjack_bridge_wake(cjack_bridge *bridge) { realtime_wake(bridge->descriptor); }

uint32_t cjack_bridge_take_flags(cjack_bridge *bridge) {
  // The wake-ups first: a flag raised in between is taken now and its wake-up is one too many, never one too few.
  wake_clear(bridge->descriptor);
  return atomic_exchange(&bridge->flags, 0);
}

void cjack_bridge_set_running(cjack_bridge *bridge, bool running) { atomic_store(&bridge->running, running); }

bool cjack_bridge_is_rendering(const cjack_bridge *bridge) { return atomic_load(&bridge->rendering); }

bool cjack_bridge_is_freewheeling(const cjack_bridge *bridge) {
  return atomic_load(&bridge->freewheels) || atomic_load(&bridge->outruns);
}

void cjack_bridge_set_rate(cjack_bridge *bridge, uint32_t rate) { atomic_store(&bridge->rate, rate); }

void cjack_bridge_expect(cjack_bridge *bridge, uint32_t flags) {
  atomic_fetch_or(&bridge->expected, flags & (CJACK_CYCLE | CJACK_RENDERED));
}

bool cjack_bridge_take_port_event(cjack_bridge *bridge, cjack_port_event *event) {
  unsigned taken = atomic_load_explicit(&bridge->taken, memory_order_relaxed);
  if (taken == atomic_load_explicit(&bridge->written, memory_order_acquire)) return false;
  *event = bridge->events[taken % CJACK_MOST_PORT_EVENTS];
  atomic_store_explicit(&bridge->taken, taken + 1, memory_order_release);
  return true;
}

void cjack_bridge_drop_port_events(cjack_bridge *bridge) {
  atomic_store_explicit(
      &bridge->taken, atomic_load_explicit(&bridge->written, memory_order_acquire), memory_order_release);
}

int64_t cjack_bridge_last_cycle(const cjack_bridge *bridge) { return atomic_load(&bridge->last_cycle); }

void cjack_bridge_set_latency(cjack_bridge *bridge, uint32_t frames) { atomic_store(&bridge->latency, frames); }

uint32_t cjack_bridge_xruns(const cjack_bridge *bridge) { return atomic_load(&bridge->xruns); }

// --- JACK's threads. Nothing below this line and above the next may block, lock or allocate. ------------------------

#if defined(__has_attribute) && __has_attribute(nonblocking)
#define NONBLOCKING __attribute__((nonblocking))
#else
#define NONBLOCKING
#endif

static void raise_flag(cjack_bridge *bridge, unsigned flag) {
  atomic_fetch_or(&bridge->flags, flag);
  realtime_wake(bridge->descriptor);
}

static void raise_expected(cjack_bridge *bridge, unsigned happened) {
  unsigned flags = atomic_load(&bridge->expected) & happened;
  if (flags == 0) return;
  atomic_fetch_and(&bridge->expected, ~flags);
  raise_flag(bridge, flags);
}

static int64_t monotonic_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// How much more than a period after its cycle's start a callback may arrive for that start to be trusted.
enum { LATEST_CALLBACK_US = 10000 };

// jackd counts in CLOCK_MONOTONIC_RAW, which drifts away from CLOCK_MONOTONIC by 0.25 s in hours. So only the
// difference between the cycle's time and JACK's own now is used, and subtracted from ours.
static int64_t cycle_start(const cjack_bridge *bridge, int64_t now) {
  uint32_t frames;
  uint64_t start, next;
  float period;
  if (bridge->functions.get_cycle_times(bridge->client, &frames, &start, &next, &period) != 0) return now;
  int64_t since = (int64_t)(bridge->functions.get_time() - start);
  // JACK smooths its cycle times with a loop filter of about a second. After one late cycle (a server or a client that
  // was stopped and continued) they are far behind and then swing ahead: by a fifth of the lateness, for seconds. A
  // running cycle has begun, and recently; other values are not trusted.
  if (since < 0 || since > (int64_t)period + LATEST_CALLBACK_US) return now;
  return now - since * 1000;
}

// JACK notifies a client of freewheeling, but not one that connects in the meantime, and PipeWire does so only during
// the first such cycles: so their pace is checked as well.
static void watch_pace(cjack_bridge *bridge, uint32_t frames, int64_t now) {
  bool outruns = cjack_outruns(&bridge->pace, frames, atomic_load(&bridge->rate), now);
  if (outruns == atomic_load(&bridge->outruns)) return;
  atomic_store(&bridge->outruns, outruns);
  raise_flag(bridge, CJACK_FREEWHEEL);
}

int cjack_process(uint32_t frames, void *argument) NONBLOCKING {
  cjack_bridge *bridge = argument;
  float *left = bridge->functions.port_get_buffer(bridge->ports[0], frames);
  float *right = bridge->functions.port_get_buffer(bridge->ports[1], frames);
  int64_t now = monotonic_now();
  atomic_store(&bridge->last_cycle, now);
  if (!left || !right || frames == 0) {
    raise_expected(bridge, CJACK_CYCLE);
    return 0;
  }
  watch_pace(bridge, frames, now);

  uint32_t made = 0;
  // `rendering` is set before `running` is read, both sequentially consistent: control stores `running` = false and
  // then waits for `rendering` = false, after which it owns the renderer.
  atomic_store(&bridge->rendering, true);
  if (atomic_load(&bridge->running) && !cjack_bridge_is_freewheeling(bridge)) {
    made = frames < CJACK_MOST_FRAMES ? frames : CJACK_MOST_FRAMES;
    bridge->render(bridge->engine, made, left, right, cycle_start(bridge, now), atomic_load(&bridge->latency));
  }
  atomic_store(&bridge->rendering, false);
  raise_expected(bridge, made ? CJACK_CYCLE | CJACK_RENDERED : CJACK_CYCLE);
  if (made < frames) {
    memset(left + made, 0, (frames - made) * sizeof *left);
    memset(right + made, 0, (frames - made) * sizeof *right);
  }
  return 0;
}

static void on_shutdown(void *bridge) { raise_flag(bridge, CJACK_SHUTDOWN); }

static void on_info_shutdown(uint32_t code, const char *reason, void *bridge) {
  (void)code, (void)reason;
  raise_flag(bridge, CJACK_SHUTDOWN);
}

static int on_format(uint32_t value, void *bridge) {
  (void)value;
  raise_flag(bridge, CJACK_FORMAT);
  return 0;
}

static int on_rate(uint32_t rate, void *bridge) {
  cjack_bridge_set_rate(bridge, rate);
  return on_format(rate, bridge);
}

static void on_freewheel(int begins, void *argument) {
  cjack_bridge *bridge = argument;
  atomic_store(&bridge->freewheels, begins != 0);
  raise_flag(bridge, CJACK_FREEWHEEL);
}

static int on_xrun(void *argument) {
  cjack_bridge *bridge = argument;
  atomic_fetch_add(&bridge->xruns, 1);
  raise_flag(bridge, CJACK_XRUN);
  return 0;
}

static void on_latency(uint32_t mode, void *bridge) {
  if (mode == CJACK_PLAYBACK_LATENCY) raise_flag(bridge, CJACK_LATENCY);
}

static void keep_port_event(cjack_bridge *bridge, cjack_port_event event) {
  unsigned written = atomic_load_explicit(&bridge->written, memory_order_relaxed);
  if (written - atomic_load_explicit(&bridge->taken, memory_order_acquire) >= CJACK_MOST_PORT_EVENTS) {
    raise_flag(bridge, CJACK_PORTS | CJACK_PORTS_MISSED);
    return;
  }
  bridge->events[written % CJACK_MOST_PORT_EVENTS] = event;
  atomic_store_explicit(&bridge->written, written + 1, memory_order_release);
  raise_flag(bridge, CJACK_PORTS);
}

static void on_connection(uint32_t a, uint32_t b, int connected, void *bridge) {
  keep_port_event(
      bridge, (cjack_port_event){.kind = connected ? CJACK_PORTS_CONNECTED : CJACK_PORTS_DISCONNECTED, .a = a, .b = b});
}

static void on_registration(uint32_t port, int registered, void *bridge) {
  keep_port_event(
      bridge, (cjack_port_event){.kind = registered ? CJACK_PORT_REGISTERED : CJACK_PORT_UNREGISTERED, .a = port});
}

// --- The control thread ---------------------------------------------------------------------------------------------

jack_client_t *cjack_open(const cjack_functions *functions, const char *name, const char *server) {
  uint32_t status = 0;
  if (server) return functions->client_open(name, CJACK_NO_START_SERVER | CJACK_SERVER_NAME, &status, server);
  return functions->client_open(name, CJACK_NO_START_SERVER, &status);
}

int cjack_start(const cjack_functions *functions, jack_client_t *client, cjack_bridge *bridge) {
  const char *audio = "32 bit float mono audio";
  jack_port_t *left = functions->port_register(client, "left", audio, CJACK_PORT_IS_OUTPUT, 0);
  jack_port_t *right = functions->port_register(client, "right", audio, CJACK_PORT_IS_OUTPUT, 0);
  if (!left || !right) return -1;
  cjack_bridge_attach(bridge, functions, client, left, right);
  cjack_bridge_set_rate(bridge, functions->get_sample_rate(client));
  // jackd calls the second, and the first only without it; some PipeWires know only the first.
  functions->on_shutdown(client, on_shutdown, bridge);
  functions->on_info_shutdown(client, on_info_shutdown, bridge);
  if (functions->set_process_callback(client, cjack_process, bridge)) return -1;
  if (functions->set_buffer_size_callback(client, on_format, bridge)) return -1;
  if (functions->set_sample_rate_callback(client, on_rate, bridge)) return -1;
  if (functions->set_freewheel_callback(client, on_freewheel, bridge)) return -1;
  if (functions->set_xrun_callback(client, on_xrun, bridge)) return -1;
  if (functions->set_latency_callback(client, on_latency, bridge)) return -1;
  if (functions->set_port_connect_callback(client, on_connection, bridge)) return -1;
  if (functions->set_port_registration_callback(client, on_registration, bridge)) return -1;
  return functions->activate(client);
}

void cjack_close(const cjack_functions *functions, jack_client_t *client) {
  functions->deactivate(client);
  functions->client_close(client);
}

const char **cjack_playback_ports(const cjack_functions *functions, jack_client_t *client, bool physical) {
  unsigned long flags = CJACK_PORT_IS_INPUT | (physical ? CJACK_PORT_IS_PHYSICAL : 0);
  return functions->get_ports(client, NULL, "32 bit float mono audio", flags);
}

const char **cjack_connections(const cjack_functions *functions, const cjack_bridge *bridge, int channel) {
  return functions->port_get_connections(bridge->ports[channel & 1]);
}

bool cjack_is_ours(
    const cjack_functions *functions, jack_client_t *client, const cjack_bridge *bridge, uint32_t port) {
  jack_port_t *found = functions->port_by_id(client, port);
  return found && (found == bridge->ports[0] || found == bridge->ports[1]);
}

const char *cjack_port_name(const cjack_functions *functions, jack_client_t *client, uint32_t port) {
  jack_port_t *found = functions->port_by_id(client, port);
  return found ? functions->port_name(found) : NULL;
}

void cjack_free_names(const cjack_functions *functions, const char **names) {
  if (names) functions->free(names);
}

bool cjack_connect(
    const cjack_functions *functions, jack_client_t *client, const cjack_bridge *bridge, int channel,
    const char *destination) {
  const char *source = functions->port_name(bridge->ports[channel & 1]);
  if (!source) return false;
  int result = functions->connect(client, source, destination);
  return result == 0 || result == EEXIST;
}

void cjack_disconnect(
    const cjack_functions *functions, jack_client_t *client, const cjack_bridge *bridge, int channel,
    const char *destination) {
  const char *source = functions->port_name(bridge->ports[channel & 1]);
  if (source) functions->disconnect(client, source, destination);
}

uint32_t cjack_playback_latency(const cjack_functions *functions, jack_client_t *client, const char *name) {
  jack_port_t *port = functions->port_by_name(client, name);
  if (!port) return 0;
  jack_latency_range_t range = {0, 0};
  functions->port_get_latency_range(port, CJACK_PLAYBACK_LATENCY, &range);
  return range.max;
}

uint32_t cjack_rate(const cjack_functions *functions, jack_client_t *client) {
  return functions->get_sample_rate(client);
}

uint32_t cjack_period(const cjack_functions *functions, jack_client_t *client) {
  return functions->get_buffer_size(client);
}

bool cjack_set_period(const cjack_functions *functions, jack_client_t *client, uint32_t frames) {
  return functions->set_buffer_size(client, frames) == 0;
}
