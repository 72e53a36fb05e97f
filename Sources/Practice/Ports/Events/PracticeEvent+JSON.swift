import Foundation
import Pitch
import PlainText
import Sound
import Training

/// A line of the event stream: one JSON object with `time` in nanoseconds of CLOCK_MONOTONIC, `event`, and the event's
/// fields. The fields are documented in `docs/playing/reference/events.md`.
public struct EventLine: Encodable {
  private let event: PracticeEvent

  /// Creates the line of `event`.
  public init(_ event: PracticeEvent) { self.event = event }

  /// Returns the line without its line end; `encoder` comes from `encoder()`.
  /// - Throws: `EncodingError` for a number that JSON cannot express; no event has one.
  public func text(_ encoder: JSONEncoder) throws -> String {
    CleanText.json(String(decoding: try encoder.encode(self), as: UTF8.self))
  }

  /// Creates an encoder for event-stream lines, with keys in alphabetical order. One per writing thread.
  public static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  enum Key: String, CodingKey {
    case time, event, mode, index, epoch, reference, target, interval, role, hertz, frame, note, cents, answer, correct
    case sure
    case source, inputTime, responseTime, kind, id, client, port, mapping, usb, reason, what, count
    case tunable, control, gesture, centsPerStep, timeTaken, heldLevel, repeats, timbre, timbreOfSecond
    case pattern, position, tempo, offset, repetitions
    case chord, companion, beats, order, step, run, temperament, notes, closing, against, targetBeats
    case first, second, bass, percent
    case server, rate, period, latency, output
    case state, phase, complete, configuration, cue, tone, sounded, set, number, split, began, ended, change
  }

