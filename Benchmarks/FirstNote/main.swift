import Dispatch
import Glibc
import JACKOutput
import Ports
import Sound
import Time

// The minimum for Peach's own sound: its renderer and its output, without a command line, settings, answers,
// controllers, pages or an exercise. Prints when the first frame of its note was reported, in ns of CLOCK_MONOTONIC,
// and ends.

let server = getenv("JACK_DEFAULT_SERVER").map { String(cString: $0) }
let engine = try SoundEngine(rate: 48_000)
var controller = try engine.takeController()
let output = try JACKOutput(engine: engine, options: JACKOptions(serverName: server))
let ready = DispatchSemaphore(value: 0)
output.start { status in
  switch status {
  case .ready: ready.signal()
  case .failed: exit(1)
  default: break
  }
}
ready.wait()
guard
  controller.submit([
    .note(role: .reference, epoch: 1, start: .after(0), frames: 48_000, hertz: 440, gain: 1)
  ]) != nil
else { exit(1) }
waiting: while true {
  var entry = pollfd(fd: engine.eventDescriptor, events: Int16(POLLIN), revents: 0)
  poll(&entry, 1, -1)
  controller.clearWake()
  while let event = controller.nextEvent() {
    if case .started = event { break waiting }
  }
}
print(SystemTime().now().nanoseconds)
output.close(within: .seconds(1))
