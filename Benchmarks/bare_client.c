/* The least that a program needs to sound: a JACK client with two ports, connected to the first two outputs. Prints
   when its first cycle that is heard began, in ns of CLOCK_MONOTONIC, and ends. */

#include <jack/jack.h>
#include <math.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static jack_port_t *ports[2];
static atomic_bool is_connected;
static long long began;
static double phase;
static sem_t sounds;

static int render(jack_nframes_t frames, void *unused) {
    (void)unused;
    if (!atomic_load_explicit(&is_connected, memory_order_acquire)) return 0;
    float *left = jack_port_get_buffer(ports[0], frames), *right = jack_port_get_buffer(ports[1], frames);
    for (jack_nframes_t frame = 0; frame < frames; frame++) {
        left[frame] = right[frame] = (float)(0.1 * sin(phase));
        phase += 2 * M_PI * 440 / 48000;
    }
    if (!began) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        began = now.tv_sec * 1000000000LL + now.tv_nsec;
        sem_post(&sounds);
    }
    return 0;
}

int main(void) {
    sem_init(&sounds, 0, 0);
    jack_client_t *client = jack_client_open("bare", JackNoStartServer, NULL);
    if (!client) return 1;
    jack_set_process_callback(client, render, NULL);
    ports[0] = jack_port_register(client, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    ports[1] = jack_port_register(client, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
    if (!ports[0] || !ports[1] || jack_activate(client)) return 1;
    const char **outputs = jack_get_ports(client, NULL, JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput | JackPortIsPhysical);
    if (!outputs || !outputs[0] || !outputs[1]) return 1;
    for (int port = 0; port < 2; port++)
        if (jack_connect(client, jack_port_name(ports[port]), outputs[port])) return 1;
    jack_free(outputs);
    atomic_store_explicit(&is_connected, true, memory_order_release);
    sem_wait(&sounds);
    printf("%lld\n", began);
    jack_client_close(client);
    return 0;
}
