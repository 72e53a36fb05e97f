import Ports
import Time

/// An event of a sound output, reported by one of its threads.
enum OutputEvent: Hashable, Sendable {
  /// Control is about to make a call that may never return.
  case asks
  /// An attempt has failed.
  case failed(SoundFailure)
  /// Our client is active on a server.
  case attached(Attachment)
  /// The first cycle since the request has come.
  case cycle
  /// The first cycle since the request has been rendered.
  case rendered
  /// The server has reported a port event; the order is the server's.
  case port(PortEvent)
  /// The server has reported more port events than the buffer holds.
  case portsMissed
  /// Period, rate or latency may have changed.
  case formatChanged
  /// The number of xruns so far.
  case xruns(Int)
  /// A new snapshot of the server.
  case looked(ServerSnapshot)
  /// Whether our ports were connected as intended.
  case connected(Bool)
  /// The renderer is ready for its rate, and not being called.
  case prepared
  /// The renderer cannot play at that rate.
  case unplayable(rate: Int)
  /// Nothing sounds: another output may be followed.
  case mayFollow
  /// The server has begun or ended freewheeling: rendering faster than real time, as for an export.
  case freewheels(Bool)
  /// The server is gone.
  case gone
  /// Control has reported all its events; `lastCycle` is the server's last cycle at that time.
  case turn(lastCycle: MonotonicTime)
  /// The watchdog's check; `lastCycle` is the server's last cycle at that time.
  case watched(lastCycle: MonotonicTime)
  /// The output has ended.
  case ended
}

/// A change of a port. Numbers are the server's, and identify a port while it is registered.
enum PortEvent: Hashable, Sendable {
  case registered(UInt32)
  case unregistered(UInt32)
  /// It was connected to one of ours.
  case connected(UInt32)
  /// One of ours was disconnected from it.
  case disconnected(UInt32)
}

/// A client on a server, and its destination.
struct Attachment: Hashable, Sendable {
  /// The kind of server.
  var server: SoundDescription.Server
  /// Whether we started the server.
  var isOwn: Bool
  /// A port's or client's name, or a part of a client's name; nil for the server's first.
  var output: String?
  /// Replaces the destination's name.
  var outputName: String?
  /// The number of the destination's sound card, if known.
  var card: Int?
}

/// A snapshot of a server.
struct ServerSnapshot: Hashable, Sendable {
  /// Full names of its physical playback ports, its default first.
  var physical: [String]
  /// Playback ports of all other clients; empty unless an output was requested by name.
  var others: [String] = []
  /// The connections of our left and our right port.
  var channels: [[String]] = [[], []]
  /// The playback latencies of those ports, in frames.
  var latencies: [String: Int] = [:]
  /// Frames per second.
  var rate: Int
  /// Frames per cycle.
  var period: Int

  /// Our connections, of either channel.
  var connections: [String] { channels.flatMap(\.self) }
}

/// The effects of an event.
struct OutputEffects: Hashable, Sendable {
  /// Performed at once, on the thread that reported the event, in the same critical section as the change of state.
  var immediate: [ImmediateEffect]
  /// Left to control, which carries them out in this order after that: a call to JACK may never return. They follow
  /// from control's events alone.
  var requests: [ServerRequest]

  init(_ immediate: [ImmediateEffect] = [], requests: [ServerRequest] = []) {
    self.immediate = immediate
    self.requests = requests
  }

  static func + (first: Self, second: Self) -> Self {
    Self(first.immediate + second.immediate, requests: first.requests + second.requests)
  }
}

/// An effect on the loop or on the renderer. It never blocks.
enum ImmediateEffect: Hashable, Sendable {
  /// Report this status to the loop.
  case report(SoundStatus)
  /// Stop calling the renderer, and clear its clock.
  case mute
  /// Call the renderer, and report its first cycle.
  case run
  /// Report the next cycle.
  case expectCycle
  /// Ramp the renderer up from silence.
  case ramp
  /// Set the renderer's playback latency, in frames.
  case setLatency(Int)
}

/// A request that may wait for the server or for JACK's thread.
enum ServerRequest: Hashable, Sendable {
  /// Take a snapshot of the server (`looked`).
  case look
  /// Connect our ports to these (`connected`: left, right), and disconnect them from the other ports in the last
  /// snapshot.
  case connect([[String]])
  /// Prepare the renderer for this rate, with the ramp from silence (`prepared`, `unplayable`).
  case prepare(rate: Int)
  /// Close the client, and end a server that Peach started.
  case leave
}

extension OutputState {
  /// The phase of the output.
  enum Phase: Hashable, Sendable {
    /// Not started.
    case idle
    /// Control has been waiting for a server's answer since this time; it may never come.
    case asking(since: MonotonicTime)
    /// Our client is active since this time, and waits for its first cycle.
    case awaitingCycle(since: MonotonicTime)
    /// The server runs, but nothing is connected.
    case disconnected
    /// Everything is set up since this time; the first cycle of the renderer is still to come.
    case starting(since: MonotonicTime)
    /// Cycles are rendered since this time, and go to a playback port.
    case playing(since: MonotonicTime)
    /// No cycle for half a second, noticed at this time.
    case hung(since: MonotonicTime)
    /// Between two attempts to find a server.
    case resting
    /// The output has ended.
    case ended
  }

  /// The state of rendering before anything is connected. At the start the renderer runs while connections are made,
  /// which takes the server some cycles: the first audible cycle is then among them.
  enum Ahead {
    case no
    case preparing
    case running
    /// A cycle was rendered.
    case rendered
  }

  /// The time without a cycle after which a playing server counts as hung.
  static let hangLimit = Duration.milliseconds(500)
  /// The time a server may take to answer at the start: next to other work on two processors some have taken 4 s.
  static let answerLimit = Duration.seconds(8)
  /// The time after which a hung server that Peach started is replaced.
  static let ownHangLimit = Duration.seconds(5)
  /// After this much silence a server is not called: it may never answer.
  static let silenceLimit = Duration.milliseconds(250)

  /// The source of the list of outputs.
  enum Outputs: Hashable, Sendable {
    /// The physical playback ports of the server in use, as last reported.
    case clients([String])
    /// The machine's cards, because Peach started the jackd.
    case cards
    /// No server is in use.
    case unknown
  }
}
