import Foundation
import Testing

/// A share of `make fuzz` in a separate process: a trap there is a failure here, with the seed of its round.
@Suite(.serialized) struct FuzzTests {
  /// Where the tests' own program lies.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("Fuzz")

  @Test(arguments: [["midi", "1000000"], ["mappings", "1000"], ["recordings", "500"], ["readers", "4000"]])
  func `no sent or written input traps`(what: [String]) throws {
    let run = try run(what + ["2026"])
    #expect(run.isCalm, "\(run.said.suffix(400))")
    #expect(run.said.contains(what[0] == "midi" ? "messages" : what[0]))
  }

  @Test func `a program that ends badly is noticed`() throws {
    #expect(try !run(["midi", "none", "1"]).isCalm)
  }

  private func run(_ arguments: [String]) throws -> (said: String, isCalm: Bool) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Self.program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: data, as: UTF8.self), process.terminationReason == .exit && process.terminationStatus == 0
    )
  }
}
