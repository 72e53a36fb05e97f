import Synchronization

/// A mapping in a library. Whom it fits is known at once; the rest may be decoded when it is first asked for, as a player has
/// one or two of the many controllers that there are files for.
struct LibraryEntry: Sendable {
  /// Which ports it fits.
  let match: PortMatch
  /// Where it was read; nil: nowhere.
  let file: String?
  private let content: Content

  private enum Content: Sendable {
    case decoded(ControllerMapping)
    case deferred(DeferredMapping)
  }

  /// What is decoded already.
  init(_ mapping: ControllerMapping) {
    (match, file, content) = (mapping.match, mapping.file, .decoded(mapping))
  }

  /// The file's `bytes`, which are decoded later; nil where only decoding tells whom they fit.
  init?(deferring bytes: [UInt8], file: String) {
    guard let match = MappingDecoder.match(in: bytes, file: file) else { return nil }
    (self.match, self.file, content) = (match, file, .deferred(DeferredMapping(bytes, file: file)))
  }

  /// The mapping; nil if its file has errors. Decodes it if nobody has: about a millisecond. Any thread.
  var mapping: ControllerMapping? {
    switch content {
    case .decoded(let mapping): mapping
    case .deferred(let deferred): deferred.found.mapping
    }
  }

  /// What is wrong with the file, if that was not told when it was read. Decodes like `mapping`.
  var problems: [MappingProblem] {
    switch content {
    case .decoded: []
    case .deferred(let deferred): deferred.found.problems
    }
  }

  /// Whether asking for the mapping decodes nothing.
  var isDecoded: Bool {
    switch content {
    case .decoded: true
    case .deferred(let deferred): deferred.isDecoded
    }
  }
}

/// A file's content: its bytes until it is asked for, then what they say.
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
