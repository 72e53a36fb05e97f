import Glibc
import Linux
import Synchronization

/// A client on the jackd that an output asks first, asked for before anybody knows what else is wanted of it: jackd takes as long
/// to answer as a start takes to read its command line and its settings. Silent, and without ports. Any thread.
///
/// A thread of its own asks, and closes it where nobody wants it. Whoever makes one takes or closes it.
public final class EarlyClient: Sendable {
  private let options: JACKOptions
  private let machine: Machine
  /// Whether PipeWire's library was asked for a period by us, not by the player.
  let hasSetLatency: Bool
  private let state = Mutex(State.asked)
  /// Each is readable for good: once the server has answered; once it is known what becomes of the client; once it is closed.
  private let (answered, decided, closed) = (Waker(), Waker(), Waker())

  private enum State {
    case asked
    /// A client that waits for its output; none where no server has given one.
    case here(Handed)
    /// It is not wanted, and to be closed if there is one.
    case unwanted(Handed)
    case gone
  }

  // It is on one thread at a time: who has asked lets go of it here, and who takes it is the only one.
  private struct Handed: @unchecked Sendable {
    var client: JACKClient?
  }

  /// Asks; never waits. Before there are threads that read the environment: sets `PIPEWIRE_LATENCY` in it unless it is set.
  /// - Parameter serverName: which jackd, by the name it was started with; nil for the default one.
  public convenience init(serverName: String?) {
    self.init(options: JACKOptions(serverName: serverName), machine: .current())
  }

  init(options: JACKOptions, machine: Machine) {
    self.options = options
    self.machine = machine
    hasSetLatency = PipeWireLatency.ask(for: options.period)
    let hasWakers = [answered, decided, closed].allSatisfy(\.isUsable)
    if !hasWakers || !PlainThread.start(name: "jack-early", { self.serve() }) { state.withLock { $0 = .gone } }
  }

  // MARK: - Its thread

  private func serve() {
    keep(Handed(client: Ladder(options: options, machine: machine).openEarly()))
    answered.ring()
    waitReadable(decided.descriptor, milliseconds: nil)
    let handed: Handed? = state.withLock { if case .unwanted(let handed) = $0 { handed } else { nil } }
    handed?.client?.close()
    state.withLock { $0 = .gone }
    closed.ring()
  }

  /// A function of its own, as nothing may hold a client that somebody else has.
  private func keep(_ handed: Handed) {
    state.withLock { state in
      if case .unwanted = state { state = .unwanted(handed) } else { state = .here(handed) }
    }
  }

  // MARK: - Who is served

  /// What the server has answered.
  enum Answer {
    case client(JACKClient)
    /// No server has given one.
    case refused
    /// It is not known, or was not wanted any more: no client is open.
    case notAsked
  }

  /// The answer, once, for an output that is to play to this server. Waits for it. Control thread.
  func take(for options: JACKOptions) -> Answer {
    guard !isGone else { return .notAsked }
    guard options.serverName == self.options.serverName, options.clientName == self.options.clientName else {
      close(within: nil)
      return .notAsked
    }
    waitReadable(answered.descriptor, milliseconds: nil)
    let handed: Handed? = state.withLock { state in
      guard case .here(let handed) = state else { return nil }
      state = .gone
      return handed
    }
    decided.ring()
    guard let handed else {
      waitReadable(closed.descriptor, milliseconds: nil)
      return .notAsked
    }
    return handed.client.map { .client($0) } ?? .refused
  }

  /// Closes the client unless it was taken, which takes no longer than a second: a server that hangs is left to itself.
  public func close() { close(within: 1000) }

  /// Closes the client unless it was taken. Waits until that is done, at most `milliseconds` (nil: for ever).
  func close(within milliseconds: Int?) {
    guard !isGone else { return }
    state.withLock { state in
      switch state {
      case .asked: state = .unwanted(Handed())
      case .here(let handed): state = .unwanted(handed)
      case .unwanted, .gone: break
      }
    }
    decided.ring()
    waitReadable(closed.descriptor, milliseconds: milliseconds)
  }

  /// Waits for the answer, at most for a second.
  func awaitAnswer() { if !isGone { waitReadable(answered.descriptor, milliseconds: 1000) } }

  private var isGone: Bool { state.withLock { if case .gone = $0 { true } else { false } } }
}

/// How many frames PipeWire's library asks for, which it looks for in the environment.
enum PipeWireLatency {
  private static let name = "PIPEWIRE_LATENCY"
  /// It gives a client that asks for nothing 1024 frames.
  private static let usual = 128

  /// Asks for `period` frames, or for the usual ones, unless the player has asked for some there; `isOurs` says that what is
  /// asked for is of an earlier call. `settle` is to wait for other threads that may be reading the environment. Whether it asked.
  @discardableResult
  static func ask(for period: Int?, isOurs: Bool = false, settle: () -> Void = {}) -> Bool {
    let present = getenv(name).map { String(cString: $0) }
    let wanted = "\(period ?? usual)/48000"
    guard present == nil || isOurs, present != wanted else { return false }
    settle()
    setenv(name, wanted, 1)
    return true
  }
}
