#include "include/CWeb.h"

// `#embed` is C23, which clang offers in every mode and announces. It is used because the compiler then tracks the
// files as dependencies, and because a program with its texts inside can be moved (`Bundle.module` traps when it is).
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char english[] = {
#embed "../../Web/text/en.text"
};

static const unsigned char german[] = {
#embed "../../Web/text/de.text"
};

EmbeddedFile CWebEnglishText(void) { return (EmbeddedFile){.bytes = english, .length = sizeof english}; }

EmbeddedFile CWebGermanText(void) { return (EmbeddedFile){.bytes = german, .length = sizeof german}; }
