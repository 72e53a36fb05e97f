import Ports
import Time

/// The known ports of a server and our connections to them, and the decision which connections to change. Pure.
struct KnownPorts: Hashable, Sendable {
  /// A decision about our connections.
  enum Choice: Hashable, Sendable {
    /// Leave them as they are.
    case stay
    /// The destination does not exist.
    case nothing(SoundFailure)
    /// Connect our left and right port to these, and to no others.
    case connect([[String]])
    /// Play to this by `follow` as soon as nothing sounds.
    case follow(Destination)
  }

  /// The requested output.
  private let output: String?
  /// The last snapshot of the server.
  private(set) var look: ServerSnapshot?
  /// The destination of connections we made ourselves.
  private(set) var destination: Destination?
  /// The destination itself has disappeared, not just its connections (or none was chosen yet): connect whatever
  /// replaces it. A connection removed by hand stays removed.
  private(set) var isMissing = true
  /// The numbers of the ports we were connected to, for as long as they are registered.
  private var peers: Set<UInt32> = []
  /// The time of the last change of the list of ports.
  private var changed: MonotonicTime

  /// The time a list must be unchanged before a pair is chosen from it: a server announces its ports one by one, and
  /// the first of two looks like a mono output. Only at the start is an existing pair connected without delay.
  static let stillness = Duration.milliseconds(100)

  init(output: String? = nil, at now: MonotonicTime = MonotonicTime(nanoseconds: 0)) {
    self.output = output
    changed = now
  }

  /// The time when the list will have been unchanged for long enough.
  var settles: MonotonicTime? { look.map { _ in changed + Self.stillness } }

  /// Handles a port event. A removal is recorded here rather than looked up: the port may be back, under the same name,
  /// by the next snapshot.
  mutating func handle(_ event: PortEvent, at now: MonotonicTime) {
    switch event {
    case .connected(let port): peers.insert(port)
    case .unregistered(let port):
      guard peers.remove(port) != nil else { break }
      isMissing = true
      changed = now
    case .registered, .disconnected: break
    }
  }

  /// Records that ports may have disappeared unnoticed.
  mutating func missed(at now: MonotonicTime) {
    isMissing = true
    changed = now
  }

  /// Records that the connections could not be made, so that the destination is chosen again.
  mutating func couldNotConnect(at now: MonotonicTime) {
    isMissing = true
    changed = now
  }

  /// Handles a new snapshot of the server.
  mutating func handle(_ look: ServerSnapshot, at now: MonotonicTime) {
    if self.look?.physical != look.physical || self.look?.others != look.others { changed = now }
    self.look = look
  }

  /// Switches to `chosen`, and returns the ports our own should be connected to.
  mutating func follow(_ chosen: Destination) -> [[String]] {
    destination = chosen
    return chosen.channels
  }

  /// Returns the change our connections need, based on a list known to be the server's newest.
  mutating func choice(at now: MonotonicTime) -> Choice {
    guard let look, now >= changed + Self.stillness || startsWithAPair(look) else { return .stay }
    let own = destination?.channels.flatMap(\.self) ?? []
    let foreign = look.connections.filter { !own.contains($0) }
    // Made by hand: it stays. But if nothing is connected yet, an inaudible peer (a recorder that was quicker than we
    // were) does not count as an output.
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
      // Ports that came later complete the chosen pair; another default output waits.
      if chosen.client != destination?.client { return output == nil ? .follow(chosen) : .stay }
    }
    isMissing = false
    destination = chosen
    let wanted = zip(chosen.channels, look.channels).map { $0 + $1.filter(foreign.contains) }
    return look.channels == wanted ? .stay : .connect(wanted)
  }

  /// Returns whether nothing was chosen yet, and two ports are available.
  private func startsWithAPair(_ look: ServerSnapshot) -> Bool {
    guard destination == nil, isMissing else { return false }
    return (try? Destination.choose(physical: look.physical, others: look.others, output: output))?.right != nil
  }
}
