/// Where the kernel and udev tell about sound cards; tests put folders of their own here.
public struct SystemRoots: Hashable, Sendable {
  /// Holds `card<N>/device`.
  public var sys = "/sys/class/sound"
  /// Holds `seq` and `controlC<N>`.
  public var dev = "/dev/snd"

  /// The machine's own.
  public init() {}

  /// Folders of one's own.
  public init(sys: String, dev: String) {
    self.sys = sys
    self.dev = dev
  }
}

/// How the sequencer is used.
public struct SequencerOptions: Hashable, Sendable {
  /// Only ports whose client or port name contains this, or whose address (`20:0`) it is, are connected; they are even if
  /// they are not hardware. Upper and lower case are the same. Nil: every hardware controller.
  public var controller: String?
  /// Where sound cards are looked up.
  public var roots: SystemRoots

  /// Memberwise.
  public init(controller: String? = nil, roots: SystemRoots = SystemRoots()) {
    self.controller = controller
    self.roots = roots
  }
}
