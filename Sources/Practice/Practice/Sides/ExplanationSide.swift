import Controllers
import Pitch
import Ports
import Sound
import Time
import Training

/// The explanation of higher and lower, by sound and voice, on request: two rising pairs of notes, two falling pairs,
/// and the controls for either. It never begins by itself, and is never answered, saved or learned from.
///
/// Sentences and notes wait for each other: neither begins before the other has ended. Without a voice each sentence
/// stays long enough to be read.
///
/// Also the list of further exercises, which has the explanation as its last entry, and a sample of a chosen timbre.
struct ExplanationSide {
  /// A condition that the next step waits for.
  private enum Wait: Hashable {
    /// The end of the spoken sentence; without a voice, the time by which it has been read.
    case words(until: MonotonicTime)
    /// A moment of silence.
    case breath(until: MonotonicTime)
    /// The end of both notes.
    case notes
  }

  /// The current sentence, whether its notes have yet to sound, and the condition waited for; nil while nothing is
  /// explained. A nil sentence waits to begin.
  private var current: (sentence: Int?, isToBeHeard: Bool, wait: Wait)?

  /// The open list, when it closes by itself, and the clicks that have yet to count its entry; nil while it is closed.
  private var list: (menu: ExerciseMenu, closes: MonotonicTime, clicks: Int, nextClick: MonotonicTime)?

  /// Whether a timbre was sampled since something else began.
  private var hasSampled = false

  /// The list of further exercises; nil while it is closed.
  var menu: ExerciseMenu? { list?.menu }
  /// Whether the explanation runs; any press then ends it.
  var isRunning: Bool { current?.sentence != nil }
  /// Whether it is running or waits to begin, or the list is open.
  var isUnderWay: Bool { current != nil || list != nil }
  /// Whether its notes sound, or are about to.
  var isPlaying: Bool { current?.wait == .notes }

  /// When the explanation or the list must be advanced; `isQuiet` as in the context.
  func deadline(isQuiet: Bool) -> MonotonicTime? {
    let due = list.flatMap { earliest($0.closes, $0.clicks > 0 ? $0.nextClick : nil) }
    guard isQuiet else { return due }
    return switch current?.wait {
    case .words(let time), .breath(let time): earliest(due, time)
    case .notes, nil: due
    }
  }

  /// The events of the explanation.
  enum Event {
    /// The player requests the explanation, or all of it again.
    case ask
    /// The player keeps holding after requesting the status: the examples begin after it.
    case holdOn
    /// Continues once the awaited condition is met.
    case advance
    /// The player chose this timbre: a note sounds with it, if nothing else does.
    case sample(Timbre)
    /// Both notes have sounded.
    case heard
    /// Something else begins, or the explanation can no longer be heard. The list closes.
    case end

    /// Opens the list of further exercises.
    case openMenu(by: PortID)
    /// Shows the next entry of the list.
    case goOn
    /// Starts the entry, from a controller or another surface.
    case choose(by: PortID?)
    /// Counts the entry in clicks again.
    case countEntry
    /// The player leaves the list.
    case leaveMenu(by: PortID)
  }

  /// Handles an event; `hands` are the controls for Higher and Lower.
  mutating func handle(_ event: Event, in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    switch event {
    case .ask: return ask(in: context, hands: hands)
    case .holdOn:
      guard !isRunning, !context.isQuiet else { return ask(in: context, hands: hands) }
      current = (nil, false, .words(until: context.now))
    case .advance: return advanceMenu(in: context) + advance(in: context, hands: hands)
    case .sample(let timbre): return sample(timbre, in: context)
    case .heard:
      guard isPlaying else { return [] }
      current?.isToBeHeard = false
      current?.wait = .breath(until: context.now + Self.echo)
    case .end:
      var closed = closeMenu()
      if hasSampled { closed.append(Self.silence) }
      hasSampled = false
      guard isRunning else {
        current = nil
        return closed
      }
      return closed + [.speech(.hush)] + silence() + [.retract(.here)] + leave(.stopped)
    case .openMenu(let id): return openMenu(by: id, in: context)
    case .goOn:
      guard var menu else { return [] }
      menu.goOn()
      return show(menu, in: context)
    case .choose(let id): return choose(by: id, in: context, hands: hands)
    case .countEntry: if let menu { count(menu, from: context.now, in: context) }
    case .leaveMenu(let id):
      let closed = closeMenu()
      return closed.isEmpty ? [] : closed + [.rack(.acknowledge(id)), .speech(.sayAtEnd(.stopped))]
    }
    return []
  }

