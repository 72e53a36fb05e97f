import Foundation
import TestSupport
import Testing

/// `CJACK` declares JACK's functions itself, because a program that includes `jack/jack.h` links to JACK. The C
/// compiler compares these declarations with the installed header: a difference would be a call with the wrong
/// arguments.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/include/jack/jack.h"), "needs JACK's headers"))
struct JACKHeaderTests {
  @Test func `functions, structures and values are equal to the installed header's`() throws {
    let (code, said) = try Self.compile(Self.declarations())
    #expect(code == 0, "\(said)")
  }

  @Test(arguments: [
    // A parameter fewer, another type, another result.
    (
      "(jack_client_t *, const char *, const char *)) \\\n  X(int, disconnect",
      "(jack_client_t *, const char *)) \\\n  X(int, disconnect", "jack_connect"
    ),
    (
      "get_cycle_times, (const jack_client_t *, uint32_t *,", "get_cycle_times, (const jack_client_t *, uint64_t *,",
      "jack_get_cycle_times"
    ),
    ("X(uint64_t, get_time,", "X(uint32_t, get_time,", "jack_get_time"),
    ("(const char *, uint32_t, uint32_t *, ...)", "(const char *, uint32_t, uint32_t *)", "jack_client_open"),
    // A callback.
    (
      "(*jack_registration_callback_t)(uint32_t, int, void *)", "(*jack_registration_callback_t)(uint32_t, void *)",
      "jack_set_port_registration_callback"
    ),
    // A function that JACK has not.
    ("X(int, activate,", "X(int, awake,", "jack_awake"),
    // Fields and values.
    ("  uint32_t max;", "  uint64_t max;", "jack_latency_range_t"),
    ("  uint32_t min;\n  uint32_t max;", "  uint32_t max;\n  uint32_t min;", "jack_latency_range_t"),
    ("CJACK_SERVER_NAME = 0x04", "CJACK_SERVER_NAME = 0x08", "CJACK_SERVER_NAME"),
  ])
  func `a different declaration is found`(ours: String, planted: String, name: String) throws {
    let text = try Self.declarations()
    #expect(text.contains(ours), "\(ours)")
    let (code, said) = try Self.compile(text.replacing(ours, with: planted))
    #expect(code != 0 && said.contains(name), "\(said)")
  }

  /// What `CJACK` declares.
  private static func declarations() throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../Sources/C/CJACK/include/jack_functions.h")
    return try String(contentsOf: file.standardized, encoding: .utf8)
  }

  /// Compiles `declarations` together with JACK's own. Returns the compiler's exit code and output.
  private static func compile(_ declarations: String) throws -> (code: Int32, said: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-header-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try declarations.write(to: folder.appending(path: "jack_functions.h"), atomically: false, encoding: .utf8)
    try comparison.write(to: folder.appending(path: "compare.c"), atomically: false, encoding: .utf8)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/cc")
    process.arguments = ["-std=c11", "-fsyntax-only", "-Wall", "-Werror", "compare.c"]
    process.currentDirectoryURL = folder
    process.standardError = pipe
    try process.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  /// The compiler treats JACK's enumerations as unsigned integers, and `CJACK` declares them so.
  private static let comparison = """
    #define jack_latency_range_t our_latency_range_t
    #include "jack_functions.h"
    #undef jack_latency_range_t
    #include <stddef.h>
    #include <jack/jack.h>

    #define same(a, b) __builtin_types_compatible_p(a, b)

    // From here on `jack_latency_range_t` is JACK's.
    #define CHECK(result, name, parameters) \\
      _Static_assert(same(result(*) parameters, __typeof__(&jack_##name)), "jack_" #name " differs");
    CJACK_EACH_FUNCTION(CHECK)

    #define CHECK_FIELD(type, ours, field) \\
      _Static_assert(offsetof(ours, field) == offsetof(type, field) && \\
        same(__typeof__(((ours *)0)->field), __typeof__(((type *)0)->field)), #type "." #field " differs");
    CHECK_FIELD(jack_latency_range_t, our_latency_range_t, min)
    CHECK_FIELD(jack_latency_range_t, our_latency_range_t, max)
    _Static_assert(sizeof(our_latency_range_t) == sizeof(jack_latency_range_t), "jack_latency_range_t differs");

    #define CHECK_VALUE(ours, value) _Static_assert((int)ours == (int)value, #ours " differs");
    CHECK_VALUE(CJACK_NO_START_SERVER, JackNoStartServer)
    CHECK_VALUE(CJACK_SERVER_NAME, JackServerName)
    CHECK_VALUE(CJACK_PORT_IS_INPUT, JackPortIsInput)
    CHECK_VALUE(CJACK_PORT_IS_OUTPUT, JackPortIsOutput)
    CHECK_VALUE(CJACK_PORT_IS_PHYSICAL, JackPortIsPhysical)
    CHECK_VALUE(CJACK_PLAYBACK_LATENCY, JackPlaybackLatency)
    """
}
