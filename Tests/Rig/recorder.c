// Records JACK ports without losing a frame.
//
//     recorder OUTPUT SOURCE...
//
// Each SOURCE is the full name of an output port, for instance peach:left, and becomes one channel; it is connected
// whenever it appears. The recorder writes OUTPUT (interleaved 32-bit floats of this machine) and OUTPUT.cycles (for
// each process cycle two 64-bit integers: its first frame in OUTPUT, and its start in ns of CLOCK_MONOTONIC). Standard
// output gets the line "ready" when recording has begun, and at the end (SIGTERM, SIGINT, or the server's death) one
// line of JSON.
#define _GNU_SOURCE
#include <errno.h>
#include <jack/jack.h>
#include <jack/ringbuffer.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum { MAX_CHANNELS = 8, MAX_PERIOD = 8192, RING_SECONDS = 20, RING_CYCLES = 1 << 16, DRAIN_INTERVAL_MS = 100, CLOSE_SECONDS = 2 };
enum { LATEST_CALLBACK_US = 10000 }; // after a period: later than this no callback comes

struct cycle {
    int64_t frame;
    int64_t time_ns;
};

static jack_client_t *client;
static int channels;
static jack_port_t *inputs[MAX_CHANNELS];
static jack_ringbuffer_t *samples, *cycles;
static int wake; // eventfd: ports changed or the server died

static int64_t frames; // handed to the ring by JACK's thread
static atomic_llong lost_frames, skipped_frames;
static atomic_int xruns, server_lost;

static int64_t monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

// JACK counts in CLOCK_MONOTONIC_RAW: the age of the cycle is the same by every clock. Its cycle times are smoothed:
// after a late cycle they are wrong for seconds, and an impossible time is replaced by now.
static int64_t cycle_start_ns(jack_time_t start_us, float period_us) {
    int64_t since_us = (int64_t)jack_get_time() - (int64_t)start_us;
    if (since_us < 0 || since_us > (int64_t)period_us + LATEST_CALLBACK_US) since_us = 0;
    return monotonic_ns() - since_us * 1000;
}

static int process(jack_nframes_t count, void *argument) {
    (void)argument;
    static jack_nframes_t expected;
    jack_nframes_t first;
    jack_time_t start_us, next_us;
    float period_us;
    jack_get_cycle_times(client, &first, &start_us, &next_us, &period_us);
    if (frames > 0 && first != expected) skipped_frames += (jack_nframes_t)(first - expected);
    expected = first + count;

    struct cycle cycle = {frames, cycle_start_ns(start_us, period_us)};
    if (count > MAX_PERIOD || jack_ringbuffer_write_space(samples) < count * channels * sizeof(float) ||
        jack_ringbuffer_write_space(cycles) < sizeof cycle) {
        lost_frames += count;
        return 0;
    }
    jack_ringbuffer_write(cycles, (const char *)&cycle, sizeof cycle);
    const float *source[MAX_CHANNELS];
    for (int channel = 0; channel < channels; channel++) source[channel] = jack_port_get_buffer(inputs[channel], count);
    static float interleaved[MAX_PERIOD * MAX_CHANNELS];
    for (jack_nframes_t frame = 0; frame < count; frame++)
        for (int channel = 0; channel < channels; channel++)
            interleaved[frame * channels + channel] = source[channel][frame];
    jack_ringbuffer_write(samples, (const char *)interleaved, count * channels * sizeof(float));
    frames += count;
    return 0;
}

static int count_xrun(void *argument) {
    (void)argument;
    xruns++;
    return 0;
}

static void ports_changed(jack_port_id_t port, int registered, void *argument) {
    (void)port, (void)registered, (void)argument;
    eventfd_write(wake, 1);
}

static void server_died(void *argument) {
    (void)argument;
    server_lost = 1;
    eventfd_write(wake, 1);
}

