import ServerRun

// TrampolineCheck SERVER [CONTROL]: the trampoline is the one `nonblocking` function in this program, so whatever the
// sanitizer says was called from within it.
let run = try ServerRun(server: CommandLine.arguments[1])
switch CommandLine.arguments.dropFirst(2).first {
case "--control-callback": try callBlockingFunction(run)
case "--control-library": try callBlockingLibraryFunction(run)
default: print("\(try run.play(cycles: 1_000)), no blocking call")
}
