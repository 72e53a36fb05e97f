import Foundation
import Glibc

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
  /// The mappings after those, read later.
  private let shipped: ShippedMappings?
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
    self.init(own: mappings.map(LibraryEntry.init), shipped: nil, problems: problems, preferred: preferred)
  }

  private init(
    own: [LibraryEntry], shipped: ShippedMappings?, withdrawn: Set<String> = [], problems: [MappingProblem],
    preferred: ControllerMapping?
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
    guard let shipped else { return own }
    return own + shipped.found.entries.filter { $0.file.map { !withdrawn.contains($0) } ?? true }
  }

  /// Reads the ports that shipped mappings fit, if necessary: some hundredths of a second. Call before passing a port
  /// to a thread that must not wait for files. Any thread but the loop's and the real-time one.
  public func readShipped() { _ = shipped?.found }

  /// Whether `match` reads no file but that of the matching mapping.
  var isRead: Bool { shipped?.isRead ?? true }

  /// All mappings, in order of precedence. Decodes the remaining ones: some tenths of a second. Any thread but the
  /// loop's.
  public var mappings: [ControllerMapping] { entries.compactMap(\.mapping) }

  /// The number of mappings.
  public var count: Int { entries.count }

  /// Errors and warnings of all files, including shipped ones, but without reports that an unsure part of a shipped
  /// mapping is off, which is expected. Decodes like ``mappings``.
  public var allProblems: [MappingProblem] {
    problems + ((shipped?.found.problems ?? []) + entries.flatMap(\.problems)).filter { !$0.reason.isUnsureOff }
  }

  /// Reads every `*.yaml` and `*.yml` of `folders`, the player's own folder first; a missing folder counts as empty.
  /// The files of `shipped` come after them. They are read when a port is matched or all mappings are needed, and
  /// decoded when a port fits them: without a controller they are not needed, and sound would have to wait for them.
  /// Reports two files in one folder that fit the same device; an own file in place of a shipped one is fine. Blocks on
  /// files: any thread but the loop's and the real-time one.
  public static func load(folders: [String], shipped: String? = nil) -> MappingLibrary {
    let own = folders.map { entries(in: $0, isShipped: false) }
    return MappingLibrary(
      own: own.flatMap(\.entries), shipped: shipped.map(ShippedMappings.init), problems: own.flatMap(\.problems),
      preferred: nil)
  }

  /// Returns the entries of one folder, by file name.
  static func entries(
    in folder: String, isShipped: Bool
  ) -> (entries: [LibraryEntry], problems: [MappingProblem]) {
    var entries: [LibraryEntry] = []
    var problems: [MappingProblem] = []
    let files: [String]
    do throws(ReadFailure) {
      files = try Self.files(in: folder)
    } catch {
      return ([], [MappingProblem(file: folder, position: nil, reason: error.reason)])
    }
    for file in files {
      var entry: LibraryEntry?
      if isShipped { entry = (try? read(file)).flatMap { LibraryEntry(deferring: $0, file: file) } }
      if entry == nil {
        let found = load(file: file)
        problems += found.problems
        entry = found.mapping.map(LibraryEntry.init)
      }
      guard let entry else { continue }
      if let earlier = entries.first(where: { $0.match.fitsSameDevice(as: entry.match) }) {
        problems.append(MappingProblem(file: file, position: nil, reason: .sameDevice(file: earlier.file ?? file)))
      }
      entries.append(entry)
    }
    return (entries, problems)
  }

  /// Returns the mapping files of a folder; none if it does not exist.
  private static func files(in folder: String) throws(ReadFailure) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw ReadFailure(reason: .unreadable(code: errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted().filter { !$0.hasPrefix(".") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }
      .map { folder + "/" + $0 }
  }

  /// Reads one file: returns the mapping, nil if it has errors, and the problems of the file. Blocks like
  /// `load(folders:)`.
  public static func load(file: String) -> (mapping: ControllerMapping?, problems: [MappingProblem]) {
    do throws(ReadFailure) {
      return MappingDecoder.decode(try read(file), file: file)
    } catch {
      return (nil, [MappingProblem(file: file, position: nil, reason: error.reason)])
    }
  }

  /// Returns the mapping in a file's `bytes`; nil if it has errors. `file` is its name. Any thread.
  public static func mapping(in bytes: [UInt8], file: String) -> ControllerMapping? {
    MappingDecoder.decode(bytes, file: file).mapping
  }

  /// Returns the text of each mapping's file, by `ControllerMapping.file`; an unreadable file is omitted. Any thread;
  /// reads files.
  public func texts() -> [String: String] {
    var texts: [String: String] = [:]
    for case let file? in entries.map(\.file) + [preferred?.file] {
      texts[file] = try? String(contentsOfFile: file, encoding: .utf8)
    }
    return texts
  }

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

  /// Returns the mapping with this name, ignoring case; nil if there is none.
  public func mapping(named name: String) -> ControllerMapping? {
    mappings.first { $0.name.lowercased() == name.lowercased() }
  }

  private struct ReadFailure: Error {
    var reason: MappingProblemReason
  }

  /// Returns the file's bytes, at most one more than a mapping may have. Never waits: a pipe or device is refused.
  private static func read(_ path: String) throws(ReadFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw ReadFailure(reason: .unreadable(code: errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw ReadFailure(reason: .unreadable(code: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ReadFailure(reason: .notAFile) }
    var bytes = [UInt8](repeating: 0, count: YAMLDocument.largestFile + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw ReadFailure(reason: .unreadable(code: errno))
      }
      if got == 0 { break }
      count += got
    }
    return Array(bytes[..<count])
  }
}

extension PortMatch {
  /// Returns whether both fit the same USB device at the same port.
  fileprivate func fitsSameDevice(as other: PortMatch) -> Bool {
    guard usb.contains(where: other.usb.contains) else { return false }
    return portIndex == nil || other.portIndex == nil || portIndex == other.portIndex
  }
}
