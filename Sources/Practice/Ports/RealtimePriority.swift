/// The SCHED_FIFO priorities of all our threads, in one place. The renderer has a higher priority than the threads that
/// wait for it; otherwise they would delay it on a single processor. ARCHITECTURE.md has the whole order.
public enum RealtimePriority {
  /// The loop's thread.
  public static let loop: Int32 = 3
  /// The hands thread: input is time-stamped before the loop takes it.
  public static let hands: Int32 = 4
  /// JACK's thread, if jackd is started as its manual recommends.
  public static let renderer: Int32 = 5
  /// Our own jackd. Its clients run five lower, and its watchdog ten higher.
  public static let server: Int32 = 20
}
