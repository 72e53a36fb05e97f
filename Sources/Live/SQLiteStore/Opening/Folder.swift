import Glibc

/// System calls with errors as failures.
enum SystemCall {
  /// A failed call with its errno.
  struct Failure: Error {
    var call: String
    var code: Int32

    /// The system's message.
    var words: String { SystemCall.words(code) }
  }

  /// Returns the system's message for an errno.
  static func words(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns `result`, or throws the failure in errno if it is negative.
  @discardableResult
  static func check(_ call: String, _ result: Int32) throws(Failure) -> Int32 {
    guard result >= 0 else { throw Failure(call: call, code: errno) }
    return result
  }
}

/// Folders that survive a power cut, and obstacles to writing in one.
enum Folder {
  /// Returns the folder of `path`.
  static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the player's state folder (XDG base directory specification, 0.8); nil without a home folder.
  static func state(_ environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/peach" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state/peach" : nil }
  }

  /// Makes `folder` and any missing parents (mode 700, as XDG requires), each entry durable.
  static func make(_ folder: String) throws(SystemCall.Failure) {
    var status = stat()
    if stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemCall.Failure(call: "mkdir", code: ENOTDIR) }
      return
    }
    let parent = of(folder)
    if parent != folder { try make(parent) }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemCall.Failure(call: "mkdir", code: errno) }
    try synchronize(parent)
  }

  /// Waits until the names in `folder` are on the disk.
  static func synchronize(_ folder: String) throws(SystemCall.Failure) {
    let descriptor = try SystemCall.check("open", open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(descriptor) }
    // Some network and FAT file systems do not support fsync of a folder; there is then nothing to wait for.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw SystemCall.Failure(call: "fsync", code: errno)
    }
  }

  /// Returns the errno that prevents writing at `path`; nil if it is permitted.
  static func denial(_ path: String, missingIsFine: Bool = false) -> Int32? {
    guard access(path, W_OK) != 0 else { return nil }
    let code = errno
    return missingIsFine && code == ENOENT ? nil : code
  }

  /// Returns the obstacle to writing the file at `path` and others beside it, with its errno: the file itself, or the
  /// nearest existing folder; nil if there is no obstacle.
  static func obstacle(to path: String) -> (place: String, code: Int32)? {
    var place = path
    var folder = of(path)
    while true {
      if let code = denial(place) {
        guard code == ENOENT else { return (place, code) }
        // A missing file would be created in its folder.
        place = folder
        folder = of(place)
        if place == folder { return denial(place).map { (place, $0) } }
        continue
      }
      return place == path ? denial(folder).map { (folder, $0) } : nil
    }
  }

  /// Whether the file system of `folder` has no room for another block or file for this user.
  static func isFull(_ folder: String) -> Bool {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return false }
    return status.f_bavail == 0 || (status.f_files > 0 && status.f_favail == 0)
  }
}
