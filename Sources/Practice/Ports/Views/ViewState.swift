import Controllers
import Pitch
import Timers
import Training

/// All that any surface (terminal, page) shows of practice, as one value.
///
/// Nothing in it before feedback depends on the target, its offset or the right answer: a test changes only those and
/// expects the same value.
public struct ViewState: Equatable, Sendable {
  /// Where in the loop practice is.
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
    /// The 400 ms after an answer; in listening the second in which it is told.
    case feedback
    /// The next exercise waits for a timer.
    case waiting
  }

  /// A controller that is plugged in.
  public struct Controller: Equatable, Sendable {
    /// Where it is, what it is called, and who else listens.
    public var port: PortDescription
    /// The name of the mapping that serves it.
    public var mapping: String
    /// That mapping's file; nil for the generic keyboard.
    public var file: String?
    /// The lowest key of Higher, where keys are halved.
    public var split: Int
    /// It must be woken by holding two keys before it starts anything.
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

    /// One of which only this is known.
    public init(name: String, mapping: String = "", asleep: Bool = false, otherListeners: [String] = []) {
      let port = PortDescription(
        id: PortID(client: 0, port: 0), clientName: name, portName: name, otherListeners: otherListeners)
      self.init(port: port, mapping: mapping, asleep: asleep)
    }

    /// Its address, for as long as it is plugged in.
    public var id: PortID { port.id }
    /// Its name as the sequencer tells it.
    public var name: String { port.clientName }
    /// Other software that plays what this controller sends.
    public var otherListeners: [String] { port.players }
  }

  /// A control that is wanted for a role, and what came of it.
  public struct Learning: Equatable, Sendable {
    /// How far it is.
    public enum Stage: Equatable, Sendable {
      /// It has yet to be pressed or moved.
      case waiting
      /// This is it.
      case learned(Binding)
      /// There is none.
      case ended(End)
    }

    /// Why there is none.
    public enum End: Equatable, Sendable {
      /// It is not wanted any more.
      case asked
      /// The controller was unplugged.
      case unplugged
      /// Nothing was pressed for 30 s.
      case late
      /// Practice was started, or left.
      case practice
      /// It was asked for during practice, or of a controller that is not there.
      case refused
    }

    /// Which one it is: each request has one more than the one before.
    public var number: Int
    /// The controller.
    public var port: PortID
    /// The role.
    public var role: Role
    /// How far it is.
    public var stage: Stage

    /// Memberwise.
    public init(number: Int, port: PortID, role: Role, stage: Stage) {
      self.number = number
      self.port = port
      self.role = role
      self.stage = stage
    }
  }

  /// What is known of the sound.
  public enum Sound: Equatable, Sendable {
    /// Being looked for.
    case starting
    /// There.
    case ready(SoundDescription)
    /// Gone; its return is awaited.
    case lost(SoundLoss)
    /// Not to be had.
    case failed(SoundFailure, willRetry: Bool)
  }

  /// One calm line that stays for as long as it matters.
  public enum Notice: Equatable, Sendable {
    /// Answers wait to be saved; the reason is the system's.
    case notSaving(reason: String)
    /// There is no sequencer.
    case noSequencer(SequencerFailure)
    /// The settings file has a mistake; the default serves.
    case settings(SettingsFileProblem)
    /// A mapping file has a mistake; the generic keyboard or the last good mapping serves.
    case mapping(MappingProblem)
    /// The kernel does not let the program's threads run in real time.
    case realtimeMissing
    /// What is played is heard this many milliseconds later than it is made.
    case lateSound(milliseconds: Int)
    /// Practice was stopped: headphones were pulled out of the socket in use.
    case headphonesPulled
    /// Practice was stopped: nobody has touched anything for so long.
    case idle(minutes: Int)
    /// What is practised is not kept: this machine has no sound card, so nobody can hear it.
    case unheard
    /// A start was refused: there is no sound.
    case noSound
    /// A start was refused: the settings leave no exercise.
    case refused(ExerciseRefusal)
    /// Three presses in a row had no role.
    case unmappedPresses(controller: String)
    /// Results were to be spoken, and nothing can speak.
    case noSpeech(SpeechFailure)
    /// There are no pages.
    case noPages(PagesFailure)
    /// Practice goes on at another output.
    case otherOutput(String)
    /// The pages were to be opened, and nothing knows how.
    case noBrowser
    /// Somebody who is not the player asked for the pages and got nothing: this user, or one who was gone before that could be seen.
    case stranger(user: UInt32?)
    /// A start was refused: a timer waits to be begun or resumed.
    case timerWaits
    /// Where practice was when somebody asked; `number` counts the questions, so that the same answer is news again.
    case here(Whereabouts, number: Int)
    /// What is explained now to somebody who has asked, counted like `here`.
    case explanation(Explanation, number: Int)
  }

  /// A start that was refused, or presses that had no role.
  public struct Refusal: Equatable, Sendable {
    /// Which one it is: each has one more than the one before, so that the same one is news again.
    public var number: Int
    /// What is said of it.
    public var notice: Notice

    /// Memberwise.
    public init(number: Int, notice: Notice) {
      self.number = number
      self.notice = notice
    }
  }

  /// Which exercise of how many.
  public struct ExerciseNumber: Equatable, Sendable {
    /// 1 for the first.
    public var number: Int
    /// How many were asked for.
    public var count: Int

    /// Memberwise.
    public init(_ number: Int, of count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// What a hand tunes with, for the words that say how.
  public enum TuningHand: Equatable, Sendable {
    /// A wheel, a fader or a slider, which is let go.
    case slider
    /// A page's slider, which is let go there.
    case page
    /// A finger on a key that bends its own note, which is lifted.
    case finger
    /// Higher and Lower of a controller, both of which commit.
    case halves
    /// The keys of the computer.
    case keys
  }

  /// What is practised; nil at the hub.
  public var mode: Mode?
  /// Where in the loop practice is.
  public var phase: Phase = .hub
  /// Which exercise the surface shows; answers name it.
  public var epoch: Epoch?
  /// Whether an answer counts.
  public var canAnswer = false
  /// Whether the note can be tuned and committed.
  public var canTune = false
  /// Within feedback of a comparison: what was answered, and whether it was right.
  public var feedback: ComparisonFeedback?
  /// Within feedback of matching: how far off it was.
  public var result: MatchingFeedback?
  /// Within feedback of listening, or while a timer is waited for: the answer of the pair that was heard.
  public var heard: Answer?
  /// The interval asked for, in interval modes.
  public var interval: DirectedInterval?
  /// Within feedback in interval modes: the interval that is asked next, so that it can be said before its reference
  /// sounds. Nil until the next exercise is chosen, and outside feedback.
  public var nextInterval: DirectedInterval?
  /// How far it is to the first thresholds, which the profile tells, as of the last time practice was at the hub. Of the same notes
  /// it is never farther by answering.
  public var beginning = ProfileBeginning()
  /// The modes that ask something and were never answered, so that surfaces say what.
  public var unanswered: Set<Mode> = []
  /// Which exercise it is; nil unless a number of them was asked for, and at the hub.
  public var exercise: ExerciseNumber?
  /// What the tunable note is most likely tuned with. It changes between exercises only: nothing moves while the ear searches.
  public var tuningHand = TuningHand.slider
  /// How far the tunable note goes either way of where it began, in cents; that of the last one once it is committed. It
  /// follows from settings and earlier results, never from the exercise. Nil before the first.
  public var tuningRange: Double?
  /// Whether the reference of the exercise that is matched can be heard again.
  public var hearsAgain = false
  /// The practice timer that is in use; nil while none is.
  public var timer: Timer?
  /// What practice timers were set to last, as Quick Start shows it; one that was never set to anything is not here.
  public var timerConfigurations: [TimerKind: TimerConfiguration] = [:]
  /// Whether those that are not count down before they begin.
  public var timersCountDown = false
  /// How often what is kept of timed practice has changed so that a list of it is out of date.
  public var historyChanges = 0
  /// What is plugged in, in the order it was plugged in.
  public var controllers: [Controller] = []
  /// The control that was wanted for a role last.
  public var learning: Learning?
  /// What is known of the sound.
  public var sound: Sound = .starting
  /// What needs saying, in an order of its own: see ``add(_:)``.
  public var notices: [Notice] = []
  /// What was refused last; nil while nothing was.
  public var refused: Refusal?
  /// Whether single letters are keys, for surfaces with a keyboard.
  public var letters = true
  /// Where pages are served, as in `http://127.0.0.1:4400`; nil where there are none.
  public var pages: String?
  /// Practice is over and the program is about to leave.
  public var leaving = false

  /// The hub before anything is known.
  public init() {}
}

extension ViewState {
  /// Adds `notice` where its kind stands among ``notices``, after others of its kind, so that the lines are the same
  /// whatever was found out first.
  public mutating func add(_ notice: Notice) {
    notices.insert(notice, at: notices.firstIndex { $0.place > notice.place } ?? notices.endIndex)
    if notice.isRefused {
      refused = Refusal(number: (refused?.number ?? 0) + 1, notice: notice)
    }
  }
}

extension ViewState.Notice {
  /// What could cost answers or keeps hands from playing comes first, then what is merely worse than it could be, then
  /// what has just happened.
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

  /// Whether it says why something did not start; the next start takes it away.
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
  /// Whether a hand wanted something and got nothing: each time is news.
  fileprivate var isRefused: Bool { if case .unmappedPresses = self { true } else { isRefusal } }

  /// Whether it answers what somebody has asked.
  public var answersQuestion: Bool {
    switch self {
    case .here, .explanation: true
    default: false
    }
  }
}

extension ViewState {
  /// What is explained now by an example, or by where its answer is given: it stands where results do. Nil once that is over.
  public var explained: Notice? {
    notices.last {
      switch $0 {
      case .explanation(.pair, _), .explanation(.hands, _): true
      default: false
      }
    }
  }

  /// The interval that is asked next, where it is another one.
  public var changedInterval: DirectedInterval? { nextInterval == interval ? nil : nextInterval }
}
