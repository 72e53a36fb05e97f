import Foundation
import Glibc
import Linux

/// The reason practice cannot begin.
public enum PracticeLockFailure: Error, Hashable, Sendable {
  /// This user already practises in another process, with this id if it could be read, and its pages at this address.
  case held(by: Int32?, pages: String? = nil)
  /// The lock's file cannot be used; `reason` is the system's message.
  case unavailable(path: String, reason: String)
  /// The lock's folder belongs to another user, with this id, and no alternative exists.
  case foreign(folder: String, owner: UInt32)
}

/// A lock held for as long as this process practises: two processes would play into one another's exercises and
/// answers.
///
/// The kernel releases it when the process ends, for any reason, so a remaining file means nothing. The file is never
/// removed: removing it would let two processes hold two files of the same name.
public final class PracticeLock: Sendable {
  /// A folder of another user, which was skipped.
  public struct ForeignFolder: Hashable, Sendable {
    /// Its path.
    public var path: String
    /// The other user's id.
    public var owner: UInt32
  }

  /// The lock's file.
  public let path: String
  /// The folder it should be in, if that belongs to another user, who must not be able to block practice.
  public let foreign: ForeignFolder?
  /// The folder of the lock's file.
  public var folder: String { Folder.of(path) }
  private let descriptor: Int32

  /// Takes the lock in `$XDG_RUNTIME_DIR/peach`; if that is not set (a service, `sudo -u`) in `/run/user/<uid>/peach`,
  /// if that does not exist in `/tmp/peach-<uid>`; if that belongs to another user, in the state folder,
  /// `~/.local/state/peach`. Waits up to 50 ms. Any thread.
  public convenience init() throws(PracticeLockFailure) {
    let environment = ProcessInfo.processInfo.environment
    try self.init(folder: Self.folder(environment), otherwise: Folder.state(environment))
  }

  /// Takes the lock in `folder`, or in `other` if `folder` belongs to another user.
  package init(folder: String, otherwise other: String? = nil) throws(PracticeLockFailure) {
    var path = folder + "/practice.lock"
    var foreign: ForeignFolder?
    var descriptor: Int32
    do throws(SystemFailure) {
      descriptor = try Self.open(path, folder: folder)
    } catch {
      guard let owner = Self.stranger(folder) else { throw .unavailable(path: path, reason: error.words) }
      foreign = ForeignFolder(path: owner.folder, owner: owner.id)
      guard let other else { throw .foreign(folder: owner.folder, owner: owner.id) }
      path = other + "/practice.lock"
      do throws(SystemFailure) {
        descriptor = try Self.open(path, folder: other)
      } catch {
        throw .foreign(folder: owner.folder, owner: owner.id)
      }
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      defer { close(descriptor) }
      guard code == EWOULDBLOCK else { throw .unavailable(path: path, reason: SystemFailure.words(code)) }
      let (process, pages) = Self.holder(descriptor)
      throw .held(by: process, pages: pages)
    }
    // The lock holds without the number, too; the other process then cannot name its holder.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    self.path = path
    self.foreign = foreign
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Writes the address of this process's pages into the lock's file, for a process that is refused the lock. Any
  /// thread.
  public func tell(pages address: String) {
    let text = Array("\(getpid())\n\(address)\n".utf8)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  private static func open(_ path: String, folder: String) throws(SystemFailure) -> Int32 {
    try Folder.make(folder)
    var status = stat()
    try SystemFailure.check(lstat(folder, &status))
    // In /tmp any user could have made the folder, to block us or to make us write through a link.
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
      throw SystemFailure(code: EPERM)
    }
    // The permissions of a folder made by us.
    if status.st_mode & 0o022 != 0 { chmod(folder, 0o700) }
    // Close-on-exec: a jackd started by us must not hold the lock after us.
    return try SystemFailure.check(Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
  }

  /// Returns the other user who owns `folder`, or its parent if we may not create `folder` there.
  private static func stranger(_ folder: String) -> (folder: String, id: UInt32)? {
    var status = stat()
    let above = Folder.of(folder)
    for place in [folder, above] where lstat(place, &status) == 0 {
      let isOurs = status.st_uid == geteuid() || place == above && access(above, W_OK | X_OK) == 0
      return isOurs ? nil : (place, status.st_uid)
    }
    return nil
  }

  /// Returns the process named in the file. A holder that has just taken the lock may not have written yet, and the
  /// file may name a process that has ended: reads again until it names a live one.
  private static func holder(_ descriptor: Int32) -> (process: Int32?, pages: String?) {
    for attempt in 0..<10 {
      if attempt > 0 { usleep(5000) }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { continue }
      let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
      guard let process = lines.first.flatMap({ Int32($0) }), process > 0, kill(process, 0) == 0 || errno == EPERM
      else { continue }
      return (process, lines.dropFirst().first.map(String.init))
    }
    return (nil, nil)
  }

  /// Returns the folder of the lock, given the environment of the process.
  package static func folder(_ environment: [String: String]) -> String {
    // A relative path would be another folder in every shell; XDG requires ignoring it.
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return runtime + "/peach" }
    let usual = "/run/user/\(geteuid())"
    return access(usual, W_OK | X_OK) == 0 ? usual + "/peach" : "/tmp/peach-\(geteuid())"
  }
}
