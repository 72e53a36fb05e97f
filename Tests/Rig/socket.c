// Gives a sound card a jack control that reports whether something is plugged in, like cards with a sense contact, and
// sets its state.
//
//     socket CARD NAME 0|1
//
// CARD is a number, NAME a control's, as in "Headphone Jack". The control is created if the card has none of that name,
// and outlives this program.
#include <alsa/asoundlib.h>
#include <stdio.h>
#include <stdlib.h>

static void must(int result, const char *what) {
    if (result >= 0) return;
    fprintf(stderr, "socket: %s: %s\n", what, snd_strerror(result));
    exit(1);
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: socket CARD NAME 0|1\n");
        return 2;
    }
    char name[16];
    snprintf(name, sizeof name, "hw:%s", arguments[1]);
    snd_ctl_t *card;
    must(snd_ctl_open(&card, name, 0), name);
    snd_ctl_elem_id_t *socket;
    snd_ctl_elem_id_alloca(&socket);
    snd_ctl_elem_id_set_interface(socket, SND_CTL_ELEM_IFACE_CARD);
    snd_ctl_elem_id_set_name(socket, arguments[2]);
    int made = snd_ctl_elem_add_boolean(card, socket, 1);
    if (made != -EBUSY) must(made, "making the control"); // there is one already
    snd_ctl_elem_value_t *value;
    snd_ctl_elem_value_alloca(&value);
    snd_ctl_elem_value_set_id(value, socket);
    snd_ctl_elem_value_set_boolean(value, 0, atoi(arguments[3]));
    must(snd_ctl_elem_write(card, value), "plugging");
    snd_ctl_close(card);
    return 0;
}
