/// The reason why a mapping serves a port.
public enum MatchReason: Hashable, Sendable {
  /// The port's USB id and its place among the device's ports fit.
  case usb(USBID, portIndex: Int)
  /// The names of client and port fit.
  case name
  /// No file fits, so the built-in mapping serves.
  case generic
}

/// The readable mapping files, and the problems of the others. A bad file never stops practice: the generic mapping
/// serves controllers without a valid one.
public struct MappingLibrary: Sendable {
  /// The mappings read at once, in order of precedence: earlier folders first, within a folder by file name.
  private let own: [LibraryEntry]
  /// Returns the mappings after those, which it reads on its first call.
  private let shipped: @Sendable () -> FolderMappings
  /// Files that are no longer part of the library.
  private let withdrawn: Set<String>
  /// Errors and warnings of the player's own files, in the same order.
  public let problems: [MappingProblem]
  /// The mapping requested by the player: it serves every port it fits, by USB id or by name, before any other.
  public let preferred: ControllerMapping?

  /// Creates a library of these mappings.
  public init(
    mappings: [ControllerMapping], problems: [MappingProblem] = [], preferred: ControllerMapping? = nil
  ) {
    self.init(
      own: mappings.map(LibraryEntry.init), shipped: { FolderMappings([]) }, problems: problems, preferred: preferred)
  }

  /// Creates the library of these folders, the player's own first. The folder of `shipped` comes after them; the
  /// function returns its contents, which it reads on its first call: without a controller they are not needed, and
  /// sound would have to wait for them. An own file in place of a shipped one is fine.
  package init(
    own folders: [FolderMappings], shipped: @escaping @Sendable () -> FolderMappings = { FolderMappings([]) }
  ) {
    self.init(
      own: folders.flatMap(\.entries), shipped: shipped, problems: folders.flatMap(\.problems), preferred: nil)
  }

  private init(
    own: [LibraryEntry], shipped: @escaping @Sendable () -> FolderMappings, withdrawn: Set<String> = [],
    problems: [MappingProblem], preferred: ControllerMapping?
  ) {
    self.own = own
    self.shipped = shipped
    self.withdrawn = withdrawn
    self.problems = problems
    self.preferred = preferred
  }

  /// Creates a copy of `other` with the requested mapping and the problems of its file.
  public init(_ other: MappingLibrary, preferred: ControllerMapping?, problems: [MappingProblem]) {
    self.init(
      own: other.own, shipped: other.shipped, withdrawn: other.withdrawn, problems: problems + other.problems,
      preferred: preferred)
  }

  /// Returns this library with `written` first, and without its entries for `files`.
  func changed(
    _ files: Set<String>, written: [ControllerMapping], preferred: ControllerMapping?
  ) -> MappingLibrary {
    MappingLibrary(
      own: written.map(LibraryEntry.init) + own.filter { $0.file.map { !files.contains($0) } ?? true },
      shipped: shipped, withdrawn: withdrawn.union(files), problems: problems.filter { !files.contains($0.file) },
      preferred: preferred)
  }

  /// All entries in order of precedence, the shipped ones last. Reads those if necessary.
  var entries: [LibraryEntry] {
    own + shipped().entries.filter { $0.file.map { !withdrawn.contains($0) } ?? true }
  }

  /// Reads the ports that shipped mappings fit, if necessary: some hundredths of a second. Call before passing a port
  /// to a thread that must not wait for files. Any thread but the loop's and the real-time one.
  public func readShipped() { _ = shipped() }

  /// All mappings, in order of precedence. Decodes the remaining ones: some tenths of a second. Any thread but the
  /// loop's.
  public var mappings: [ControllerMapping] { entries.compactMap(\.mapping) }

  /// The number of mappings.
  public var count: Int { entries.count }

  /// Errors and warnings of all files, including shipped ones, but without reports that an unsure part of a shipped
  /// mapping is off, which is expected. Decodes like ``mappings``.
  public var allProblems: [MappingProblem] {
    problems + (shipped().problems + entries.flatMap(\.problems)).filter { !$0.reason.isUnsureOff }
  }

  /// Returns the mapping in a file's `bytes`; nil if it has errors. `file` is its name. Any thread.
  public static func mapping(in bytes: [UInt8], file: String) -> ControllerMapping? {
    MappingDecoder.decode(bytes, file: file).mapping
  }

  /// The files of all mappings, the requested one included. Reads the shipped ones if necessary.
  package var files: [String] { (entries.map(\.file) + [preferred?.file]).compactMap(\.self) }

  /// Returns the mapping that serves `port` and the reason: the preferred one if it fits, else one that fits its USB id
  /// and place, else one that fits its names, else the generic one. Two equal devices get the same mapping. Decodes the
  /// matching mapping if necessary: about a millisecond. Any thread, after `readShipped`.
  public func match(_ port: PortDescription) -> (mapping: ControllerMapping, reason: MatchReason) {
    if let preferred {
      if let id = port.usb, preferred.match.fitsUSB(port) { return (preferred, .usb(id, portIndex: port.portIndex)) }
      if preferred.match.fitsName(port) { return (preferred, .name) }
    }
    if let id = port.usb, let mapping = serving({ $0.fitsUSB(port) }) {
      return (mapping, .usb(id, portIndex: port.portIndex))
    }
    if let mapping = serving({ $0.fitsName(port) }) { return (mapping, .name) }
    return (.generic, .generic)
  }

  /// Returns the first mapping that fits and has no errors.
  private func serving(_ fits: (PortMatch) -> Bool) -> ControllerMapping? {
    for entry in entries where fits(entry.match) {
      if let mapping = entry.mapping { return mapping }
    }
    return nil
  }

  /// Returns the place of `mapping` in the order of precedence; nil if it is not in the library. Any thread.
  public func place(of mapping: ControllerMapping) -> Int? {
    entries.firstIndex { $0.file == mapping.file && $0.mapping == mapping }
  }

  /// Returns the mapping with this name, ignoring case; nil if the library has none.
  public func mapping(named name: String) -> ControllerMapping? {
    mappings.first { $0.name.lowercased() == name.lowercased() }
  }
}
