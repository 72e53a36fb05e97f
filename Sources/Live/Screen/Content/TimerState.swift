import Ports
import Texts
import Timers

extension PageState {
  /// The current practice timer, as pages show it: the clock, the configuration, and the cues given. It depends on
  /// time, on the configuration and on the number of finished rounds, and never on an exercise.
  struct Timer: Encodable, Equatable {
    struct Cue: Encodable, Equatable {
      var cue: String
      var number: Int
      var text: String
    }

    var phase: String
    var pausedIn: String?
    var kind: String
    var title: String
    var trains: Bool
    var rows: [TimerRow]
    var configuration: TimerConfiguration
    var time: String
    var timeLabel: String
    var spoken: String
    var round: Int
    var rounds: Int?
    var roundLine: String
    var slot: Int?
    var slots: Int?
    var slotLine: String?
    var set: Int
    var sets: Int
    var setLine: String?
    var lastSplit: String?
    var waiting: Bool
    var complete: Bool?
    var line: String
    var cue: Cue?
  }

  /// One of the three timers, as offered by the Timers page.
  struct TimerCard: Encodable, Equatable {
    var kind: String
    var title: String
    var use: String
    var rows: [TimerRow]
    var last: String
    var isUsed: Bool
    var configuration: TimerConfiguration
  }
}

extension PageState.Timer {
  init(_ timer: ViewState.Timer, _ catalogue: Catalogue) {
    phase = timer.phase.rawValue
    pausedIn = timer.pausedIn?.rawValue
    kind = timer.configuration.kind.rawValue
    title = catalogue.name(of: timer.configuration.kind)
    trains = timer.configuration.source.isTraining
    rows = catalogue.rows(of: timer.configuration)
    configuration = timer.configuration
    time = catalogue.time(timer)
    timeLabel = catalogue.timeLabel(timer)
    spoken = catalogue.spokenTime(timer)
    round = timer.phase == .finished ? timer.allRounds : timer.round
    rounds = timer.phase == .finished ? nil : timer.rounds
    roundLine = catalogue.roundLine(timer)
    slot = timer.slot
    slots = timer.slots
    slotLine = catalogue.slotLine(timer)
    set = timer.set
    sets = timer.sets
    setLine = catalogue.setLine(timer)
    lastSplit = timer.lastSplit.map { catalogue.split(tenths: $0) }
    waiting = timer.isWaiting
    complete = timer.isComplete
    line = catalogue.line(timer)
    cue = timer.cue.map { Cue(cue: $0.cue.rawValue, number: $0.number, text: catalogue.text(of: $0.cue)) }
  }
}

extension PageState.TimerCard {
  /// Creates the card of Quick Start of `kind`, for the state in `view`.
  init(_ kind: TimerKind, _ view: ViewState, _ catalogue: Catalogue) {
    let chosen = view.timerConfigurations[kind]
    let configuration = chosen ?? .standard(kind, countsDown: view.timersCountDown)
    self.kind = kind.rawValue
    title = catalogue.name(of: kind)
    use = catalogue.use(of: kind)
    rows = catalogue.rows(of: configuration)
    last = catalogue.words(configuration)
    isUsed = chosen != nil
    self.configuration = configuration
  }
}
