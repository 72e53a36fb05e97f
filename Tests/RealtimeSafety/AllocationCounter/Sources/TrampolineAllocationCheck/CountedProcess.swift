import CAllocationCounter
import CJACK
import Glibc
import Synchronization

/// Allocations and frees within the trampoline so far.
let allocations = Atomic<Int>(0)

/// Whether each cycle also allocates: the positive control.
let allocatesOnPurpose = Atomic<Bool>(false)

/// The control's memory, where the optimiser cannot prove it unused.
private let kept = Atomic<UInt>(0)

/// What JACK calls in place of `cjack_process`.
func countedProcess(frames: UInt32, bridge: UnsafeMutableRawPointer?) -> Int32 {
  guard let bridge else { return 1 }
  let isControl = allocatesOnPurpose.load(ordering: .relaxed)
  allocation_counter_arm()
  let result = cjack_process(frames, bridge)
  if isControl {
    let previous = kept.exchange(UInt(bitPattern: malloc(64)), ordering: .relaxed)
    free(UnsafeMutableRawPointer(bitPattern: previous))
  }
  allocations.add(allocation_counter_disarm(), ordering: .relaxed)
  return result
}
