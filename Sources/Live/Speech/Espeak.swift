import CLinux
import Glibc
import Linux
import Ports

/// A run of espeak-ng that turns one text into sound. Voice's thread.
final class Espeak {
  /// The result of a run.
  enum Outcome {
    /// It is still running.
    case running
    /// The sound.
    case sound(SpokenSound)
    /// The error message, empty if there was none.
    case failed(detail: String)
  }

  /// More bytes than minutes of speech have.
  private static let soundLimit = 16 << 20
  /// Shorter than the capacity of a pipe (POSIX's PIPE_BUF), so that a whole text fits before the reader starts.
  private static let textLimit = 4096

  private let child: ChildProcess
  /// The descriptors to poll: sound and error messages.
  var openDescriptors: [Int32] { zip(descriptors, isOpen).map { $1 ? $0 : -1 } }
  private let descriptors: [Int32]
  private var isOpen = [true, true]
  private var sound: [UInt8] = []
  private var complaints: [UInt8] = []

  /// Starts the program at `path` on `text` in `language` (`en`, `de`); nil if it cannot be started.
  init?(_ path: String, text: String, language: String, environment: [String: String]) {
    guard let input = Pipe(), let output = Pipe(), let errors = Pipe() else { return nil }
    let bytes = Array(text.utf8.prefix(Self.textLimit))
    // The other end must be open: we own it until the program has it too.
    guard Descriptor.write(bytes, to: input.write) == nil else { return nil }
    // -b 1: the text is UTF-8 in any locale; -z: no pause after it, because the next note waits for its end.
    let arguments = ["--stdin", "--stdout", "-b", "1", "-z", "-v", language]
    let standard = [input.read, output.write, errors.write]
    let child = withExtendedLifetime(input) {
      ChildProcess(path, arguments, environment: environment, standard: standard)
    }
    guard let child else { return nil }
    self.child = child
    descriptors = [output.takeRead(), errors.takeRead()]
  }

  deinit {
    for descriptor in descriptors { Glibc.close(descriptor) }
  }

  /// Reads its output, without waiting.
  func advance() -> Outcome {
    copy(0, into: &sound)
    copy(1, into: &complaints)
    guard sound.count <= Self.soundLimit else { return .failed(detail: "") }
    guard !isOpen.contains(true) else { return .running }
    child.end()
    do throws(WaveProblem) {
      return .sound(try SpokenSound(wave: sound))
    } catch {
      let lines = String(decoding: complaints, as: UTF8.self).split(separator: "\n")
      return .failed(detail: lines.last.map { String($0.prefix(200)) } ?? "")
    }
  }

  private func copy(_ index: Int, into bytes: inout [UInt8]) {
    var entry = pollfd(fd: isOpen[index] ? descriptors[index] : -1, events: Int16(POLLIN), revents: 0)
    while bytes.count <= Self.soundLimit, poll(&entry, 1, 0) > 0 {
      let room = 65536
      let before = bytes.count
      let descriptor = descriptors[index]
      var count = 0
      bytes.append(contentsOf: [UInt8](repeating: 0, count: room))
      bytes.withUnsafeMutableBytes { count = read(descriptor, $0.baseAddress?.advanced(by: before), room) }
      bytes.removeLast(room - max(count, 0))
      if count == 0 || (count < 0 && errno != EINTR) {
        isOpen[index] = false
        return
      }
    }
  }
}

/// A pipe that closes its ends on release, unless the read end was taken.
private final class Pipe {
  private(set) var read: Int32
  let write: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard linux_pipe(&ends, true) == 0 else { return nil }
    read = ends[0]
    write = ends[1]
  }

  deinit {
    if read >= 0 { Glibc.close(read) }
    Glibc.close(write)
  }

  func takeRead() -> Int32 {
    defer { read = -1 }
    return read
  }
}
