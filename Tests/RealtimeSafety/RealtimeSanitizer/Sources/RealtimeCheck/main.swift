import CNonblocking
import Scenario
import Sound

/// What a callback must not do: the positive control, which the sanitizer has to catch.
func allocateInCallback() {
  var numbers: [Int] = []
  for number in 0..<1_000 { numbers.append(number) }
  if numbers.reduce(0, +) < 0 { print("never") }
}

if CommandLine.arguments.contains("--control") {
  nonblocking_call { allocateInCallback() }
} else {
  let engine = try SoundEngine(rate: 48_000)
  var scenario = Scenario(controller: try engine.takeController())
  var left = [Float](repeating: 0, count: 128)
  var right = left
  for cycle in 0..<2_000 {
    scenario.step()
    nonblocking_render_cycle(
      renderCycle, engine.realtimePointer, 128, &left, &right, Int64(cycle) * 2_666_667, 256)
  }
  guard scenario.isComplete else { fatalError("the scenario missed something") }
  print("2000 cycles, \(scenario.events) events, \(scenario.utterances) utterances, no blocking call")
}