static void fail(const char *what) {
    fprintf(stderr, "recorder: %s\n", what);
    exit(1);
}

static FILE *open_output(const char *path, const char *suffix) {
    char name[4096];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    FILE *file = fopen(name, "wb");
    if (!file) fail(name);
    return file;
}

// Returns the number of bytes moved from the ring to the file.
static size_t drain(jack_ringbuffer_t *ring, FILE *file) {
    jack_ringbuffer_data_t parts[2];
    jack_ringbuffer_get_read_vector(ring, parts);
    for (int part = 0; part < 2; part++)
        if (fwrite(parts[part].buf, 1, parts[part].len, file) != parts[part].len) fail("the disk is full");
    jack_ringbuffer_read_advance(ring, parts[0].len + parts[1].len);
    return parts[0].len + parts[1].len;
}

static void connect_sources(char **sources) {
    for (int channel = 0; channel < channels; channel++)
        if (jack_port_by_name(client, sources[channel]) && !jack_port_connected_to(inputs[channel], sources[channel]))
            jack_connect(client, sources[channel], jack_port_name(inputs[channel]));
}

int main(int argc, char **argv) {
    channels = argc - 2;
    if (channels < 1 || channels > MAX_CHANNELS) fail("usage: recorder OUTPUT SOURCE...");
    char **sources = argv + 2;
    FILE *sample_file = open_output(argv[1], ""), *cycle_file = open_output(argv[1], ".cycles");

    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGINT);
    sigprocmask(SIG_BLOCK, &ending, NULL); // JACK's threads inherit this
    int signals = signalfd(-1, &ending, 0);
    wake = eventfd(0, EFD_NONBLOCK);

    client = jack_client_open("recorder", JackNoStartServer, NULL);
    if (!client) fail("no JACK server");
    for (int channel = 0; channel < channels; channel++) {
        char name[16];
        snprintf(name, sizeof name, "channel-%d", channel + 1);
        inputs[channel] = jack_port_register(client, name, JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
    }
    jack_nframes_t rate = jack_get_sample_rate(client);
    samples = jack_ringbuffer_create((size_t)RING_SECONDS * rate * channels * sizeof(float));
    cycles = jack_ringbuffer_create(RING_CYCLES * sizeof(struct cycle));
    jack_ringbuffer_mlock(samples);
    jack_ringbuffer_mlock(cycles);
    jack_set_process_callback(client, process, NULL);
    jack_set_xrun_callback(client, count_xrun, NULL);
    jack_set_port_registration_callback(client, ports_changed, NULL);
    jack_on_shutdown(client, server_died, NULL);
    if (jack_activate(client)) fail("the JACK server refused the client");
    connect_sources(sources);
    printf("ready\n");
    fflush(stdout);

    struct pollfd events[2] = {{.fd = signals, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    size_t written = 0;
    int ended;
    do {
        if (poll(events, 2, DRAIN_INTERVAL_MS) < 0 && errno != EINTR) fail("poll");
        ended = server_lost || (events[0].revents & POLLIN);
        eventfd_t changes;
        if (!ended && eventfd_read(wake, &changes) == 0) connect_sources(sources);
        drain(cycles, cycle_file);
        written += drain(samples, sample_file);
    } while (!ended);
    if (fclose(sample_file) || fclose(cycle_file)) fail("the disk is full");
    printf("{\"rate\": %u, \"channels\": %d, \"frames\": %zu, \"xruns\": %d, \"lostFrames\": %lld, \"skippedFrames\": %lld, "
           "\"serverLost\": %s}\n",
           rate, channels, written / (channels * sizeof(float)), (int)xruns, (long long)lost_frames, (long long)skipped_frames,
           server_lost ? "true" : "false");
    fflush(stdout);
    if (!server_lost) {
        alarm(CLOSE_SECONDS); // a frozen server never answers; leaving without a word would be an xrun to the others
        jack_client_close(client);
    }
    _exit(0);
}
