import Controllers
import Pitch
import Timers
import Training

/// The state of practice that surfaces (terminal, page) show, as one value.
///
/// Before feedback, nothing in it depends on the target, its offset or the right answer: a test changes only those and
/// expects the same value.
public struct ViewState: Equatable, Sendable {
  /// A phase of practice.
  public enum Phase: String, Equatable, Sendable {
    /// Nothing sounds; a mode can be started.
    case hub
    /// The reference sounds.
    case reference
    /// The target sounds: an answer counts.
    case target
    /// The tunable note sounds: it can be tuned and committed.
    case tunable
    /// Both notes are over: an answer counts.
    case awaitingAnswer = "awaiting-answer"
    /// The 400 ms after an answer; in listening the second in which the answer is given.
    case feedback
    /// The next exercise waits for a timer or a page.
    case waiting
  }

  /// A plugged-in controller.
  public struct Controller: Equatable, Sendable {
    /// The port: its address, names and other listeners.
    public var port: PortDescription
    /// The name of its mapping.
    public var mapping: String
    /// The mapping's file; nil for the generic keyboard.
    public var file: String?
    /// The lowest key of Higher, if its keys are split.
    public var split: Int
    /// Whether two keys must be held to wake it before it can start anything.
    public var asleep: Bool

    /// Memberwise.
    public init(
      port: PortDescription, mapping: String = "", file: String? = nil, split: Int = ControllerMapping.middleC,
      asleep: Bool = false
    ) {
      self.port = port
      self.mapping = mapping
      self.file = file
      self.split = split
      self.asleep = asleep
    }

    /// Creates a controller from its name, without an address.
    public init(name: String, mapping: String = "", asleep: Bool = false, otherListeners: [String] = []) {
      let port = PortDescription(
        id: PortID(client: 0, port: 0), clientName: name, portName: name, otherListeners: otherListeners)
      self.init(port: port, mapping: mapping, asleep: asleep)
    }

    /// Its address, for as long as it is plugged in.
    public var id: PortID { port.id }
    /// The name from the sequencer.
    public var name: String { port.clientName }
    /// Other software that plays this controller's messages.
    public var otherListeners: [String] { port.players }
  }

  /// The learning of a control for a role, and its outcome.
  public struct Learning: Equatable, Sendable {
    /// A stage of learning.
    public enum Stage: Equatable, Sendable {
      /// No control has been pressed or moved yet.
      case waiting
      /// This control was learned.
      case learned(Binding)
      /// Learning ended without a control.
      case ended(End)
    }

    /// A reason why learning ended without a control.
    public enum End: Equatable, Sendable {
      /// The player cancelled it.
      case asked
      /// The controller was unplugged.
      case unplugged
      /// Nothing was pressed for 30 s.
      case late
      /// Practice was started, or left.
      case practice
      /// It was requested during practice, or for a controller that is not connected.
      case refused
    }

    /// The serial number of the request.
    public var number: Int
    /// The controller.
    public var port: PortID
    /// The role.
    public var role: Role
    /// The stage.
    public var stage: Stage

    /// Memberwise.
    public init(number: Int, port: PortID, role: Role, stage: Stage) {
      self.number = number
      self.port = port
      self.role = role
      self.stage = stage
    }
  }

  /// The state of the sound.
  public enum Sound: Equatable, Sendable {
    /// Sound is starting.
    case starting
    /// Sound is available.
    case ready(SoundDescription)
    /// Sound is lost; its return is awaited.
    case lost(SoundLoss)
    /// Sound could not be started.
    case failed(SoundFailure, willRetry: Bool)
  }

