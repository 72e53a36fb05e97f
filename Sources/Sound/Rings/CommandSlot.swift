import Pitch

/// A command in the ring: plain numbers only, so that *any* bytes are a valid value and cannot make the renderer trap.
/// Enumerations, whose unused bit patterns are undefined behaviour, are created after each number has been checked.
struct CommandSlot: BitwiseCopyable {
  /// The kind of command.
  enum Kind: UInt8 {
    case note = 1
    case clicks, marker, fade, cancel
    /// Takes the place of an empty batch.
    case nothing
    case utterance
    case cue
    case pattern
  }

  /// The batch it belongs to.
  var batch: UInt32
  /// The exercise it belongs to.
  var epoch: UInt32 = 0
  /// Raw value of a `Kind`; others are refused.
  var rawKind: UInt8
  /// Raw value of a `VoiceRole` (notes) or a `CueTone` (cues), number of a `ClickKind` (clicks), place on the shelf
  /// (utterances); others are refused.
  var detail: UInt8 = 0
  /// 1: `start` counts from the renderer's first frame; other values: from the frame on which the batch is applied.
  var isAbsolute: UInt8 = 0
  /// 1: the last of its batch.
  var endsBatch: UInt8
  /// The place of a note's timbre among all; others are refused.
  var timbre: UInt8 = 0
  /// Linear gain of a note or pattern.
  var gain: Float = 0
  /// The share of the gain at which a note continues; 0: it ends.
  var sustain: Float = 0
  /// Frames.
  var start: Int64 = 0
  /// Length in frames.
  var frames: Int64 = 0
  /// Cycles per second.
  var hertz: Double = 0
  /// The time a cue should be heard, in ns of CLOCK_MONOTONIC; the least number if not given.
  var heard = Int64.min
  /// The pattern, of any numbers.
  var pattern = BeatPattern(cells: 0, notes: 0, displaced: 0, displacement: 0, tempo: 0)

  /// Encodes `command` as numbers.
  /// - Parameter place: of an utterance, on the shelf.
  init(_ command: SoundCommand, batch: UInt32, endsBatch: Bool, place: UInt8 = 0) {
    self.batch = batch
    self.endsBatch = endsBatch ? 1 : 0
    switch command {
    case .note(let role, let epoch, let start, let frames, let hertz, let gain, let sustain, let timbre):
      rawKind = Kind.note.rawValue
      self.timbre = UInt8(clamping: timbre.place)
      detail = role.rawValue
      self.epoch = epoch
      self.frames = frames
      self.hertz = hertz
      self.gain = gain
      self.sustain = sustain
      set(start)
    case .pattern(let pattern, let epoch, let start, let gain):
      rawKind = Kind.pattern.rawValue
      self.pattern = pattern
      self.epoch = epoch
      self.gain = gain
      set(start)
    case .clicks(let clicks, let epoch, let start):
      rawKind = Kind.clicks.rawValue
      detail = Self.number(of: clicks)
      self.epoch = epoch
      set(start)
    case .utterance(_, let epoch, let start):
      rawKind = Kind.utterance.rawValue
      detail = place
      self.epoch = epoch
      set(start)
    case .cue(let tone, let start, let heard):
      if let heard { self.heard = heard.nanoseconds }
      rawKind = Kind.cue.rawValue
      detail = tone.rawValue
      epoch = SoundLimits.cueEpoch
      set(start)
    case .marker(let epoch, let start):
      rawKind = Kind.marker.rawValue
      self.epoch = epoch
      set(start)
    case .fade(let epoch):
      rawKind = Kind.fade.rawValue
      self.epoch = epoch
    case .cancel(let epoch):
      rawKind = Kind.cancel.rawValue
      self.epoch = epoch
    }
  }

  /// Creates the only slot of a batch without commands: it has no effect, but its batch is answered.
  init(emptyBatch batch: UInt32) {
    self.batch = batch
    rawKind = Kind.nothing.rawValue
    endsBatch = 1
  }

  /// Encodes clicks as a number: the two kinds with their own numbers, then one, two, three bright ones, then as many
  /// dull ones.
  private static func number(of clicks: ClickKind) -> UInt8 {
    switch clicks {
    case .tick: 0
    case .trouble: 1
    case .result(let count, .bright): 1 + count.rawValue
    case .result(let count, .dull): 4 + count.rawValue
    }
  }

  private mutating func set(_ start: Start) {
    switch start {
    case .at(let frame):
      isAbsolute = 1
      self.start = frame
    case .after(let frames):
      self.start = frames
    }
  }

  // Compared number by number: the raw value initialisers of other files are not known to be lock-free.

  /// The kind; nil if the number is invalid. Real-time.
  var kind: Kind? {
    @_noLocks get {
      switch rawKind {
      case 1: .note
      case 2: .clicks
      case 3: .marker
      case 4: .fade
      case 5: .cancel
      case 6: .nothing
      case 7: .utterance
      case 8: .cue
      case 9: .pattern
      default: nil
      }
    }
  }

  /// Whether it is a note to the tones of timers: a note or a pattern. Real-time.
  var isNote: Bool {
    @_noLocks get {
      switch kind {
      case .note, .pattern: true
      default: false
      }
    }
  }

  /// The note; nil if the number is invalid or a pattern's. Real-time.
  var role: VoiceRole? {
    @_noLocks get {
      switch detail {
      case 0: .reference
      case 1: .target
      case 2: .tunable
      case 4: .companion
      default: nil
      }
    }
  }

  /// The clicks; nil if the number is invalid. Real-time.
  var clicks: ClickKind? {
    @_noLocks get {
      switch detail {
      case 0: .tick
      case 1: .trouble
      case 2: .result(.one, .bright)
      case 3: .result(.two, .bright)
      case 4: .result(.three, .bright)
      case 5: .result(.one, .dull)
      case 6: .result(.two, .dull)
      case 7: .result(.three, .dull)
      default: nil
      }
    }
  }

  /// The tone of a timer; nil if the number is invalid. Real-time.
  var tone: CueTone? {
    @_noLocks get {
      switch detail {
      case 0: .low
      case 1: .medium
      case 2: .high
      case 3: .start
      case 4: .slot
      case 5: .warning
      case 6: .rest
      case 7: .finish
      default: nil
      }
    }
  }

  /// Its start in frames of the renderer's count; nil if it has none. Real-time.
  var absoluteStart: Int64? {
    @_noLocks get {
      switch kind {
      case .note, .pattern, .clicks, .utterance, .cue, .marker: isAbsolute == 1 ? start : nil
      default: nil
      }
    }
  }
}
