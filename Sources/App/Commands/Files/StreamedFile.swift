import Foundation
import Glibc
import Linux

/// A file that is written in pieces and gets its name only once it is complete; the old file stays until then. Standard
/// output, pipes and devices are written directly. Blocks on files.
final class StreamedFile {
  private enum Way {
    case partial(AtomicFile)
    case asItIs(Int32)
  }

  private let path: String
  private let way: Way

  /// Starts the file at `output`.
  init(_ output: OutputPath) throws(FileFailure) {
    path = output.path
    switch try output.check() {
    case .pipe, .other: way = .asItIs(try output.open())
    case .nothing, .file:
      // A link remains a link: its target is replaced.
      let final = URL(filePath: path).resolvingSymlinksInPath().path
      way = .partial(
        try FileFailure.naming(path) { () throws(SystemFailure) in
          try AtomicFile(final, temporary: "\(final).\(getpid()).partial", mode: output.mode)
        })
    }
  }

  deinit {
    if case .asItIs(let descriptor) = way, descriptor != STDOUT_FILENO { close(descriptor) }
  }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws(FileFailure) {
    switch way {
    case .partial(let file): try FileFailure.naming(path) { () throws(SystemFailure) in try file.write(bytes) }
    case .asItIs(let descriptor): try bytes.written(to: descriptor, path: path)
    }
  }

  /// Completes the file: it is on disk under its name.
  func finish() throws(FileFailure) {
    guard case .partial(let file) = way else { return }
    try FileFailure.naming(path) { () throws(SystemFailure) in try file.finish() }
  }
}
