import CRealtime

/// Renders one cycle of the engine behind `engine` (`SoundEngine.realtimePointer`): the only function an audio callback
/// calls. A C trampoline gets it as a C function of the same parameters.
///
/// Real-time: does not allocate, lock, log, retain or wait. One cycle at a time. Denormals are off while it runs.
/// - Parameters:
///   - frames: the number of frames: any number, including 0; it may change from cycle to cycle.
///   - left: `frames` floats, overwritten.
///   - right: the same signal; or nil.
///   - cycleStart: the start of the cycle, in ns of CLOCK_MONOTONIC.
///   - latency: the connected output's playback latency in frames.
@_noLocks
public func renderCycle(
  _ engine: UnsafeMutableRawPointer, frames: UInt32, left: UnsafeMutablePointer<Float>,
  right: UnsafeMutablePointer<Float>?, cycleStart: Int64, latency: UInt32
) {
  let floatingPoint = realtime_denormals_off()
  engine.assumingMemoryBound(to: Renderer.self).pointee.render(
    frames: Int(frames), left: left, right: right, cycleStart: cycleStart, latency: Int(latency))
  realtime_denormals_restore(floatingPoint)
}
