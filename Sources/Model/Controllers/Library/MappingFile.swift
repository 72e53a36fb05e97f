/// A mapping file as its reader found it.
package struct MappingFile: Sendable {
  /// A mapping, nil if its file has errors, and the problems of that file.
  package typealias Decoded = (mapping: ControllerMapping?, problems: [MappingProblem])

  /// The file's path, which problems name.
  let path: String
  private let content: Content

  private enum Content: Sendable {
    case bytes([UInt8])
    case unreadable(MappingProblemReason)
  }

  /// The most bytes that a mapping may have.
  package static let sizeLimit = YAMLDocument.largestFile

  /// Creates the file at `path`, of which these are all bytes.
  package init(_ path: String, bytes: [UInt8]) { (self.path, content) = (path, .bytes(bytes)) }

  /// Creates a file, or a folder of files, that could not be read.
  package init(_ path: String, unreadable reason: MappingProblemReason) {
    (self.path, content) = (path, .unreadable(reason))
  }

  /// The mapping in the file. Decodes it, in about a millisecond.
  package var decoded: Decoded {
    switch content {
    case .bytes(let bytes): MappingDecoder.decode(bytes, file: path)
    case .unreadable(let reason): (nil, [MappingProblem(file: path, position: nil, reason: reason)])
    }
  }

  /// The ports that the file fits, without decoding all of it; nil if only that reveals them.
  var match: PortMatch? {
    switch content {
    case .bytes(let bytes): MappingDecoder.match(in: bytes, file: path)
    case .unreadable: nil
    }
  }
}

/// The mappings of a folder, in the order of their files, and the problems of those files.
package struct FolderMappings: Sendable {
  /// Returns a function that calls `decode` on its first call and returns that result from then on. It may be called on
  /// any thread.
  package typealias Once = (_ decode: @escaping @Sendable () -> MappingFile.Decoded) ->
    @Sendable () ->
    MappingFile.Decoded

  let entries: [LibraryEntry]
  let problems: [MappingProblem]

  /// Creates the mappings of `files`, a folder's in order. Two that fit the same device are a problem. With `once`, a
  /// file is decoded on first use, if the ports it fits are known without.
  package init(_ files: [MappingFile], once: Once? = nil) {
    var entries: [LibraryEntry] = []
    var problems: [MappingProblem] = []
    for file in files {
      var entry = once.flatMap { LibraryEntry(file, once: $0) }
      if entry == nil {
        let found = file.decoded
        problems += found.problems
        entry = found.mapping.map(LibraryEntry.init)
      }
      guard let entry else { continue }
      if let earlier = entries.first(where: { $0.match.fitsSameDevice(as: entry.match) }) {
        problems.append(
          MappingProblem(file: file.path, position: nil, reason: .sameDevice(file: earlier.file ?? file.path)))
      }
      entries.append(entry)
    }
    (self.entries, self.problems) = (entries, problems)
  }
}

/// A mapping in a library. The ports it fits are known at once; the rest is decoded on first use, if possible, as a
/// player has one or two of the many controllers with a file.
struct LibraryEntry: Sendable {
  /// The ports the mapping fits.
  let match: PortMatch
  /// The mapping's file; nil if it was not read from one.
  let file: String?
  private let decoded: @Sendable () -> MappingFile.Decoded

  /// Creates an entry for a decoded mapping.
  init(_ mapping: ControllerMapping) {
    (match, file, decoded) = (mapping.match, mapping.file, { (mapping, []) })
  }

  /// Creates an entry that decodes the file later; nil if only decoding reveals which ports it fits.
  fileprivate init?(_ file: MappingFile, once: FolderMappings.Once) {
    guard let match = file.match else { return nil }
    (self.match, self.file, decoded) = (match, file.path, once { file.decoded })
  }

  /// The mapping; nil if its file has errors. Decoded on first use, in about a millisecond. Any thread.
  var mapping: ControllerMapping? { decoded().mapping }

  /// The problems of the file that were not reported when it was read. Decodes like `mapping`.
  var problems: [MappingProblem] { decoded().problems }
}

extension PortMatch {
  /// Returns whether both fit the same USB device at the same port.
  fileprivate func fitsSameDevice(as other: PortMatch) -> Bool {
    guard usb.contains(where: other.usb.contains) else { return false }
    // Names distinguish products with the same id.
    if requirement == .both, other.requirement == .both, Set(clients).isDisjoint(with: other.clients) { return false }
    return portIndex == nil || other.portIndex == nil || portIndex == other.portIndex
  }
}
