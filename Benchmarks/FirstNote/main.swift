import Glibc
import JACKOutput
import Linux
import Ports
import Sound
import Synchronization
import Time

// The least that Peach's own sound needs: its renderer and its output, without a command line, settings, answers, controllers,
// pages or an exercise. Prints when the first frame of its note was told, in ns of CLOCK_MONOTONIC, and ends.

func wait(for descriptor: Int32) {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  poll(&entry, 1, 8000)
}

JACKOutput.loadLibrary()
let engine = try SoundEngine(rate: 48_000)
guard var controller = engine.takeController() else { exit(1) }
let options = JACKOptions(serverName: getenv("JACK_DEFAULT_SERVER").map { String(cString: $0) })
let output = try JACKOutput(engine: engine, options: options)
let isReady = Atomic<Bool>(false)
let wake = Waker()
output.start { status in
  if case .ready = status { isReady.store(true, ordering: .releasing) }
  wake.ring()
}
while !isReady.load(ordering: .acquiring) { wait(for: wake.descriptor) }
guard
  controller.submit([
    .note(role: .reference, epoch: 1, start: .after(0), frames: 48_000, hertz: 440, gain: 1)
  ]) != nil
else { exit(1) }
waiting: while true {
  wait(for: engine.eventDescriptor)
  controller.clearWake()
  while let event = controller.nextEvent() {
    if case .started = event { break waiting }
  }
}
print(SystemTime().now().nanoseconds)
output.close(within: .seconds(1))
