import Foundation
import Glibc
import TestSupport
import Testing

extension SoundingProgramTests {
  /// What the program says and leaves behind when the disk does not do its part: file systems mounted for the test.
  @Suite(.enabled(if: geteuid() == 0, "mounting needs root")) struct StoreProgramTests {
    /// A folder for a run of the program whose data are on a separate file system.
    private final class Disk {
      let folder: URL
      let data: URL

      init(options: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
          "peach-disk-\(UUID().uuidString.prefix(8))")
        data = folder.appendingPathComponent("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let mount = try Process.run(
          URL(fileURLWithPath: "/usr/bin/mount"), arguments: ["-t", "tmpfs", "-o", options, "tmpfs", data.path])
        mount.waitUntilExit()
        guard mount.terminationStatus == 0 else { throw POSIXError(.EPERM) }
      }

      deinit { umount2(data.path, Int32(MNT_DETACH)) }

      /// Leaves no room at all.
      func fill() throws {
        let file = open(data.appendingPathComponent("filler").path, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        for size in [65_536, 4_096, 1] {
          let block = [UInt8](repeating: 0, count: size)
          while write(file, block, size) == size {}
        }
        #expect(errno == ENOSPC)
      }

      /// Detached from the tree of folders even if still in use.
      private let MNT_DETACH = 2
    }

    @Test func `an answer that cannot be saved is reported, kept and found again`() throws {
      let disk = try Disk(options: "size=2m")
      let peach = try RunningPeach(
        PracticeProgramTests.dummy + ["--mode", "comparison"], folder: disk.folder, keys: true)
      #expect(peach.wait(for: "answerEnabled"))
      // Rows that are there still fit into the log's first pages: fill until writing fails.
      try disk.fill()
      var isTold = false
      for count in 1...20 where !isTold {
        #expect(peach.waitUntilHeard("answerEnabled"))
        peach.type("h")
        isTold = eventually(within: .seconds(2)) { peach.shown.contains("not being saved") }
        if !isTold { try #require(peach.wait(for: "answerEnabled", count: count + 1), "\(peach.complained)") }
      }
      #expect(isTold, "\(peach.shown)")
      // The loop continues: the next exercise can be answered.
      let enabled = peach.events("answerEnabled").count
      #expect(peach.wait(for: "answerEnabled", count: enabled + 1))
      peach.signal(SIGTERM)
      #expect(peach.end() == 4)
      #expect(eventually { peach.complained.contains("peach-unsaved-") })
      // With room again the next start takes them over and says so.
      #expect(unlink(disk.data.appendingPathComponent("filler").path) == 0)
      let answered = peach.events("answered").count
      let again = try RunningPeach(PracticeProgramTests.dummy, folder: disk.folder)
      #expect(again.wait(for: "soundReady"))
      #expect(again.complained.contains("saved now"))
      again.signal(SIGTERM)
      #expect(again.end() == 0)
      #expect(try again.storedAnswers() == answered)
    }

    @Test func `a read-only folder is reported at once`() throws {
      let disk = try Disk(options: "ro")
      let peach = try RunningPeach(PracticeProgramTests.dummy, folder: disk.folder)
      #expect(peach.end() == 4)
      #expect(eventually { peach.complained.split(separator: "\n").count == 1 })
    }
  }
}
