import Glibc
import Linux

/// Obstacles to writing in a folder.
extension Folder {
  /// Returns the player's state folder (XDG base directory specification, 0.8); nil without a home folder.
  static func state(_ environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/peach" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state/peach" : nil }
  }

  /// Makes `folder` and any missing parents (mode 700, as XDG requires), each entry durable.
  static func make(_ folder: String) throws(SystemFailure) {
    var status = stat()
    if stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemFailure(code: ENOTDIR) }
      return
    }
    let parent = of(folder)
    if parent != folder { try make(parent) }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemFailure(code: errno) }
    try synchronize(parent)
  }

  /// Returns the errno that prevents writing at `path`; nil if it is permitted.
  static func denial(_ path: String, missingIsFine: Bool = false) -> Int32? {
    guard access(path, W_OK) != 0 else { return nil }
    let code = errno
    return missingIsFine && code == ENOENT ? nil : code
  }

  /// Returns the obstacle to writing the file at `path` and others next to it, with its errno: the file itself, or the
  /// nearest existing folder; nil without an obstacle.
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
