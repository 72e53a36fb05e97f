/// SCHED_FIFO priorities of all that is ours, in one place. What renders stands over all that wait for it, or it would be
/// held up by them where there is one processor; ARCHITECTURE.md has the whole order.
public enum RealtimePriority {
  /// The loop's thread.
  public static let loop: Int32 = 3
  /// The hands' thread: what has arrived is stamped before the loop takes it.
  public static let hands: Int32 = 4
  /// JACK's thread, where jackd is started as its manual says.
  public static let renderer: Int32 = 5
  /// A jackd of our own. Its clients are five lower, and its watchdog ten higher.
  public static let server: Int32 = 20
}
