import Synchronization

/// A mapping in a library. The ports it fits are known at once; the rest is decoded on first use, if possible, as a
/// player has one or two of the many controllers with a file.
struct LibraryEntry: Sendable {
  /// The ports the mapping fits.
  let match: PortMatch
  /// The mapping's file; nil if it was not read from one.
  let file: String?
  private let content: Content

  private enum Content: Sendable {
    case decoded(ControllerMapping)
    case deferred(DeferredMapping)
  }

  /// Creates an entry for a decoded mapping.
  init(_ mapping: ControllerMapping) {
    (match, file, content) = (mapping.match, mapping.file, .decoded(mapping))
  }

  /// Creates an entry that decodes the file's `bytes` later; nil if only decoding reveals which ports they fit.
  init?(deferring bytes: [UInt8], file: String) {
    guard let match = MappingDecoder.match(in: bytes, file: file) else { return nil }
    (self.match, self.file, content) = (match, file, .deferred(DeferredMapping(bytes, file: file)))
  }

  /// The mapping; nil if its file has errors. Decoded on first use, in about a millisecond. Any thread.
  var mapping: ControllerMapping? {
    switch content {
    case .decoded(let mapping): mapping
    case .deferred(let deferred): deferred.found.mapping
    }
  }

  /// The problems of the file that were not reported when it was read. Decodes like `mapping`.
  var problems: [MappingProblem] {
    switch content {
    case .decoded: []
    case .deferred(let deferred): deferred.found.problems
    }
  }

  /// Whether the mapping is available without decoding.
  var isDecoded: Bool {
    switch content {
    case .decoded: true
    case .deferred(let deferred): deferred.isDecoded
    }
  }
}

/// A file's content: its bytes until first use, then the decoded mapping.
private final class DeferredMapping: Sendable {
  typealias Found = (mapping: ControllerMapping?, problems: [MappingProblem])

  private enum State: Sendable {
    case bytes([UInt8])
    case found(ControllerMapping?, [MappingProblem])
  }

  private let file: String
  private let state: Mutex<State>

  init(_ bytes: [UInt8], file: String) {
    self.file = file
    state = Mutex(.bytes(bytes))
  }

  var found: Found {
    state.withLock { state in
      switch state {
      case .found(let mapping, let problems): return (mapping, problems)
      case .bytes(let bytes):
        let found = MappingDecoder.decode(bytes, file: file)
        state = .found(found.mapping, found.problems)
        return found
      }
    }
  }

  var isDecoded: Bool { state.withLock { if case .found = $0 { true } else { false } } }
}
