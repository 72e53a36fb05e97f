import Ports

/// The server's limits on memory and time, so that pages never delay practice.
struct ScreenLimits: Sendable {
  /// Connections that are open at once. One more closes the idle one that was quiet longest, so that a client with idle
  /// ones does not keep out a page.
  var connections = 32
  /// Streams of states and messages at once.
  var streams = 16
  /// Bytes of a request's line and headers.
  var header = 8192
  /// Lines of headers.
  var headerFields = 64
  /// Bytes of a request's body.
  var body = 1024
  /// Bytes of a request's target.
  var target = 512
  /// How long a request may take to arrive.
  var arriving = Duration.seconds(10)
  /// How long a connection may be quiet between requests.
  var idle = Duration.seconds(30)
  /// How long a stream may take nothing before it is closed.
  var stalled = Duration.seconds(30)
  /// Requests a second that every connection may make, however busy the others are: a slider that is moved makes 125.
  var requestsPerConnection = 130.0
  /// How many of them at once.
  var requestsAtOnce = 60.0
  /// Requests a second that all may make together beyond that.
  var requests = 240.0
  /// Concurrent tasks that wait for files or the database, including those of clients that are gone.
  var waiting = 64
  /// States a second to a page.
  var statesPerSecond = 60
  /// The idle time after which a stream sends a sign of life.
  var heartbeat = Duration.seconds(10)
}
