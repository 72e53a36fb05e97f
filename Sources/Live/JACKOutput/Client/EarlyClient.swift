import Glibc
import Linux
import Synchronization

/// A client on the jackd that an output asks first, asked for before anybody knows what else is wanted of it: jackd takes longer
/// to answer than a start to read its command line and its settings. Silent, and without ports. Any thread.
public final class EarlyClient: Sendable {
  private let options: JACKOptions
  private let machine: Machine
  private let state = Mutex(State.asked)
  /// Readable for good once the server has answered.
  private let answered = Waker()

  private enum State {
    case asked
    /// A client that waits for its output; none where no server has given one.
    case here(Handed)
    /// It was taken, or is not wanted any more.
    case gone
  }

  // It is on one thread at a time: who has asked lets go of it here, and who takes it is the only one.
  private struct Handed: @unchecked Sendable {
    var client: JACKClient?
  }

  /// Asks, on a thread of its own. Never waits. Before threads that read the environment: sets `PIPEWIRE_LATENCY` in it unless it
  /// is set.
  /// - Parameter serverName: which jackd, by the name it was started with; nil for the default one.
  public convenience init(serverName: String?) {
    self.init(options: JACKOptions(serverName: serverName), machine: .current())
  }

  init(options: JACKOptions, machine: Machine) {
    self.options = options
    self.machine = machine
    PipeWireLatency.ask(for: options.period) {}
    guard answered.isUsable, PlainThread.start(name: "jack-early", { self.ask() }) else {
      state.withLock { $0 = .gone }
      return
    }
  }

  private func ask() {
    let handed = Handed(client: Ladder(options: options, machine: machine).openEarly())
    state.withLock { state in
      // Where nobody waits for it any more, it is closed at the end of this function.
      if case .asked = state { state = .here(handed) }
    }
    answered.ring()
  }

  /// The client, once, for an output that is to play to this server; nil where there is none. Waits for the server's answer.
  /// Control thread.
  func take(for options: JACKOptions) -> JACKClient? {
    let isSame = options.serverName == self.options.serverName && options.clientName == self.options.clientName
    guard isSame else { return nil }
    return end(within: nil)
  }

  /// Closes the client unless it was taken. A server that does not answer within a second is left to itself.
  public func close() { _ = end(within: 1000) }

  /// Waits for the answer, at most for a second.
  func awaitAnswer() { wait(1000) }

  /// Waits for the answer, at most `milliseconds`; and for nothing where nobody was asked.
  private func wait(_ milliseconds: Int?) {
    guard state.withLock({ if case .asked = $0 { true } else { false } }) else { return }
    waitReadable(answered.descriptor, milliseconds: milliseconds)
  }

  private func end(within milliseconds: Int?) -> JACKClient? {
    wait(milliseconds)
    let handed: Handed? = state.withLock { state in
      defer { state = .gone }
      return if case .here(let handed) = state { handed } else { nil }
    }
    return handed?.client
  }
}

/// How many frames PipeWire's library asks for, which it looks for in the environment.
enum PipeWireLatency {
  private static let name = "PIPEWIRE_LATENCY"
  /// It gives a client that asks for nothing 1024 frames.
  private static let usual = value(128)

  /// Asks for `period` frames, or for the usual ones, unless a player has asked for others there. `settle` is to wait for other
  /// threads that may be reading the environment.
  static func ask(for period: Int?, settle: () -> Void) {
    guard let value = change(of: getenv(name).map { String(cString: $0) }, for: period) else { return }
    settle()
    setenv(name, value, 1)
  }

  /// What is to take the place of `present`; nil if nothing is.
  static func change(of present: String?, for period: Int?) -> String? {
    let wanted = period.map(value) ?? usual
    return present == wanted || (present != nil && present != usual) ? nil : wanted
  }

  private static func value(_ period: Int) -> String { "\(period)/48000" }
}
