import Foundation
import TestSupport

/// Another program on the sound server, which exports: the server then makes sound as fast as it can (freewheels).
/// Python, which every test machine has, calls JACK's library for it.
final class Exporter {
  private let process = Process()
  private let orders = Pipe()
  private let answers: ProgramOutput
  private var given = 0

  /// A client that plays to the server's first output and does not export yet. `isPipeWire`: by PipeWire's library.
  init(isPipeWire: Bool, environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", Self.program, isPipeWire ? "pipewire" : "jackd"]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = orders
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    answers = ProgramOutput(readingAndClosing: dup(output.fileHandleForReading.fileDescriptor))
    try process.run()
    try order("")
  }

  deinit {
    try? orders.fileHandleForWriting.close()
    if !eventually(within: .seconds(2), { !self.process.isRunning }) { process.terminate() }
  }

  /// Begins to export, or ends it, and returns when the server has done so.
  func export(_ isExporting: Bool) throws { try order(isExporting ? "1" : "0") }

  /// Returns when the server has made a second of sound more.
  func awaitSecond() throws { try order("s") }

  private func order(_ word: String) throws {
    try orders.fileHandleForWriting.write(contentsOf: Data((word + "\n").utf8))
    given += 1
    let isDone = eventually(within: .seconds(10)) { answers.text == String(repeating: "0\n", count: given) }
    guard isDone else { throw POSIXError(.ETIMEDOUT) }
  }

  private static let program = """
    import ctypes, glob, sys, time
    names = ["libjack.so.0"]
    if sys.argv[1] == "pipewire":
        names = sum((glob.glob(f"/usr/{lib}/pipewire-0.3/jack/libjack.so.0") for lib in ("lib", "lib64", "lib/*")), [])
    jack = ctypes.CDLL(names[0])
    jack.jack_client_open.restype = jack.jack_port_register.restype = ctypes.c_void_p
    jack.jack_get_ports.restype = ctypes.POINTER(ctypes.c_char_p)
    client = ctypes.c_void_p()
    while not client:  # A server that has just been started takes a moment.
        time.sleep(0.05)
        client = ctypes.c_void_p(jack.jack_client_open(b"exporter", 1, ctypes.byref(ctypes.c_int())))
    jack.jack_port_register(client, b"out", b"32 bit float mono audio", ctypes.c_ulong(2), ctypes.c_ulong(0))
    jack.jack_activate(client)
    ports = jack.jack_get_ports(client, None, b"32 bit float mono audio", ctypes.c_ulong(5))
    jack.jack_connect(client, b"exporter:out", ports[0])
    jack.jack_last_frame_time.restype = ctypes.c_uint32
    def second():
        begin = jack.jack_last_frame_time(client)
        while (jack.jack_last_frame_time(client) - begin) % 2**32 < 48000:
            time.sleep(0.001)
        return 0
    for line in sys.stdin:
        word = line.strip()
        print(second() if word == "s" else jack.jack_set_freewheel(client, int(word)) if word else 0, flush=True)
    """
}
