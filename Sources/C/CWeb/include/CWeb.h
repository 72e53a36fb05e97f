#pragma once

#include <stddef.h>

/// A file that was embedded when the program was built. It lives as long as the program and is never written.
typedef struct {
  /// Its path below `Sources/Web`, terminated by zero: `page/index.html`, `text/en.text`.
  const char *name;
  /// The first byte. There is no zero after the last.
  const unsigned char *bytes;
  /// How many there are.
  size_t length;
} EmbeddedFile;

/// How many files there are. Any thread.
size_t CWebFileCount(void);

/// The file at `index` of the table, 0 to one less than there are; an empty one elsewhere. Any thread.
EmbeddedFile CWebFile(size_t index);
