import Foundation
import TestSupport
import Testing

/// Speech without a request, with a sound server that no one hears and a voice that only writes its text to a file.
@Suite struct SpokenProgramTests {
  @Test(
    arguments: [
      (["learn", "--controller", "nobody has this"], "the controller you want to teach Peach"),
      (["timer", "for-time", "--rounds", "2", "--screen", "off"], "Start or cancel?"),
    ])
  func `a question that waits from the start is spoken`(command: [String], words: String) throws {
    let player = try Player()
    try ShellScript.install("cat >>\(player.path("spoken"))\nexit 1", at: player.path("espeak-ng"))
    let path = "\(player.folder.path):/usr/bin:/bin"
    let peach = try RunningPeach(
      command + ["--audio", "dummy"], folder: player.folder, keys: true, environment: ["PATH": path])
    var said: String { (try? player.read("spoken")) ?? "" }
    #expect(eventually { said.contains(words) }, "\(said)\(peach.shown)\(peach.complained)")
    peach.signal(SIGTERM)
    #expect(peach.end() == 0)
  }
}
