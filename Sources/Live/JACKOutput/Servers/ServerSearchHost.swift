import Glibc

/// The owner of a search, which a search calls on its own thread.
protocol ServerSearchHost {
  /// Whether the search is to end: polled while it waits.
  var isCancelled: Bool { get }
  /// Whether to try again a running jackd that has refused a client, as one that has just started may.
  var hasPatience: Bool { get }
  /// Called before every step that may block.
  func willStep()
  /// Called with a server's process as soon as it runs, and with nil when it is given up.
  func didStart(_ process: pid_t?)
  /// Called with whether PipeWire answers without an output; returns whether to give it time to have one.
  func awaitsOutput(pipeWireAnswers: Bool) -> Bool
}

/// The owner of a single search, which waits for nothing.
struct OneSearch: ServerSearchHost {
  var isCancelled: Bool { false }
  var hasPatience: Bool { false }
  func willStep() {}
  func didStart(_ process: pid_t?) {}
  func awaitsOutput(pipeWireAnswers: Bool) -> Bool { false }
}
