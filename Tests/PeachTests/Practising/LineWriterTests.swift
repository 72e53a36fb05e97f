import ArgumentParser
import Foundation
import Glibc
import JACKOutput
import Ports
import Practice
import TestSupport
import Testing
import Time

@testable import Commands

/// Lines are written in the order of the calls; a write error is reported, and the caller never waits for it.
@Suite struct LineWriterTests {
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peach-lines-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func writer(
    _ path: String, force: Bool = false, patience: Int = 1_000
  ) throws(FileFailure) -> LineWriter<String> {
    let output = OutputPath(path, force: force, in: Paths(config: "/nowhere", data: "/nowhere"))
    return try LineWriter(output, patience: patience) { { Data($0.utf8) } }
  }

  @Test func `lines are written in order`() throws {
    let file = try folder().appendingPathComponent("lines")
    let writer = try writer(file.path)
    for number in 0..<100 { writer.post(["\(number)", "and \(number)"]) }
    #expect(writer.close(within: testLimit) == nil)
    let lines = (0..<100).map { "\($0)\nand \($0)\n" }.joined()
    #expect(try String(contentsOf: file, encoding: .utf8) == lines)
  }

  @Test func `an existing file is replaced only on request`() throws {
    let file = try folder().appendingPathComponent("lines").path
    try Data("mine\n".utf8).write(to: URL(filePath: file))
    #expect(throws: FileFailure(path: file, code: EEXIST, refusal: .exists)) { try writer(file) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine\n")
    let replacing = try writer(file, force: true)
    replacing.post(["new"])
    #expect(replacing.close(within: testLimit) == nil)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "new\n")
  }

  @Test func `a full disk is reported`() throws {
    let writer = try writer("/dev/full")
    writer.post(["a"])
    #expect(writer.close(within: testLimit) == FileFailure(path: "/dev/full", code: ENOSPC))
  }

  /// A pipe without a reader blocks its writer, but not the caller.
  @Test func `a hung destination is given up`() throws {
    let pipe = try folder().appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let writer = try writer(pipe, patience: 10)
    for _ in 0..<5 { writer.post(["a", "b", "c"]) }
    let failure = FileFailure(path: pipe, code: ETIMEDOUT)
    #expect(writer.close(within: .zero) == failure)
    // Its reader comes too late: nothing is written of what has a gap.
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
    #expect(writer.close(within: .zero) == failure)
  }

  @Test func `an incomplete recording changes the exit code`() {
    let unsaved = StoreClosure.unsaved(count: 1, rescueFile: nil)
    let noSound = PracticeEnd.noSound(.noServer(detail: ""))
    let codes: [(PracticeEnd, StoreClosure, Bool, ExitCode)] = [
      (.left(.asked), .complete, true, .success), (.left(.asked), .complete, false, .failure),
      (.left(.terminate), unsaved, true, .store), (.left(.asked), unsaved, false, .store),
      (noSound, .complete, true, .noSound), (noSound, .complete, false, .noSound), (noSound, unsaved, true, .store),
    ]
    for (end, closure, isRecorded, code) in codes {
      #expect(Program.exitCode(of: end, closure, isRecorded: isRecorded) == code)
    }
  }
}
