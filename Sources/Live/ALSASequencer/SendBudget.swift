import Controllers
import Time

/// Limits the messages to a port to the capacity of its driver.
///
/// The kernel's buffer behind a port has 4096 bytes (a page), and drops the excess without notifying the sender. A DIN
/// cable empties it at 3125 bytes a second, USB faster. So a port gets a burst of 3000 bytes, far more than all lights
/// of a large grid, and then the rate of a cable.
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

  /// Returns whether `bytes` (up to `burst`) may go to `port` now; if so they are counted as sent.
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
