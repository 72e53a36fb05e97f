import Glibc
import Scenario
import Sound
import Synchronization
import Time

// The loop, the callback and a third party that only reads the clock, each on its thread.
let engine = try SoundEngine(rate: 48_000)
let isOver = Atomic<Bool>(false)
let callback = Thread {
  var left = [Float](repeating: 0, count: 128)
  var cycle: Int64 = 0
  while !isOver.load(ordering: .acquiring) {
    renderCycle(
      engine.realtimePointer, frames: 128, left: &left, right: nil, cycleStart: cycle * 2_666_667, latency: 256)
    cycle += 1
  }
}
let reader = Thread {
  var last = Int64(-1)
  while !isOver.load(ordering: .acquiring) {
    guard let cycle = engine.clock.cycle else { continue }
    // Torn halves of two cycles would break this relation.
    guard cycle.first.count / 128 * 2_666_667 == cycle.start.nanoseconds, cycle.first.count >= last else {
      fatalError("torn cycle \(cycle)")
    }
    last = cycle.first.count
    _ = engine.counters
    // A retuning is reported with its frame: the first of a cycle.
    guard engine.retuning.map({ $0.frame.count % 128 == 0 }) ?? true else { fatalError("torn retuning") }
  }
}
var scenario = Scenario(controller: try engine.takeController())
for _ in 0..<2_000 {
  scenario.step()
  // At least one cycle to a step, so that the callback meets everything the scenario has.
  let cycles = engine.counters.cycles
  while engine.counters.cycles == cycles { sched_yield() }
}
isOver.store(true, ordering: .releasing)
callback.join()
reader.join()
guard scenario.releases > 0, scenario.utterances > 0 else { fatalError("the scenario missed something") }
print("loop, callback and clock reader: \(scenario.events) events, no race")
