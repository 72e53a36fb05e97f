import Ports
import Time

/// What happens to a sound output, as its threads tell it.
enum OutputEvent: Hashable, Sendable {
  /// Control is about to ask something that may never be answered.
  case asks
  /// An attempt has failed.
  case failed(SoundFailure)
  /// Our client is active on a server.
  case attached(Attachment)
  /// The first cycle since it was expected has come.
  case cycle
  /// The first cycle since it was expected has been rendered.
  case rendered
  /// The server has told of ports, in this order.
  case port(PortEvent)
  /// The server has told more of ports than was kept.
  case portsMissed
  /// Period, rate or latency may have changed.
  case formatChanged
  /// This many xruns so far.
  case xruns(Int)
  /// What the server says now.
  case looked(Look)
  /// Whether our ports were connected as they should be.
  case connected(Bool)
  /// The renderer is ready for its rate, and nobody calls it.
  case prepared
  /// The renderer cannot play at that rate.
  case unplayable(rate: Int)
  /// Nothing sounds: another output may be followed.
  case mayFollow
  /// The server begins to make sound faster than anybody could hear it, as for an export, or has ended that.
  case freewheels(Bool)
  /// The server is gone.
  case gone
  /// Control has told all that it knew; the server's last cycle was then.
  case turn(lastCycle: MonotonicTime)
  /// The watchdog looks; the server's last cycle was then.
  case watched(lastCycle: MonotonicTime)
  /// It is over.
  case ended
}

/// What happened to a port. Numbers are the server's: a port's own while it is registered.
enum PortEvent: Hashable, Sendable {
  case registered(UInt32)
  case unregistered(UInt32)
  /// It was connected to one of ours.
  case connected(UInt32)
  /// One of ours was disconnected from it.
  case disconnected(UInt32)
}

/// A client on a server, and what is to be played to there.
struct Attachment: Hashable, Sendable {
  /// What kind of server it is.
  var server: SoundDescription.Server
  /// Whether we started it.
  var isOwn: Bool
  /// A port's or client's name, or a part of a client's name; nil for the server's first.
  var output: String?
  /// Replaces the name of what is played to.
  var outputName: String?
  /// The number of the sound card that is played to, where that is known.
  var card: Int?
}

/// What a server says when it is asked.
struct Look: Hashable, Sendable {
  /// Full names of its physical playback ports, its default first.
  var physical: [String]
  /// Those of all other clients that can be played to; empty where no output was asked for by name.
  var others: [String] = []
  /// What our left and our right port are connected to.
  var channels: [[String]] = [[], []]
  /// The playback latencies of those ports, in frames.
  var latencies: [String: Int] = [:]
  /// Frames a second.
  var rate: Int
  /// Frames a cycle.
  var period: Int

  /// What we are connected to, by either channel.
  var connections: [String] { channels.flatMap(\.self) }
}

/// What is to be done about it. All but the last four are done at once, on whatever thread told the event, in one with the
/// change; those four call JACK, follow from control's events alone, and are control's.
enum OutputEffect: Hashable, Sendable {
  /// The loop is told.
  case report(SoundStatus)
  /// The renderer is called no more, and its clock knows nothing.
  case mute
  /// The renderer is called, and its first cycle is told.
  case run
  /// The next cycle is told.
  case expectCycle
  /// The renderer begins again from silence.
  case ramp
  /// The renderer is told the playback latency, in frames.
  case setLatency(Int)
  /// The server is asked (`looked`).
  case look
  /// Our ports are connected to these (`connected`: left, right), and disconnected from what else the last look has.
  case connect([[String]])
  /// The renderer is made ready for this rate, silent for half a second (`prepared`, `unplayable`).
  case prepare(rate: Int)
  /// The client is ended, and with it a server of our own.
  case leave
}

extension OutputState {
  /// Where it stands.
  enum Phase: Hashable, Sendable {
    /// Not started.
    case idle
    /// Control asks for a server since this time; it may never answer.
    case asking(since: MonotonicTime)
    /// Our client is active since this time; its first cycle is awaited.
    case awaitingCycle(since: MonotonicTime)
    /// The server runs, but nothing is connected.
    case disconnected
    /// All is set up since this time; the first cycle of the renderer is awaited.
    case starting(since: MonotonicTime)
    /// Cycles are rendered since this time, and go to a playback port.
    case playing(since: MonotonicTime)
    /// No cycle for half a second, noticed at this time.
    case hung(since: MonotonicTime)
    /// Between two attempts.
    case resting
    /// Over.
    case ended
  }

  /// How far the renderer is that runs before anything is connected. At the start it runs while connections are made, which takes the
  /// server some cycles: the one that sound waits for is then among them.
  enum Ahead {
    case no
    case preparing
    case running
    /// A cycle was rendered.
    case rendered
  }

  /// How long a playing server may be without a cycle.
  static let hangLimit = Duration.milliseconds(500)
  /// How long a server may take to answer a question at the start: with other work on two processors some have taken 4 s.
  static let answerLimit = Duration.seconds(8)
  /// How long a server of our own may hang before it is replaced.
  static let ownHangLimit = Duration.seconds(5)
  /// A server that has been still for this long is not asked: it may never answer.
  static let silenceLimit = Duration.milliseconds(250)

  /// Where to find what else could be played to.
  enum Outputs: Hashable, Sendable {
    /// The physical playback ports of the server in use, as it told them last.
    case clients([String])
    /// The machine's cards, as the server is a jackd of our own.
    case cards
    /// There is no server in use.
    case unknown
  }
}
