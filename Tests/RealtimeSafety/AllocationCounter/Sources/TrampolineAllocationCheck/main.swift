import CAllocationCounter
import Glibc
import ServerRun

// TrampolineAllocationCheck SERVER: as AllocationCheck, with the trampoline on JACK's thread.
let run = try ServerRun(server: CommandLine.arguments[1])
allocatesOnPurpose.store(CommandLine.arguments.contains("--control"), ordering: .relaxed)
let report = try run.play(cycles: 1_000, process: countedProcess)
let total = allocations.load(ordering: .relaxed)
print("\(report), \(total) allocations")
exit(total == 0 ? 0 : 1)