  private mutating func ask(in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    if !isRunning { current = nil }
    guard !context.isLeaving else { return [] }
    guard !context.isPractising, !context.timer.isTimed else { return [.speech(.explainLater)] }
    guard !context.timer.waits else { return Effect.refusedBesideTimer }
    guard context.hasSound else { return [.retract(.aboutStarting)] + Effect.refusedWithoutSound }
    let broken: [Effect] = closeMenu() + (isRunning ? silence() + [.tell(.explanation(.stopped))] : [])
    let begin: [Effect] = [.rack(.endLearning(.practice)), .retract(.aboutStarting), .lights(.endTrouble)]
    let first = say(0, in: context, hands: hands)
    return broken + begin + [.tell(.explanation(.begun)), .rack(.enterContexts)] + first
  }

  private mutating func advance(in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    guard let (sentence, isToBeHeard, wait) = current else { return [] }
    switch wait {
    case .words(let time):
      if context.isQuiet, context.now >= time { current?.wait = .breath(until: context.now + Self.breath) }
    // "Where am I?" is answered between two sentences.
    case .breath where !context.isQuiet: current?.wait = .words(until: context.now)
    case .breath(let time):
      guard context.now >= time else { break }
      guard let sentence else { return ask(in: context, hands: hands) }
      if isToBeHeard { return play(sentence, in: context, hands: hands) }
      return say(sentence + 1, in: context, hands: hands)
    case .notes: break
    }
    return []
  }

  /// Says and shows a sentence; controllers light the half it concerns.
  private mutating func say(_ index: Int, in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    let sentences = Self.sentences(hands)
    let told = Effect.speech(.explain(sentences[index]))
    let read = context.now + (context.saysAnswers ? .zero : Self.reading)
    switch sentences[index] {
    case .pair(let answer, _):
      current = (index, true, .words(until: read))
      return [.cue(.correct(pressed: Half(answer))), told]
    case .hands:
      current = (index, false, .words(until: read))
      return [.cue(.canAnswer), told]
    // The next press starts practice.
    case .over, .later, .menu: return leave(.over) + [told]
    }
  }

  private mutating func play(_ index: Int, in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    guard case .pair(let answer, let isFiner) = Self.sentences(hands)[index] else { return [] }
    current?.wait = .notes
    let size = isFiner ? Self.fine : Self.coarse
    let pair = Self.pair(offset: answer == .higher ? size : -size, context.wanted.training)
    let timing = context.wanted.training.noteTiming
    return [
      .sound(
        .example(
          pair, NoteTiming(duration: min(timing.duration, Self.longestNote), gap: min(timing.gap, Self.longestGap))))
    ]
  }

  /// Plays a note with this timbre. Never over other sound, which it would spoil.
  private mutating func sample(_ timbre: Timbre, in context: PracticeContext) -> [Effect] {
    guard context.hasSound, !context.isPractising, !context.isLeaving, !context.timer.isTimed, !isRunning,
      !context.isSpeaking, !context.isAsked
    else { return [] }
    hasSampled = true
    var pair = Self.pair(offset: .zero, context.wanted.training)
    pair.timbres = TimbrePair(timbre, timbre)
    return [.sound(.sample(pair))]
  }

  /// Fades its sounding notes and cancels the scheduled ones.
  private func silence() -> [Effect] { isPlaying ? [Self.silence] : [] }
  private static let silence = Effect.submit([.fade(epoch: SoundLimits.exampleEpoch)])

  private mutating func leave(_ state: PracticeEvent.ExplanationState) -> [Effect] {
    current = nil
    return [.cue(.idle), .tell(.explanation(state)), .rack(.enterContexts)]
  }

  // MARK: The list of further exercises

