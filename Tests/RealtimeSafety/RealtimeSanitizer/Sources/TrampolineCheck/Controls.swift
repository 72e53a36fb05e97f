import CJACK
import Glibc
import ServerRun

// The positive controls: what the sanitizer has to catch. Functions and not closures, as they run on JACK's thread.

/// The trampoline calls something that waits.
func callBlockingFunction(_ run: ServerRun) throws {
  var nothing = 0
  try run.call(wait, with: &nothing)
}

private func wait(
  _ engine: UnsafeMutableRawPointer, frames: UInt32, left: UnsafeMutablePointer<Float>,
  right: UnsafeMutablePointer<Float>?, cycleStart: Int64, latency: UInt32
) {
  usleep(1)
}

/// Calls a libjack function that frees memory through the trampoline: proof that the sanitizer sees into libjack,
/// though it is loaded at run time and with its own symbols.
func callBlockingLibraryFunction(_ run: ServerRun) throws {
  var call = LibraryCall(free: run.functions.pointee.free, memory: malloc(64))
  try run.call(freeInLibrary, with: &call)
}

private struct LibraryCall {
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
  var memory: UnsafeMutableRawPointer?
}

private func freeInLibrary(
  _ engine: UnsafeMutableRawPointer, frames: UInt32, left: UnsafeMutablePointer<Float>,
  right: UnsafeMutablePointer<Float>?, cycleStart: Int64, latency: UInt32
) {
  let call = engine.assumingMemoryBound(to: LibraryCall.self)
  call.pointee.free(call.pointee.memory)
  call.pointee.memory = nil
}
