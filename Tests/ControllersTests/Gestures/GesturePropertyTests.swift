import Controllers
import MIDI
import TestSupport
import Testing
import Time

/// Random hands.
struct GesturePropertyTests {
  private struct Step {
    var time: Int64
    var message: MIDIMessage
  }

  private func steps(_ generator: inout SplitMix64, _ count: Int) -> [Step] {
    let notes = [40, 41, 59, 60, 61, 72, 20, 21, 22, 99]
    var time: Int64 = 0
    return (0..<count).map { _ in
      time += Int64.random(in: 0...600, using: &generator)
      let note = notes.randomElement(using: &generator) ?? 60
      return Step(time: time, message: Bool.random(using: &generator) ? on(note) : off(note))
    }
  }

  private var mapping: ControllerMapping {
    var mapping = ControllerMapping.generic
    mapping.bindings += grid.bindings
    return mapping
  }

  /// In matching: polling late gives the same events; steps come at the keys' times and at exact multiples after them;
  /// every commit is released within 0.8 s of two simultaneous presses, whose steps cancel.
  @Test func `steps, commits and late polling agree in matching`() {
    var commits = 0
    var repeats = 0
    for seed in 0..<200 {
      var generator = SplitMix64(seed: UInt64(seed))
      var late = Player(mapping, context: .matching)
      var timely = Player(mapping, context: .matching)
      var presses: [(half: Half, time: MonotonicTime)] = []
      for step in steps(&generator, 60) {
        let at = milliseconds(step.time / 4)
        while let deadline = timely.recognizer.deadline, deadline <= at {
          timely.advance(deadline.nanoseconds / 1_000_000)
        }
        let before = timely.gestures.count
        timely.play(step.message, step.time / 4)
        late.play(step.message, step.time / 4)
        #expect(timely.gestures == late.gestures, "seed \(seed)")
        for gesture in timely.gestures[before...] {
          if case .step(let half, let time) = gesture, time == at, case .noteOn = step.message {
            presses.append((half, time))
          }
          // The second key of a chord is of the other half than the first, whose step it takes back.
          if case .takeBack(let time) = gesture, let first = presses.last {
            presses.append((first.half.opposite, time))
          }
          guard case .commit(let time) = gesture else { continue }
          commits += 1
          #expect(time == at)
          let last = presses.suffix(while: { time - $0.time < GestureRecognizer.hold + GestureRecognizer.together })
          #expect(Set(last.map(\.half)).count == 2, "seed \(seed)")
        }
        if timely.context == .hub {
          // It stopped: matching begins again.
          timely.context = .matching
          late.context = .matching
        }
      }
      let times = timely.gestures.compactMap { if case .step(_, let time) = $0 { time } else { nil } }
      let pressed = Set(presses.map(\.time))
      for time in times where !pressed.contains(time) {
        repeats += 1
        #expect(
          pressed.contains {
            let since = (time - $0).nanoseconds - GestureRecognizer.repeatDelay.nanoseconds
            return since >= 0 && since % GestureRecognizer.repeatInterval.nanoseconds == 0
          }, "seed \(seed)")
      }
    }
    #expect(commits > 20 && repeats > 100, "\(commits) commits, \(repeats) repeated steps")
  }

  @Test(arguments: [GestureContext.hub, .asleep, .comparison]) func `late polling and starts agree in every context`(
    _ start: GestureContext
  ) {
    var seen: Set<String> = []
    for seed in 0..<120 {
      var generator = SplitMix64(seed: UInt64(seed))
      let steps = steps(&generator, 60)

      var late = Player(mapping, context: start)
      var timely = Player(mapping, context: start)
      late.startsComparison = true
      timely.startsComparison = true
      var now: Int64 = 0
      var startedAt: [MonotonicTime] = []
      for step in steps {
        // Timely: asked at every deadline. Late: asked only when the next event comes.
        while let deadline = timely.recognizer.deadline, deadline <= milliseconds(step.time) {
          #expect(deadline > milliseconds(now))
          now = deadline.nanoseconds / 1_000_000
          let before = timely.gestures.count
          timely.advance(now)
          // A long start: its key went down 0.8 s before and must do nothing more.
          for case .start in timely.gestures[before...] { startedAt.append(deadline) }
          for case .stop(let first) in timely.gestures[before...] {
            seen.insert("stop")
            if let started = startedAt.last { #expect(first >= started, "seed \(seed)") }
          }
        }
        now = step.time
        let before = timely.gestures.count
        let isInMenu = timely.context == .menu
        timely.play(step.message, step.time)
        late.play(step.message, step.time)
        #expect(timely.gestures == late.gestures, "seed \(seed)")
        if let deadline = timely.recognizer.deadline { #expect(deadline > milliseconds(now), "seed \(seed)") }

        let new = Array(timely.gestures[before...])
        let starts = new.contains { if case .start = $0 { true } else { false } }
        let answers = new.compactMap { if case .answer(_, _, let at) = $0 { at } else { nil } }
        let stops = new.contains { if case .stop = $0 { true } else { false } }
        // One message never answers and starts, stops and starts, or stops and answers.
        #expect([starts, !answers.isEmpty, stops].count { $0 } <= 1, "seed \(seed)")
        // An answer is a press of this very instant, so never the press or the release that started.
        for answer in answers {
          #expect(answer == milliseconds(step.time))
          if case .noteOn = step.message {} else { Issue.record("a release answered, seed \(seed)") }
        }
        if starts { startedAt.append(milliseconds(step.time)) }
        // Stops come with time, never with a message: the first key of each is younger than the last start (above).
        // The list is left by a release.
        #expect(!stops || isInMenu, "seed \(seed)")
        for gesture in new { seen.insert("\(gesture)".prefix { $0 != "(" }.description) }
      }
    }
    // The hands did everything there is to do.
    #expect(seen.isSuperset(of: ["answer", "start", "stop", "button"]))
  }
}

extension Array {
  /// The longest suffix whose elements all fit.
  fileprivate func suffix(while fits: (Element) -> Bool) -> ArraySlice<Element> {
    self[((lastIndex { !fits($0) }).map { $0 + 1 } ?? startIndex)...]
  }
}
