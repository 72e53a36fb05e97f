import Glibc
import Linux
import Synchronization

/// A client on the jackd that an output tries first, requested before the output's options are known: jackd takes as
/// long to answer as the start takes to read its command line and its settings. Silent, and without ports. Any thread.
///
/// A private thread opens it, and closes it if it is not wanted. The creator must take or close it.
public final class EarlyClient: Sendable {
  private let options: JACKOptions
  private let machine: Machine
  /// Whether we, rather than the player, requested a period from PipeWire's library.
  let hasSetLatency: Bool
  private let state = Mutex(State.asked)
  /// Each stays readable: once the server has answered; once the client is taken or dropped; once it is closed.
  private let (answered, decided, closed) = (EventFD(), EventFD(), EventFD())

  private enum State {
    case asked
    /// A client that waits for its output; nil if no server has provided one.
    case here(Handed)
    /// It is not wanted, and must be closed if it exists.
    case unwanted(Handed)
    case gone
  }

  // It is on one thread at a time: the opening thread gives it up here, and only one thread takes it.
  private struct Handed: @unchecked Sendable {
    var client: JACKClient?
  }

  /// Requests the client; never waits. Before there are threads that read the environment: sets `PIPEWIRE_LATENCY` in
  /// it unless it is set.
  /// - Parameter serverName: the name the jackd was started with; nil for the default one.
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
    keep(Handed(client: ServerSearch(options: options, machine: machine).openEarly()))
    answered.ring()
    waitReadable(decided.descriptor, milliseconds: nil)
    let handed: Handed? = state.withLock { if case .unwanted(let handed) = $0 { handed } else { nil } }
    handed?.client?.close()
    state.withLock { $0 = .gone }
    closed.ring()
  }

  /// Stores the answer. A separate function, as no variable may hold a client that another thread owns.
  private func keep(_ handed: Handed) {
    state.withLock { state in
      if case .unwanted = state { state = .unwanted(handed) } else { state = .here(handed) }
    }
  }

  // MARK: - Taking the client

  /// The server's answer.
  enum Answer {
    case client(JACKClient)
    /// No server has provided one.
    case refused
    /// It is unknown, or the client was dropped: no client is open.
    case notAsked
  }

  /// Returns the answer, once, to an output that will play to this server. Waits for it. Control thread.
  func client(for options: JACKOptions) -> Answer {
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

  /// Closes the client unless it was taken, waiting up to a second: a server that hangs is abandoned.
  public func close() { close(within: 1000) }

  /// Closes the client unless it was taken. Waits up to `milliseconds` (nil: forever) for that.
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

  /// Waits for the answer, up to a second.
  func awaitAnswer() { if !isGone { waitReadable(answered.descriptor, milliseconds: 1000) } }

  private var isGone: Bool { state.withLock { if case .gone = $0 { true } else { false } } }
}

/// The period of PipeWire's library, which reads it from the environment.
enum PipeWireLatency {
  private static let name = "PIPEWIRE_LATENCY"
  /// The period requested by default. PipeWire gives a client without a request 1024 frames.
  private static let usual = 128

  /// Requests `period` frames, or the usual ones, unless the player has set the variable; `isOurs`: its value is from
  /// an earlier call. `settle` must wait for other threads that may be reading the environment. Returns whether it made
  /// a request.
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
