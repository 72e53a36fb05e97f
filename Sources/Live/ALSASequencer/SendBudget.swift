import Controllers
import Time

/// Keeps what is sent to a port within what its driver can hold.
///
/// The kernel's buffer behind a port has 4096 bytes (a page), and what does not fit is lost without a word to the
/// sender. A DIN cable empties it at 3125 bytes a second, USB faster. So a port gets a burst of 3000 bytes, far more than
/// all lights of a large grid, and then no more than a cable carries.
struct SendBudget: Sendable {
  /// Bytes that may be sent at once.
  static let burst: Double = 3000
  /// Bytes a second: 31250 bits, ten to a byte.
  static let rate: Double = 3125

  private struct Account: Sendable {
    var bytes: Double
    var time: MonotonicTime
  }

  private var accounts: [PortID: Account] = [:]

  init() {}

  /// Whether `bytes` (at most `burst`) may go to `port` now; if so they are counted as sent.
  mutating func spend(_ bytes: Int, on port: PortID, now: MonotonicTime) -> Bool {
    var account = accounts[port] ?? Account(bytes: Self.burst, time: now)
    account.bytes = min(Self.burst, account.bytes + max(0, (now - account.time).seconds) * Self.rate)
    account.time = now
    let allowed = Double(bytes) <= account.bytes
    if allowed { account.bytes -= Double(bytes) }
    accounts[port] = account
    return allowed
  }
}
