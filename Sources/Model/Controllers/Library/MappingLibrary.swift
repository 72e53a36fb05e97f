import Foundation
import Glibc

/// Why a mapping serves a port.
public enum MatchReason: Hashable, Sendable {
  /// The port's USB id and its place among the device's ports.
  case usb(USBID, portIndex: Int)
  /// The names of client and port.
  case name
  /// No file fits: the built-in mapping serves.
  case generic
}

/// The mapping files that could be read, and what is wrong with those that could not. A bad file never stops practice:
/// for a controller without a good one the generic mapping serves.
public struct MappingLibrary: Sendable {
  /// What was read at once, in order of precedence: earlier folders first, within a folder by file name.
  private let own: [LibraryEntry]
  /// What comes after it and is read later.
  private let shipped: ShippedMappings?
  /// Files that count no more.
  private let withdrawn: Set<String>
  /// Errors and warnings of the player's own files, in the same order.
  public let problems: [MappingProblem]
  /// The mapping that was asked for: it serves every port it fits, by USB id or by name, before any other.
  public let preferred: ControllerMapping?

  /// A library of these mappings.
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

  /// `other`, with the mapping that was asked for and what is wrong with its file.
  public init(_ other: MappingLibrary, preferred: ControllerMapping?, problems: [MappingProblem]) {
    self.init(
      own: other.own, shipped: other.shipped, withdrawn: other.withdrawn, problems: problems + other.problems,
      preferred: preferred)
  }

  /// This library with `written` before all else, and without what it holds of `files`.
  func changed(
    _ files: Set<String>, written: [ControllerMapping], preferred: ControllerMapping?
  ) -> MappingLibrary {
    MappingLibrary(
      own: written.map(LibraryEntry.init) + own.filter { $0.file.map { !files.contains($0) } ?? true },
      shipped: shipped, withdrawn: withdrawn.union(files), problems: problems.filter { !files.contains($0.file) },
      preferred: preferred)
  }

  /// All of them in order of precedence, the shipped ones last. Reads those if nobody has.
  var entries: [LibraryEntry] {
    guard let shipped else { return own }
    return own + shipped.found.entries.filter { $0.file.map { !withdrawn.contains($0) } ?? true }
  }

  /// Reads whom the shipped mappings fit, if nobody has: some hundredths of a second. Whoever hands a port to somebody who must
  /// not wait for files does so before. Any thread but the loop's and the real-time one.
  public func readShipped() { _ = shipped?.found }

  /// Whether `match` reads nothing but the file of the one that fits.
  var isRead: Bool { shipped?.isRead ?? true }

  /// All mappings, in order of precedence. Decodes those that nobody has asked for yet: some tenths of a second. Any thread
  /// but the loop's.
  public var mappings: [ControllerMapping] { entries.compactMap(\.mapping) }

  /// How many there are.
  public var count: Int { entries.count }

  /// Errors and warnings of all files, the shipped ones too: that something in one of these is unsure and therefore off is no
  /// news, and nothing is said of it. Decodes like ``mappings``.
  public var allProblems: [MappingProblem] {
    problems + ((shipped?.found.problems ?? []) + entries.flatMap(\.problems)).filter { !$0.reason.isUnsureOff }
  }

  /// Reads every `*.yaml` and `*.yml` of `folders`, the player's own folder first; a folder that does not exist is empty. Those
  /// of `shipped` come after them. They are read when a port is to be matched or somebody asks for all, and decoded when a port
  /// fits them: without a controller nobody needs them, and sound would have to wait for them.
  /// Two files of one folder that fit the same device are told; an own file in place of a shipped one is what it is for.
  /// Blocks on files: any thread but the loop's and the real-time one.
  public static func load(folders: [String], shipped: String? = nil) -> MappingLibrary {
    let own = folders.map { entries(in: $0, isShipped: false) }
    return MappingLibrary(
      own: own.flatMap(\.entries), shipped: shipped.map(ShippedMappings.init), problems: own.flatMap(\.problems),
      preferred: nil)
  }

  /// What is in one folder, by file name.
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

  /// None where there is no folder.
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

  /// Reads one file: the mapping, nil if it has errors, and what is wrong with it. Blocks like `load(folders:)`.
  public static func load(file: String) -> (mapping: ControllerMapping?, problems: [MappingProblem]) {
    do throws(ReadFailure) {
      return MappingDecoder.decode(try read(file), file: file)
    } catch {
      return (nil, [MappingProblem(file: file, position: nil, reason: error.reason)])
    }
  }

  /// The mapping in a file's `bytes`; nil if it has errors. `file` names it. Any thread.
  public static func mapping(in bytes: [UInt8], file: String) -> ControllerMapping? {
    MappingDecoder.decode(bytes, file: file).mapping
  }

  /// What each mapping's file says, by `ControllerMapping.file`; a file that cannot be read is left out. Any thread; reads
  /// files.
  public func texts() -> [String: String] {
    var texts: [String: String] = [:]
    for case let file? in entries.map(\.file) + [preferred?.file] {
      texts[file] = try? String(contentsOfFile: file, encoding: .utf8)
    }
    return texts
  }

  /// The mapping that serves `port` and why: the preferred one if it fits, else one that fits its USB id and place, else one that fits its names, else the
  /// generic one. Two equal devices get the same. Decodes the one that fits, if nobody has: about a millisecond. Any thread, after
  /// `readShipped`.
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

  /// The first mapping that fits and has no errors.
  private func serving(_ fits: (PortMatch) -> Bool) -> ControllerMapping? {
    for entry in entries where fits(entry.match) {
      if let mapping = entry.mapping { return mapping }
    }
    return nil
  }

  /// The place of `mapping` in the order of precedence; nil if it is not here. Any thread.
  public func place(of mapping: ControllerMapping) -> Int? {
    entries.firstIndex { $0.file == mapping.file && $0.mapping == mapping }
  }

  /// The mapping called `name`, upper and lower case being the same; nil if there is none.
  public func mapping(named name: String) -> ControllerMapping? {
    mappings.first { $0.name.lowercased() == name.lowercased() }
  }

  private struct ReadFailure: Error {
    var reason: MappingProblemReason
  }

  /// The file's bytes, at most one more than a mapping may have. Never waits: a pipe or device is refused.
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
  /// Whether both fit one USB device at one port.
  fileprivate func fitsSameDevice(as other: PortMatch) -> Bool {
    guard usb.contains(where: other.usb.contains) else { return false }
    return portIndex == nil || other.portIndex == nil || portIndex == other.portIndex
  }
}