  /// A one-line notice that stays for as long as it applies.
  public enum Notice: Equatable, Sendable {
    /// Answers wait to be saved, for the system's reason.
    case notSaving(reason: String)
    /// There is no sequencer.
    case noSequencer(SequencerFailure)
    /// The settings file has a mistake; the default applies.
    case settings(SettingsFileProblem)
    /// A mapping file has a mistake; the generic keyboard or the last good mapping applies.
    case mapping(MappingProblem)
    /// The kernel does not let the program's threads run in real time.
    case realtimeMissing
    /// Sound is heard this many milliseconds later than it is rendered.
    case lateSound(milliseconds: Int)
    /// Practice stopped: headphones were pulled out of the socket in use.
    case headphonesPulled
    /// Practice stopped: there was no input for this long.
    case idle(minutes: Int)
    /// Answers are not saved: this machine has no sound card, so the sound is inaudible.
    case unheard
    /// A start was refused: there is no sound.
    case noSound
    /// A start was refused: the settings leave no exercise.
    case refused(ExerciseRefusal)
    /// Three presses in a row had no role.
    case unmappedPresses(controller: String)
    /// Results should be spoken, but there is no voice.
    case noSpeech(SpeechFailure)
    /// There are no pages.
    case noPages(PagesFailure)
    /// Practice continues on another output.
    case otherOutput(String)
    /// No program was found to open the pages, as requested.
    case noBrowser
    /// Another user requested the pages and was refused: this user id, or nil if the process was gone before it could
    /// be read.
    case stranger(user: UInt32?)
    /// A start was refused: a timer waits to be started or resumed.
    case timerWaits
    /// The answer to "where am I?"; `number` counts the questions, so that the same answer counts as new.
    case here(SpokenStatus, number: Int)
    /// The current sentence of the explanation, counted like `here`.
    case explanation(Explanation, number: Int)
  }

  /// A refused start, or presses without a role.
  public struct Refusal: Equatable, Sendable {
    /// The serial number, so that the same refusal counts as new.
    public var number: Int
    /// The notice that reports it.
    public var notice: Notice

    /// Memberwise.
    public init(number: Int, notice: Notice) {
      self.number = number
      self.notice = notice
    }
  }

  /// The number of an exercise among those requested.
  public struct ExerciseNumber: Equatable, Sendable {
    /// The number, from 1.
    public var number: Int
    /// The number of requested exercises.
    public var count: Int

