import Foundation
import Glibc
import Pitch
import Ports
import SQLiteStore
import Training

/// Streams answers and commits in turn into the store as fast as it takes them. Ends only if the store cannot be
/// opened.
func stream(_ path: String, synchronous: StoreOptions.Synchronous) -> Int32 {
  var options = StoreOptions()
  options.synchronous = synchronous
  let store: SQLiteStore
  do {
    store = try SQLiteStore(path: path, options: options)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    return 4
  }
  say("ready")
  // The number of answers that may wait: enough for transactions of several, few enough to keep memory still.
  let room = DispatchSemaphore(value: 16)
  store.start { event in
    switch event {
    case .saved(let id):
      say("saved \(id)")
      room.signal()
    case .withdrawn(let id): say("withdrawn \(id)")
    case .savedWorkout(let id, let change): say("saved-workout \(id) \(change)")
    case .failing(let reason): say("failing \(reason)")
    case .recovered: say("recovered")
    }
  }
  var count = 0
  while true {
    room.wait()
    count += 1
    if count % 2 == 1 {
      guard let record = commit(count) else { return 1 }
      store.save(.matching(record))
    } else {
      guard let record = answer(count) else { return 1 }
      store.save(.comparison(record))
      if count % 10 == 0 { store.withdraw(record.id) }
    }
  }
}

/// One line in one system call: a process that is killed leaves whole lines only.
func say(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

/// An answer as practice would give it.
private func answer(_ index: Int) -> ComparisonRecord? {
  guard let note = Note(48 + index % 24), let unison = DirectedInterval(semitones: 0) else { return nil }
  let cents = Double(index % 200) - 99.5
  let hertz = 440 * exp2(Double(note.number - 69) / 12)
  let exercise = ComparisonExercise(
    epoch: Epoch(UInt32(truncatingIfNeeded: index)), index: index, mode: .comparison, reference: note,
    referenceHertz: Hertz(hertz), target: note, offset: Cents(cents), targetHertz: Hertz(hertz * exp2(cents / 1200)),
    interval: unison, loudnessOffset: 0)
  return ComparisonRecord(
    id: UUID(), time: Date(), exercise: exercise, tuning: "equal", concertPitch: Hertz(440), noteDuration: 1,
    noteGap: 0, strategy: "kazez", answer: .higher, correct: cents > 0, responseTime: 0.8, controller: "StoreStress",
    source: .simulated, playbackLatency: 0.005)
}

/// A commit as practice would give it.
private func commit(_ index: Int) -> MatchingRecord? {
  guard let note = Note(48 + index % 24), let unison = DirectedInterval(semitones: 0) else { return nil }
  let start = Cents(Double(index % 200) - 99.5)
  let error = Cents(Double(index % 41) - 20)
  let target = Hertz(440 * exp2(Double(note.number - 69) / 12))
  let exercise = MatchingExercise(
    epoch: Epoch(UInt32(truncatingIfNeeded: index)), index: index, mode: .matching, reference: note,
    referenceHertz: target, target: note, targetHertz: target, interval: unison, startOffset: start,
    startHertz: target.transposed(by: start), range: Cents(100), loudnessOffset: 0)
  return MatchingRecord(
    id: UUID(), time: Date(), exercise: exercise, tuning: "equal", concertPitch: Hertz(440), noteDuration: 1,
    noteGap: 0, finalHertz: target.transposed(by: error), error: error, gesture: .springBack, control: "pitch-bend",
    centsPerStep: 200 / 16_384, timeTaken: 2.5, controller: "StoreStress", source: .simulated, playbackLatency: 0.005)
}
