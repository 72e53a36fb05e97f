import Ports
import Time

/// What is known of a server's ports and of our connections to them: which are ours to change, and to what. Pure.
struct KnownPorts: Hashable, Sendable {
  /// What to do about our connections.
  enum Choice: Hashable, Sendable {
    /// Nothing.
    case stay
    /// Nothing can be done: there is nothing to play to.
    case nothing(SoundFailure)
    /// Our left and right port are to be connected to these, and to nothing else.
    case connect([[String]])
    /// As soon as nothing sounds this is to be played to, by `follow`.
    case follow(Destination)
  }

  /// What is asked for.
  private let output: String?
  /// What the server said last.
  private(set) var look: Look?
  /// Where our connections went when we made them ourselves.
  private(set) var destination: Destination?
  /// What was played to is gone, not just its connections (or nothing was chosen yet): whatever takes its place is connected.
  /// A connection that was taken away by hand is left so.
  private(set) var isMissing = true
  /// The numbers of the ports we were connected to, for as long as they are registered.
  private var peers: Set<UInt32> = []
  /// When the list of ports changed last.
  private var changed: MonotonicTime

  /// A pair is chosen from a list that has been still for so long: a server tells its ports one by one, and the first of two
  /// looks like an output with one. Only at the start a pair that is there already is not kept waiting.
  static let stillness = Duration.milliseconds(100)

  init(output: String? = nil, at now: MonotonicTime = MonotonicTime(nanoseconds: 0)) {
    self.output = output
    changed = now
  }

  /// When the list will have been still for long enough.
  var settles: MonotonicTime? { look.map { _ in changed + Self.stillness } }

  /// Takes in what happened to a port. That it went is kept here and not looked for: it may be back, under the same name,
  /// before anybody looks.
  mutating func take(_ event: PortEvent, at now: MonotonicTime) {
    switch event {
    case .connected(let port): peers.insert(port)
    case .unregistered(let port):
      guard peers.remove(port) != nil else { break }
      isMissing = true
      changed = now
    case .registered, .disconnected: break
    }
  }

  /// Ports may have gone without our knowing.
  mutating func missed(at now: MonotonicTime) {
    isMissing = true
    changed = now
  }

  /// What was to be connected could not be: it is chosen again.
  mutating func couldNotConnect(at now: MonotonicTime) {
    isMissing = true
    changed = now
  }

  /// Takes in what the server says.
  mutating func take(_ look: Look, at now: MonotonicTime) {
    if self.look?.physical != look.physical || self.look?.others != look.others { changed = now }
    self.look = look
  }

  /// This is played to from now on: our ports are to be connected to it.
  mutating func follow(_ chosen: Destination) -> [[String]] {
    destination = chosen
    return chosen.channels
  }

  /// What should become of our connections, by a list that is known to be the server's newest.
  mutating func choice(at now: MonotonicTime) -> Choice {
    guard let look, now >= changed + Self.stillness || startsWithAPair(look) else { return .stay }
    let own = destination?.channels.flatMap(\.self) ?? []
    let foreign = look.connections.filter { !own.contains($0) }
    // Made by hand: it stays. But where nothing is played to, what cannot be heard (a recorder that was quicker than we are)
    // does not stand for an output.
    if !foreign.isEmpty, !isMissing || foreign.contains(where: look.physical.contains) {
      isMissing = false
      return .stay
    }
    let chosen: Destination
    do throws(SoundFailure) {
      chosen = try Destination.choose(physical: look.physical, others: look.others, output: output)
    } catch {
      return .nothing(error)
    }
    if !isMissing {
      guard look.channels == destination?.channels else { return .stay }
      // Ports that came later complete what was chosen; another default output waits.
      if chosen.client != destination?.client { return output == nil ? .follow(chosen) : .stay }
    }
    isMissing = false
    destination = chosen
    let wanted = zip(chosen.channels, look.channels).map { $0 + $1.filter(foreign.contains) }
    return look.channels == wanted ? .stay : .connect(wanted)
  }

  /// Whether nothing was chosen yet, and two ports are there to choose.
  private func startsWithAPair(_ look: Look) -> Bool {
    guard destination == nil, isMissing else { return false }
    return (try? Destination.choose(physical: look.physical, others: look.others, output: output))?.right != nil
  }
}