    /// Memberwise.
    public init(_ number: Int, of count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// The step of the temperament being laid.
  public struct Laying: Hashable, Sendable {
    /// The number of the step, from 1.
    public var step: Int
    /// The number of all steps.
    public var count: Int
    /// The note to tune.
    public var note: Note
    /// The note it is tuned against.
    public var reference: Note

    /// Memberwise.
    public init(step: Int, of count: Int, note: Note, against reference: Note) {
      self.step = step
      self.count = count
      self.note = note
      self.reference = reference
    }
  }

  /// The control that tunes the note, for the instructions.
  public enum TuningHand: Equatable, Sendable {
    /// A wheel, a fader or a slider, which the player lets go.
    case slider
    /// A page's slider, which the player lets go there.
    case page
    /// A finger on a key that bends its own note, which the player lifts.
    case finger
    /// Higher and Lower of a controller; both together commit.
    case halves
    /// The computer's keys.
    case keys
  }

  /// The mode in practice; nil at the hub.
  public var mode: Mode?
  /// The phase of practice.
  public var phase: Phase = .hub
  /// The exercise that the surface shows; answers pass it.
  public var epoch: Epoch?
  /// Whether an answer counts.
  public var canAnswer = false
  /// Whether the note can be tuned and committed.
  public var canTune = false
  /// During feedback of comparison, and of early or late: the answer, and whether it was right.
  public var feedback: AnswerFeedback?
  /// During feedback of matching: the error.
  public var result: MatchingFeedback?
  /// During feedback of listening, or while a timer is awaited: the answer of the last exercise.
  public var heard: Answer?
  /// The interval of the exercise, in interval modes; nil in a temperament, whose step names both notes.
  public var interval: DirectedInterval?
  /// The rhythm of the exercise, in early or late and in listening to it.
  public var rhythm: Rhythm?
  /// The interval and the timbre of the exercise, in beats.
  public var beating: Beating?
  /// The step of the exercise, in a temperament; during feedback of the next one, so that it is shown before it sounds.
  public var laying: Laying?
  /// Whether the player can return to the note before, to tune it again.
  public var stepsBack = false
  /// The temperament laid last, from the feedback of its last note until practice starts again.
  public var laid: TemperamentResult?
  /// During feedback in interval modes: the next exercise's interval, so that it can be announced before its reference
  /// sounds. nil until the next exercise is chosen, and outside feedback.
  public var nextInterval: DirectedInterval?
  /// The progress towards the first thresholds in the profile, as of the last time practice was at the hub. For the
  /// same range of notes, answers never move it back.
  public var beginning = ProfileBeginning()
  /// The modes with questions that were never answered, so that surfaces explain their question.
  public var unanswered: Set<Mode> = []
  /// The number of the exercise, during feedback in a temperament of the next one; nil at the hub, and unless a number
  /// of exercises was requested.
  public var exercise: ExerciseNumber?
  /// The control that most likely tunes the note. It changes only between exercises, so that the view stays still while
  /// the player tunes.
  public var tuningHand = TuningHand.slider
  /// The range of the tunable note either way of its start, in cents; the last one's once it is committed. It follows
  /// from settings and earlier results, never from the exercise. nil before the first.
  public var tuningRange: Double?
  /// Whether the reference of a matching exercise can be replayed.
  public var hearsAgain = false
  /// Whether an answer to the exercise, or at the hub to the next one, can be marked as sure.
  public var asksSureness = false
  /// The practice timer in use; nil without one.
  public var timer: Timer?
  /// The last configuration of each kind of timer, as Quick Start shows it; kinds never used are missing.
  public var timerConfigurations: [TimerKind: TimerConfiguration] = [:]
  /// Whether timers of those missing kinds count down before they begin.
  public var timersCountDown = false
  /// The number of times a list of timed practices has gone out of date.
  public var historyChanges = 0
  /// The controllers in the order of plugging.
  public var controllers: [Controller] = []
  /// The latest learning of a control.
  public var learning: Learning?
  /// The state of the sound.
  public var sound: Sound = .starting
  /// The notices, in order of importance: see ``add(_:)``.
  public var notices: [Notice] = []
  /// The latest refusal; nil before the first.
  public var refused: Refusal?
  /// Whether single letters are keys, for surfaces with a keyboard.
  public var letters = true
  /// The address of the pages, as in `http://127.0.0.1:4400`; nil without pages.
  public var pages: String?
  /// Whether practice is over and the program is about to exit.
  public var leaving = false

  /// Creates the state of the hub before anything is known.
  public init() {}
}

extension ViewState {
  /// Inserts `notice` at the place of its kind among ``notices``, after others of its kind, so that the order does not
  /// depend on the order of discovery.
  public mutating func add(_ notice: Notice) {
    notices.insert(notice, at: notices.firstIndex { $0.place > notice.place } ?? notices.endIndex)
    if notice.isRefused {
      refused = Refusal(number: (refused?.number ?? 0) + 1, notice: notice)
    }
  }
}

extension ViewState.Notice {
  /// The rank of the kind: first anything that could cost answers or prevents playing, then anything that merely
  /// degrades practice, then recent events.
  fileprivate var place: Int {
    switch self {
    case .notSaving: 0
    case .noSequencer: 1
    case .settings: 2
    case .mapping: 3
    case .realtimeMissing: 4
    case .unheard, .lateSound: 5
    case .noSpeech: 6
    case .noPages, .noBrowser, .stranger: 7
    case .otherOutput, .headphonesPulled, .idle: 8
    case .unmappedPresses: 9
    case .noSound, .refused, .timerWaits: 10
    case .here, .explanation: 11
    }
  }

  /// Whether the notice explains a refused start; the next start removes it.
  public var isRefusal: Bool {
    switch self {
    case .noSound, .refused, .timerWaits: true
    case .notSaving, .unheard, .lateSound, .noSequencer, .settings, .mapping, .realtimeMissing, .unmappedPresses,
      .noSpeech, .noPages, .noBrowser, .stranger, .headphonesPulled, .idle, .otherOutput, .here,
      .explanation:
      false
    }
  }
}

extension ViewState.Notice {
  /// Whether the notice refuses a request, so that each one counts as new.
  fileprivate var isRefused: Bool { if case .unmappedPresses = self { true } else { isRefusal } }

  /// Whether the notice answers a question of the player.
  public var answersQuestion: Bool {
    switch self {
    case .here, .explanation: true
    default: false
    }
  }
}

extension ViewState {
  /// The sentence of the explanation shown in the place of results: an example, or the controls. nil otherwise.
  public var explained: Notice? {
    notices.last {
      switch $0 {
      case .explanation(.pair, _), .explanation(.hands, _): true
      default: false
      }
    }
  }

  /// The next exercise's interval if it differs; nil in a temperament.
  public var changedInterval: DirectedInterval? {
    nextInterval == interval || laying != nil ? nil : nextInterval
  }
}
