import CAllocationCounter
import Glibc
import Scenario
import Sound

let engine = try SoundEngine(rate: 48_000)
var scenario = Scenario(controller: try engine.takeController())
let left = UnsafeMutablePointer<Float>.allocate(capacity: 128)
let right = UnsafeMutablePointer<Float>.allocate(capacity: 128)
var allocations = 0
for cycle in 0..<2_000 {
  scenario.step()
  allocation_counter_arm()
  renderCycle(
    engine.realtimePointer, frames: 128, left: left, right: right, cycleStart: Int64(cycle) * 2_666_667, latency: 256)
  allocations += allocation_counter_disarm()
}

// The positive control: a counter that counts nothing proves nothing.
allocation_counter_arm()
var numbers: [Int] = []
for number in 0..<(1_000 + scenario.events) { numbers.append(number) }
let control = allocation_counter_disarm()

print("2000 cycles: \(allocations) allocations; control: \(control) for an array of \(numbers.count)")
exit(allocations == 0 && control > 0 && scenario.isComplete ? 0 : 1)
