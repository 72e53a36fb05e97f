import MIDI
import Time

/// Decides whether a movement ended in a spring's return, by the same rule as practice.
enum SpringJudge {
  static func sprang(_ trace: ControlTrace, as control: Control) -> Bool {
    guard let first = trace.samples.first, let last = trace.samples.last else { return false }
    var slider = SliderRecognizer(binding: Binding(role: .slider, control: control, release: .springBack))
    slider.begin(range: 100, at: first.time)
    var hasReturned = false
    func look(_ events: [SliderEvent]) {
      for case .released(.springBack, let time) in events {
        hasReturned = true
        slider.end()
        slider.begin(range: 100, at: time)
      }
    }
    for sample in trace.samples {
      look(slider.handle(.moved(.absolute(value: sample.value, maximum: trace.maximum)), at: sample.time))
    }
    look(slider.advance(to: last.time + MovementTracker.longQuiet))
    return hasReturned
  }
}