  /// Opens the list at the hub. It is shown and, if there is a voice, spoken; otherwise dull clicks count the entry,
  /// after the bright one that acknowledges the hold.
  private mutating func openMenu(by id: PortID, in context: PracticeContext) -> [Effect] {
    guard !context.isPractising, !context.isLeaving, !context.timer.isTimed else { return [] }
    guard !context.timer.waits else { return Effect.refusedBesideTimer }
    let begin: [Effect] = [.retract(.aboutStarting), .lights(.endTrouble), .rack(.acknowledge(id))]
    return begin + show(ExerciseMenu(), isNew: true, in: context) + [.rack(.enterContexts)]
  }

  private mutating func show(_ menu: ExerciseMenu, isNew: Bool = false, in context: PracticeContext) -> [Effect] {
    // Examples that wait for a sentence to end no longer come after it.
    if !isRunning { current = nil }
    count(menu, from: context.now + (isNew ? Self.sign : .zero), in: context)
    return [.speech(.explain(.menu(menu, isNew: isNew)))]
  }

  /// Counts the entry of `menu` in clicks from `time` on, unless it is spoken or there is no sound.
  private mutating func count(_ menu: ExerciseMenu, from time: MonotonicTime, in context: PracticeContext) {
    let isCounted = context.hasSound && !context.saysAnswers
    list = (menu, context.now + Self.patience, isCounted ? menu.number : 0, time)
  }

  private mutating func advanceMenu(in context: PracticeContext) -> [Effect] {
    guard let list else { return [] }
    guard context.now < list.closes else { return closeMenu() }
    guard list.clicks > 0, context.now >= list.nextClick else { return [] }
    self.list?.clicks -= 1
    self.list?.nextClick = context.now + Self.clickInterval
    return [.submit([.clicks(.result(.one, .dull), epoch: 0, start: .after(0))])]
  }

  private mutating func choose(by id: PortID?, in context: PracticeContext, hands: Explanation.Hands) -> [Effect] {
    guard let menu else { return [] }
    let closed = closeMenu()
    return switch menu.entry {
    case .mode(let mode): closed + [.start(mode, by: id)]
    case .example: closed + ask(in: context, hands: hands)
    }
  }

  private mutating func closeMenu() -> [Effect] {
    guard list != nil else { return [] }
    list = nil
    return [.speech(.hush), .retract(.here), .rack(.enterContexts)]
  }

  // MARK: Sentences and notes

  private static func sentences(_ hands: Explanation.Hands) -> [Explanation] {
    [
      .pair(.higher, isFiner: false), .pair(.higher, isFiner: true), .pair(.lower, isFiner: false),
      .pair(.lower, isFiner: true), .hands(hands), .over(hasController: hands != .keys),
    ]
  }

  /// Returns two notes in the middle of the range, tuned as in exercises.
  private static func pair(offset: Cents, _ training: TrainingSettings) -> ComparisonExercise {
    let note = Note((training.range.low.number + training.range.high.number) / 2) ?? training.range.low
    let hertz = training.tuning.reference(note, concertPitch: training.concertPitch)
    return ComparisonExercise(
      epoch: Epoch(SoundLimits.exampleEpoch), index: 0, mode: .comparison, reference: note, referenceHertz: hertz,
      target: note, offset: offset, targetHertz: hertz.transposed(by: offset), interval: .prime, loudnessOffset: 0,
      timbres: training.timbres)
  }

  /// A semitone, which is unmistakable, and a quarter of that, which most players hear at once.
  static let coarse = Cents(100)
  static let fine = Cents(25)
  /// Longer notes teach nothing more, and the whole explanation should take less than a minute.
  static let longestNote = 1.5
  static let longestGap = 0.5
  /// The time a sentence stays without a voice.
  static let reading = Duration.seconds(4)
  /// The pause between a sentence and its notes, and between the notes and the next sentence.
  static let breath = Duration.milliseconds(300)
  static let echo = Duration.milliseconds(600)
  /// The time without input after which the list closes.
  static let patience = Duration.seconds(30)
  /// The time from the click that acknowledges the hold to the first that counts.
  static let sign = Duration.milliseconds(500)
  /// The time between counting clicks.
  static let clickInterval = Duration.milliseconds(250)
}