  /// Encodes the fields of the line.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Key.self)
    try line.encode(event.time.nanoseconds, forKey: .time)
    switch event.kind {
    case .sessionStarted(let mode):
      try line.encode("sessionStarted", forKey: .event)
      try line.encode(mode.rawValue, forKey: .mode)
    case .exerciseStarted(let exercise):
      try encode(exercise, cents: exercise.offset, to: &line)
    case .matchingStarted(let exercise):
      // The target of matching is the correct pitch itself.
      try encode(exercise, cents: .zero, to: &line)
      var tunable = line.nestedContainer(keyedBy: Key.self, forKey: .tunable)
      try tunable.encode(exercise.startHertz.value, forKey: .hertz)
      try tunable.encode(exercise.startOffset.value, forKey: .cents)
      try line.encodeIfPresent(exercise.heldLevel, forKey: .heldLevel)
      try line.encodeIfPresent(exercise.chord?.rawValue, forKey: .chord)
      try line.encodeIfPresent(exercise.companionHertz?.value, forKey: .companion)
      try line.encodeIfPresent(exercise.targetBeats, forKey: .beats)
      try line.encodeIfPresent(exercise.temperament?.order, forKey: .order)
      try line.encodeIfPresent(exercise.temperament?.step, forKey: .step)
      try line.encodeIfPresent(exercise.temperament?.run.uuidString, forKey: .run)
    case .timingStarted(let exercise): try encode(exercise, to: &line)
    case .beatsStarted(let exercise): try encode(exercise, to: &line)
    case .noteStarted(let role, let hertz, let frame):
      try line.encode("noteStarted", forKey: .event)
      try line.encode(role.word, forKey: .role)
      try line.encode(hertz, forKey: .hertz)
      try line.encode(frame.count, forKey: .frame)
    case .noteEnded(let role, let frame):
      try line.encode("noteEnded", forKey: .event)
      try line.encode(role.word, forKey: .role)
      try line.encode(frame.count, forKey: .frame)
    case .answerEnabled:
      try line.encode("answerEnabled", forKey: .event)
    case .answered(let answer, let correct, let isSure, let source, let inputTime, let responseTime):
      try line.encode("answered", forKey: .event)
      try line.encode(answer.rawValue, forKey: .answer)
      try line.encode(correct, forKey: .correct)
      try line.encodeIfPresent(isSure, forKey: .sure)
      try line.encode(source.rawValue, forKey: .source)
      try line.encode(inputTime.nanoseconds, forKey: .inputTime)
      try line.encode(responseTime, forKey: .responseTime)
    case .tuningEnabled:
      try line.encode("tuningEnabled", forKey: .event)
    case .heardAgain(let time):
      try line.encode("repeated", forKey: .event)
      try line.encode(time.nanoseconds, forKey: .inputTime)
    case .committed(let attempt): try encode(attempt, to: &line)
    case .resultStarted(let result, let frame):
      try line.encode("feedbackStarted", forKey: .event)
      try line.encode(result.band.rawValue, forKey: .kind)
      try line.encode(result.cents, forKey: .cents)
      try line.encode(frame.count, forKey: .frame)
    case .feedbackStarted(let correct, let frame):
      try line.encode("feedbackStarted", forKey: .event)
      try line.encode(correct ? "correct" : "incorrect", forKey: .kind)
      try line.encode(frame.count, forKey: .frame)
    case .listened(let answer):
      try line.encode("listened", forKey: .event)
      try line.encode(answer.rawValue, forKey: .answer)
    case .answerTold(let answer, let frame):
      try line.encode("feedbackStarted", forKey: .event)
      try line.encode(answer.rawValue, forKey: .kind)
      try line.encode(frame.count, forKey: .frame)
    case .feedbackEnded(let frame):
      try line.encode("feedbackEnded", forKey: .event)
      try line.encode(frame.count, forKey: .frame)
    case .recordSaved(let id):
      try line.encode("recordSaved", forKey: .event)
      try line.encode(id, forKey: .id)
    case .recordWithdrawn(let id):
      try line.encode("recordWithdrawn", forKey: .event)
      try line.encode(id, forKey: .id)
    case .controllerConnected(let port, let mapping):
      try line.encode("controllerConnected", forKey: .event)
      try line.encode(port.clientName, forKey: .client)
      try line.encode(port.portName, forKey: .port)
      try line.encode(mapping, forKey: .mapping)
      try line.encodeIfPresent(port.usb?.description, forKey: .usb)
    case .controllerDisconnected(let port):
      try line.encode("controllerDisconnected", forKey: .event)
      try line.encode(port.clientName, forKey: .client)
      try line.encode(port.portName, forKey: .port)
    case .soundReady(let description):
      try line.encode("soundReady", forKey: .event)
      try encode(description, to: &line)
    case .soundRestored(let description):
      try line.encode("soundRestored", forKey: .event)
      try encode(description, to: &line)
    case .soundLost(let loss):
      try line.encode("soundLost", forKey: .event)
      try line.encode(loss.rawValue, forKey: .reason)
    case .xruns(let count):
      try line.encode("xruns", forKey: .event)
      try line.encode(count, forKey: .count)
    case .sessionStopped(let reason):
      try line.encode("sessionStopped", forKey: .event)
      try line.encode(reason.rawValue, forKey: .reason)
    case .trouble(let what):
      try line.encode("trouble", forKey: .event)
      try line.encode(what, forKey: .what)
    case .explanation(let state):
      try line.encode("explanation", forKey: .event)
      try line.encode(state.rawValue, forKey: .state)
    case .timerPhase, .timerStarted, .timerCue, .cueStarted, .timerRound, .timerRoundWithdrawn, .workoutSaved:
      try encodeTimer(event.kind, to: &line)
    }
  }

  /// Encodes `exerciseStarted` for either kind of exercise. `cents` is the target's signed offset from the correct
  /// pitch.
  private func encode(
    _ exercise: some PairExercise, cents: Cents, to line: inout KeyedEncodingContainer<Key>
  ) throws {
    try line.encode("exerciseStarted", forKey: .event)
    try line.encode(exercise.index, forKey: .index)
    try line.encode(exercise.epoch.number, forKey: .epoch)
    try line.encode(exercise.mode.rawValue, forKey: .mode)
    try line.encode(exercise.interval.description, forKey: .interval)
    // Recordings from before there were timbres have no such fields.
    if exercise.timbres != .sines {
      try line.encode(exercise.timbres.first.rawValue, forKey: .timbre)
      try line.encode(exercise.timbres.second.rawValue, forKey: .timbreOfSecond)
    }
    var reference = line.nestedContainer(keyedBy: Key.self, forKey: .reference)
    try reference.encode(exercise.reference.number, forKey: .note)
    try reference.encode(exercise.referenceHertz.value, forKey: .hertz)
    var target = line.nestedContainer(keyedBy: Key.self, forKey: .target)
    try target.encode(exercise.target.number, forKey: .note)
    try target.encode(exercise.targetHertz.value, forKey: .hertz)
    try target.encode(cents.value, forKey: .cents)
  }

  private func encode(_ exercise: TimingExercise, to line: inout KeyedEncodingContainer<Key>) throws {
    try line.encode("exerciseStarted", forKey: .event)
    try line.encode(exercise.index, forKey: .index)
    try line.encode(exercise.epoch.number, forKey: .epoch)
    try line.encode(exercise.mode.rawValue, forKey: .mode)
    try line.encode(exercise.pattern.rawValue, forKey: .pattern)
    try line.encode(exercise.position, forKey: .position)
    try line.encode(exercise.tempo, forKey: .tempo)
    try line.encode(exercise.offset, forKey: .offset)
    try line.encodeIfPresent(exercise.repetitions, forKey: .repetitions)
  }

  private func encode(_ exercise: BeatsExercise, to line: inout KeyedEncodingContainer<Key>) throws {
    try line.encode("exerciseStarted", forKey: .event)
    try line.encode(exercise.index, forKey: .index)
    try line.encode(exercise.epoch.number, forKey: .epoch)
    try line.encode(exercise.mode.rawValue, forKey: .mode)
    try line.encode(exercise.interval.rawValue, forKey: .interval)
    try line.encode(exercise.timbre.rawValue, forKey: .timbre)
    try line.encode(exercise.difference, forKey: .percent)
    for (key, notes) in [(Key.first, exercise.first), (.second, exercise.second)] {
      var sound = line.nestedContainer(keyedBy: Key.self, forKey: key)
      try sound.encode(notes.bass.number, forKey: .note)
      try sound.encode(notes.bassHertz.value, forKey: .bass)
      try sound.encode(notes.upperHertz(exercise.interval).value, forKey: .hertz)
      try sound.encode(notes.rate, forKey: .beats)
      try sound.encode(notes.width(exercise.interval).value, forKey: .cents)
    }
  }

  private func encode(_ attempt: MatchingAttempt, to line: inout KeyedEncodingContainer<Key>) throws {
    try line.encode("committed", forKey: .event)
    try line.encode(attempt.finalHertz.value, forKey: .hertz)
    try line.encode(attempt.error.value, forKey: .cents)
    try line.encodeIfPresent(attempt.beats, forKey: .beats)
    try line.encode(attempt.commit.gesture.rawValue, forKey: .gesture)
    try line.encode(attempt.commit.source.rawValue, forKey: .source)
    try line.encode(attempt.commit.inputTime.nanoseconds, forKey: .inputTime)
    try line.encode(attempt.timeTaken.seconds, forKey: .timeTaken)
    if attempt.repeats > 0 { try line.encode(attempt.repeats, forKey: .repeats) }
    try line.encodeIfPresent(attempt.commit.control, forKey: .control)
    try line.encodeIfPresent(attempt.commit.centsPerStep, forKey: .centsPerStep)
    guard let laid = attempt.laid else { return }
    try line.encode(laid.temperament, forKey: .temperament)
    var notes = line.nestedUnkeyedContainer(forKey: .notes)
    for row in laid.rows {
      var note = notes.nestedContainer(keyedBy: Key.self)
      try encode(row, to: &note)
    }
    guard let closing = laid.closing else { return }
    var note = line.nestedContainer(keyedBy: Key.self, forKey: .closing)
    try encode(closing, to: &note)
  }

  private func encode(_ row: TemperamentResult.Row, to line: inout KeyedEncodingContainer<Key>) throws {
    try line.encode(row.note.number, forKey: .note)
    try line.encode(row.reference.number, forKey: .against)
    try line.encode(row.cents, forKey: .cents)
    try line.encodeIfPresent(row.beats, forKey: .beats)
    try line.encodeIfPresent(row.targetBeats, forKey: .targetBeats)
  }

  private func encode(_ description: SoundDescription, to line: inout KeyedEncodingContainer<Key>) throws {
    try line.encode(description.server.rawValue, forKey: .server)
    try line.encode(description.rate, forKey: .rate)
    try line.encode(description.period, forKey: .period)
    try line.encode(description.latency, forKey: .latency)
    try line.encode(description.output, forKey: .output)
  }
}

extension VoiceRole {
  /// The role's word in the event stream.
  package var word: String {
    switch self {
    case .reference: "reference"
    case .target: "target"
    case .tunable: "tunable"
    case .pattern: "pattern"
    case .companion: "companion"
    }
  }
}
