#pragma once

#include <stddef.h>

/// Bytes that were embedded when the program was built. They live as long as the program and are never written.
typedef struct {
  /// The first byte. There is no zero after the last.
  const unsigned char *bytes;
  /// How many there are.
  size_t length;
} EmbeddedFile;

/// The English text catalogue, `text/en.text`, as UTF-8. Any thread.
EmbeddedFile CWebEnglishText(void);

/// The German text catalogue, `text/de.text`, as UTF-8. Any thread.
EmbeddedFile CWebGermanText(void);

/// A file of the pages, with its name.
typedef struct {
  /// Its path below this folder, ended by zero: `page/index.html`.
  const char *name;
  /// What it holds.
  EmbeddedFile file;
} EmbeddedPage;

/// How many files of the pages there are. Any thread.
size_t CWebPageCount(void);

/// The file at `index` of the table, 0 to one less than there are; an empty one elsewhere. Any thread.
EmbeddedPage CWebPage(size_t index);
