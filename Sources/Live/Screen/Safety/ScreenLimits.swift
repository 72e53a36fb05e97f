import Ports

/// The server's limits on memory and time, so that pages never delay practice.
struct ScreenLimits: Sendable {
  /// Concurrent connections. One more closes the one idle for longest, so that a client with idle ones does not keep
  /// out a page.
  var connections = 32
  /// Concurrent streams of states and messages.
  var streams = 16
  /// Bytes of a request's line and headers.
  var header = 8192
  /// Lines of headers.
  var headerFields = 64
  /// Bytes of a request's body.
  var body = 1024
  /// Bytes of a request's target.
  var target = 512
  /// The time a request may take to arrive.
  var arriving = Duration.seconds(10)
  /// The time a connection may be idle between requests.
  var idle = Duration.seconds(30)
  /// The time after which a stream whose page reads nothing is closed.
  var stalled = Duration.seconds(30)
  /// Requests a second that every connection may make, even if the others are busy: a moving slider makes 125.
  var requestsPerConnection = 130.0
  /// Their burst.
  var requestsAtOnce = 60.0
  /// Additional requests a second for all connections together.
  var requests = 240.0
  /// Concurrent tasks that wait for files or the database, including those of clients that are gone.
  var waiting = 64
  /// States a second to a page.
  var statesPerSecond = 60
  /// The idle time after which a stream sends a sign of life.
  var heartbeat = Duration.seconds(10)
}
