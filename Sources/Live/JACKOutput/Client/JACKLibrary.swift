import CJACK
import Foundation

/// A loaded JACK library. Control thread.
final class JACKLibrary {
  /// The name or path it was found by.
  let name: String
  /// Its version string.
  let version: String
  /// Its functions. Valid as long as this object.
  let functions: UnsafeMutablePointer<cjack_functions>

  /// The reason why a library is not used.
  enum Failure: Error, Hashable {
    /// The library does not exist.
    case notFound
    /// It lacks functions Peach needs.
    case incomplete
  }

  /// Loads the library `name`.
  init(_ name: String) throws(Failure) {
    functions = .allocate(capacity: 1)
    switch cjack_library_open(functions, name) {
    case CJACK_LOADED: break
    case CJACK_INCOMPLETE:
      functions.deallocate()
      throw .incomplete
    default:
      functions.deallocate()
      throw .notFound
    }
    self.name = name
    version = String(cString: cjack_version(functions))
  }

  // The library itself stays in memory (see `cjack_library_open`).
  deinit { functions.deallocate() }

  /// Whether it connects to PipeWire instead of jackd. Some distributions install that one as `libjack.so.0`.
  var isPipeWire: Bool { version.contains("PipeWire") }

  /// Opens a client on a running server; nil if none runs. May block as long as the server hangs.
  ///
  /// Every other client of a server that has died must be closed first: libjack2 keeps one server's state for the whole
  /// process, and closing a client after another one was opened to the server's successor crashes (measured, 1.9.21).
  func open(client: String, server: String?) -> JACKClient? {
    cjack_clear_message()
    guard let handle = cjack_open(functions, client, server) else { return nil }
    return JACKClient(library: self, handle: handle)
  }

  /// The last message of any JACK library; empty if it is uninformative.
  static var lastMessage: String {
    let message = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      cjack_last_message(start, buffer.count)
      return String(cString: start).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return isNoise(message) ? "" : message
  }

  /// Returns whether `message` is one that libjack prints whenever no server runs: its own clean-up, or the same in
  /// other words.
  static func isNoise(_ message: String) -> Bool {
    ["JackShmReadWritePtr", "jack server is not running", "Cannot connect to server"]
      .contains { message.localizedCaseInsensitiveContains($0) }
  }
}
