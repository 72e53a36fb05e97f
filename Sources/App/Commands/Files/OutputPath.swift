import Foundation
import Glibc
import Linux
import SQLiteStore

/// A path the player chose for output: the only way to open such a file. A file that is not empty is replaced only with
/// `--force`; a database, settings, a mapping or a scale not even then. Pipes and devices are written directly.
struct OutputPath {
  /// The reason for leaving a path untouched.
  enum Refusal {
    /// A file exists, and the player has not permitted its replacement.
    case exists
    case database, settings, mapping, scale
  }

  /// The path as typed; `-` is standard output.
  let path: String
  /// Whether an existing file may be replaced.
  let force: Bool
  /// Whether it contains data on the player's ear, in which case no other user may read it.
  let isPrivate: Bool
  private let kept: KeptPlaces

  /// Creates an output at `path`, private unless `isPrivate` is false; `paths` are the player's folders.
  init(_ path: String, force: Bool, isPrivate: Bool = true, in paths: Paths) {
    self.path = path
    self.force = force
    self.isPrivate = isPrivate
    kept = KeptPlaces(paths)
  }

  var isStandardOutput: Bool { path == "-" }

  /// The permissions of a new file, before the process's mask.
  var mode: mode_t { isPrivate ? 0o600 : 0o666 }

  /// The kind of object at the path.
  enum Found {
    case nothing
    /// A plain file, empty or replaceable.
    case file
    case pipe
    /// A device, or something else that is not a file.
    case other
  }

  /// Returns the object at the path. Blocks on files; creates nothing.
  /// - Throws: if the path must be left untouched, or cannot be examined.
  @discardableResult
  func check() throws(FileFailure) -> Found {
    guard !isStandardOutput else { return .other }
    if let refusal = kept.refusal(of: path) { throw FileFailure(path: path, code: EEXIST, refusal: refusal) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileFailure(path: path, code: errno) }
      return .nothing
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFIFO: return .pipe
    default: return .other
    }
    guard status.st_size > 0 else { return .file }
    let descriptor = Descriptor.read(path)
    defer { if descriptor >= 0 { close(descriptor) } }
    if force, descriptor < 0 { throw FileFailure(path: path, code: -descriptor) }
    if descriptor >= 0, let head = Descriptor.bytes(of: descriptor, limit: 16), KeptPlaces.isDatabase(head) {
      throw FileFailure(path: path, code: EEXIST, refusal: .database)
    }
    guard force else { throw FileFailure(path: path, code: EEXIST, refusal: .exists) }
    return .file
  }

  /// Opens it and truncates it; the caller closes the descriptor, unless it is standard output's. Waits for the reader
  /// of a named pipe.
  func open() throws(FileFailure) -> Int32 {
    guard !isStandardOutput else { return STDOUT_FILENO }
    try check()
    // Created atomically, so no other program can create the file in between.
    var descriptor = Descriptor.create(path, mode: mode)
    if descriptor == -EEXIST { descriptor = Descriptor.reopen(path, mode: mode) }
    guard descriptor >= 0 else { throw FileFailure(path: path, code: -descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return descriptor }
    do throws(FileFailure) {
      guard force || status.st_size == 0 else { throw FileFailure(path: path, code: EEXIST, refusal: .exists) }
      guard ftruncate(descriptor, 0) == 0 else { throw FileFailure(path: path, code: errno) }
    } catch {
      close(descriptor)
      throw error
    }
    if isPrivate { fchmod(descriptor, status.st_mode & 0o700) }
    return descriptor
  }
}

/// Files of Peach that a command's output never replaces, wherever links lead to them.
private struct KeptPlaces {
  private let settings: String
  private let controllers: String
  private let data: String

  init(_ paths: Paths) {
    settings = Self.resolved(paths.settings)
    controllers = Self.resolved(paths.controllers)
    data = Self.resolved(paths.data)
  }

  /// Returns the reason against writing to `path`, from its folder and its name; nil without one.
  func refusal(of path: String) -> OutputPath.Refusal? {
    let target = Self.resolved(path)
    let name = URL(filePath: target).lastPathComponent
    let folder = URL(filePath: target).deletingLastPathComponent().path
    if target == settings { return .settings }
    if folder == controllers { return .mapping }
    if folder == data, name == Self.database || name.hasPrefix("\(Self.database)-") { return .database }
    if SQLiteStore.isRescueFile(named: name) { return .database }
    guard access(target, F_OK) == 0 else { return nil }
    return switch URL(filePath: name).pathExtension.lowercased() {
    case "yaml", "yml": name == "settings.yaml" ? .settings : .mapping
    case "scl", "kbm": .scale
    default: nil
    }
  }

  private static let database = "peach.sqlite"

  /// Returns whether a file that begins with these 16 bytes is an SQLite database, its log or its journal
  /// (sqlite.org/fileformat2.html).
  static func isDatabase(_ head: [UInt8]) -> Bool {
    head.starts(with: Array("SQLite format 3\0".utf8)) || head.starts(with: [0x37, 0x7F, 0x06])
      || head.starts(with: [0xD9, 0xD5, 0x05, 0xF9])
  }

  /// Returns `path` with links resolved, whether or not its last component exists.
  private static func resolved(_ path: String) -> String {
    let url = URL(filePath: path).standardizedFileURL
    if Existence(of: url.path) == .there { return url.resolvingSymlinksInPath().path }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    return folder.appending(path: url.lastPathComponent).path
  }
}

/// A failure to open, read or write a file.
struct FileFailure: Error, Hashable {
  /// The path of the file.
  var path: String
  /// The system's errno.
  var code: Int32
  /// The reason for leaving it untouched, if any.
  var refusal: OutputPath.Refusal?

  /// Whether it is standard output, whose errors the program reports when it exits.
  var isStandardOutput: Bool { path == "-" }

  /// Whether the reader has left or never came, and so misses nothing.
  var isReadersOwn: Bool { code == EPIPE || code == ETIMEDOUT }

  /// Checks that files can be created in `folder`. Blocks on files.
  static func checkWritable(folder: String) throws(FileFailure) {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw FileFailure(path: folder, code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFailure(path: folder, code: ENOTDIR) }
    guard access(folder, W_OK | X_OK) == 0 else { throw FileFailure(path: folder, code: errno) }
  }

  /// Returns the result of `body`, whose failures concern the file `path`.
  static func naming<Value>(
    _ path: String, _ body: () throws(SystemFailure) -> Value
  ) throws(FileFailure) -> Value {
    do throws(SystemFailure) {
      return try body()
    } catch {
      throw FileFailure(path: path, code: error.code)
    }
  }
}

extension [UInt8] {
  /// Writes all bytes to `descriptor`, which is the file `path`; through `ProcessOutput` for standard output.
  func written(to descriptor: Int32, path: String) throws(FileFailure) {
    let code = withUnsafeBytes { bytes -> Int32? in
      guard descriptor == STDOUT_FILENO else { return Descriptor.write(bytes, to: descriptor) }
      // A reader that has left misses nothing, and other errors are reported when the process exits.
      return ProcessOutput.write(bytes, to: descriptor) ? nil : ProcessOutput.failure ?? EPIPE
    }
    if let code { throw FileFailure(path: path, code: code) }
  }
}
