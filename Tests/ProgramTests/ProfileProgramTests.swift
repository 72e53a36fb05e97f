import Foundation
import Testing

/// `peach profile`: what it does to the folder of answers.
@Suite struct ProfileProgramTests {
  private func scratch() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("peach-profile-\(UUID().uuidString)")
  }

  @Test(arguments: [["profile"], ["profile", "--rebuild"]])
  func beforeTheFirstAnswerNothingIsMade(arguments: [String]) throws {
    let folder = scratch()
    let peach = try RunningPeach(arguments, folder: folder)
    #expect(peach.end() == 0, "\(peach.complained)")
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("data/peach").path))
  }

  @Test(arguments: [["profile"], ["profile", "--rebuild"]])
  func whatIsNoDatabaseOfOursIsToldAndNotTouched(arguments: [String]) throws {
    let folder = scratch()
    let data = folder.appendingPathComponent("data/peach")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    let file = data.appendingPathComponent("peach.sqlite")
    try Data("a letter to my teacher".utf8).write(to: file)
    let peach = try RunningPeach(arguments, folder: folder)
    #expect(peach.end() == 4)
    #expect(eventually { peach.complained.contains("peach.sqlite") })
    #expect(peach.complained.split(separator: "\n").count == 1)
    #expect(try String(contentsOf: file, encoding: .utf8) == "a letter to my teacher")
  }
}
