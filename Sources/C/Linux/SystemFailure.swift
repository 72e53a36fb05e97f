import Glibc

/// A system call that failed.
package struct SystemFailure: Error, Hashable {
  /// The errno.
  package var code: Int32

  /// Memberwise.
  package init(code: Int32) { self.code = code }

  /// The system's message.
  package var words: String { Self.words(code) }

  /// Returns the system's message for an errno.
  package static func words(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns `result`, or throws the failure in errno if it is negative.
  @discardableResult
  package static func check(_ result: Int32) throws(SystemFailure) -> Int32 {
    guard result >= 0 else { throw SystemFailure(code: errno) }
    return result
  }
}
