import ArgumentParser
import Ports
import Texts
import Timers

/// `peach timer for-time|amrap|emom`: practice with a timer, which is shown and waits for confirmation.
struct TimerCommand: NamedCommand {
  static let name = "timer"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: Peach.name, abstract: Help.catalogue(.timer),
    discussion: Help.example("peach timer amrap --duration 10:00"))

  @Argument(help: Help.text(.timerKind))
  var kind: TimerKind
  @Flag(help: Help.text(.timerQuick))
  var quick = false
  @Option(help: Help.text(.timerMode))
  var mode: RoundSource?
  @Option(parsing: .unconditional, help: Help.text(.timerRounds))
  var rounds: Int?
  @Option(parsing: .unconditional, help: Help.text(.timerCap))
  var cap: Seconds?
  @Option(parsing: .unconditional, help: Help.text(.timerDuration))
  var duration: Seconds?
  @Option(parsing: .unconditional, help: Help.text(.timerIntervals))
  var intervals: Int?
  @Option(parsing: .unconditional, help: Help.text(.timerEvery))
  var every: Seconds?
  @Option(parsing: .unconditional, help: Help.text(.timerSets))
  var sets: Int?
  @Option(parsing: .unconditional, help: Help.text(.timerRest))
  var rest: Seconds?
  @OptionGroup var common: CommonOptions
  @OptionGroup var practice: PracticeOptions

  func validate() throws {
    let unfitting = unfittingOptions
    if let option = unfitting.first {
      throw ValidationError(Help.catalogue(.usageTimerOption, ["option": option, "timer": kind.rawValue]))
    }
    if quick, hasValues { throw ValidationError(Help.catalogue(.usageTimerQuick)) }
    do throws(TimerConfigurationError) {
      _ = try configuration(countdownSeconds: nil)
    } catch {
      throw ValidationError(Help.catalogue.line(error))
    }
  }

  func run() throws {
    try practice.run(common) { settings in
      let countdown = settings.countdown ? TimerConfiguration.offeredCountdown : nil
      // Validated before, and an offered countdown is always in its range.
      return PracticeBeginning(
        timer: quick ? .quick(kind) : (try? configuration(countdownSeconds: countdown)).map { .chosen($0) })
    }
  }

  /// Returns the configuration from the options, with defaults for those not given.
  private func configuration(countdownSeconds: Int?) throws(TimerConfigurationError) -> TimerConfiguration {
    let standard = TimerConfiguration.standard(kind)
    let form: TimerConfiguration.Form =
      switch standard.form {
      case .forTime(let standardCap, let standardRounds):
        .forTime(capSeconds: cap?.count ?? standardCap, rounds: rounds ?? standardRounds)
      case .amrap(let seconds): .amrap(durationSeconds: duration?.count ?? seconds)
      case .emom(let count, let seconds, let standardRounds):
        .emom(slots: intervals ?? count, slotSeconds: every?.count ?? seconds, rounds: rounds ?? standardRounds)
      }
    return try TimerConfiguration(
      form, source: mode ?? standard.source, sets: sets ?? standard.sets,
      restSeconds: rest?.count ?? standard.restSeconds,
      countdownSeconds: countdownSeconds)
  }

  /// The given options that this kind does not use.
  private var unfittingOptions: [String] {
    let given: [(name: String, isGiven: Bool, kinds: [TimerKind])] = [
      ("--cap", cap != nil, [.forTime]), ("--rounds", rounds != nil, [.forTime, .emom]),
      ("--duration", duration != nil, [.amrap]), ("--intervals", intervals != nil, [.emom]),
      ("--every", every != nil, [.emom]),
    ]
    return given.filter { $0.isGiven && !$0.kinds.contains(kind) }.map(\.name)
  }

  private var hasValues: Bool {
    mode != nil || [rounds, intervals, sets].contains { $0 != nil }
      || [cap, duration, every, rest].contains { $0 != nil }
  }
}

/// Seconds as typed: `600`, or minutes and seconds with a colon, `10:00`.
struct Seconds: ExpressibleByArgument {
  /// The number of seconds.
  let count: Int

  init?(argument: String) {
    if let seconds = Int(argument) {
      count = seconds
      return
    }
    guard let match = argument.wholeMatch(of: #/([0-9]{1,4}):([0-5][0-9])/#), let minutes = Int(match.1),
      let seconds = Int(match.2)
    else { return nil }
    count = 60 * minutes + seconds
  }
}

extension TimerKind: ExpressibleByArgument {}
extension RoundSource: ExpressibleByArgument {}
