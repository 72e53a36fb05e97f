/// The folders in which the kernel and udev describe sound cards; tests replace them.
public struct SystemRoots: Hashable, Sendable {
  /// Holds `card<N>/device`.
  public var sys = "/sys/class/sound"
  /// Holds `seq` and `controlC<N>`.
  public var dev = "/dev/snd"

  /// The machine's folders.
  public init() {}

  /// Other folders.
  public init(sys: String, dev: String) {
    self.sys = sys
    self.dev = dev
  }
}

/// The options of the sequencer.
public struct SequencerOptions: Hashable, Sendable {
  /// Connects only ports whose client or port name contains this, or whose address (`20:0`) it is, even if they are not
  /// hardware. Case-insensitive. Nil: every hardware controller.
  public var controller: String?
  /// The folders that describe sound cards.
  public var roots: SystemRoots

  /// Memberwise.
  public init(controller: String? = nil, roots: SystemRoots = SystemRoots()) {
    self.controller = controller
    self.roots = roots
  }
}
