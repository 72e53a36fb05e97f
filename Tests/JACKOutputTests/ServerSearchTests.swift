import CJACK
import Foundation
import Linux
import Ports
import Synchronization
import TestSupport
import Testing

@testable import JACKOutput

/// A machine made of files.
final class FakeMachine {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("peach-\(UUID().uuidString)").path

  init(_ files: [String: String] = [:]) throws {
    for (path, text) in files {
      let file = "\(root)/\(path)"
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      #expect(FileManager.default.createFile(atPath: file, contents: Data(text.utf8)))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// A machine with these files, no running servers and no JACK but `libraries`.
  func machine(libraries: [String] = []) -> Machine {
    var machine = Machine.test
    machine.root = root
    machine.processes = "\(root)/proc"
    machine.jackLibraries = libraries
    machine.pipewireLibraries = []
    return machine
  }
}

/// A laptop with a USB interface: analogue out, two HDMI outs, one of them with a display.
let laptop = [
  "proc/asound/card0/id": "PCH\n",
  "proc/asound/card0/pcm0p/info": "card: 0\nid: ALC295 Analog\nname: ALC295 Analog\n",
  "proc/asound/card0/pcm0p/sub0/status": "closed\n",
  "proc/asound/card0/pcm0c/info": "card: 0\nid: ALC295 Analog\nname: ALC295 Analog\n",
  "proc/asound/card0/pcm3p/info": "card: 0\nid: HDMI 0\nname: HDMI 0\n",
  "proc/asound/card0/pcm3p/sub0/status": "closed\n",
  "proc/asound/card0/eld#2.0": "monitor_present\t\t1\neld_valid\t\t1\n",
  "proc/asound/card2/id": "USB\n",
  "proc/asound/card2/usbid": "1235:8210\n",
  "proc/asound/card2/pcm0p/info": "card: 2\nid: USB Audio\nname: Scarlett 2i2\n",
  "proc/asound/card2/pcm0p/sub0/status": "state: RUNNING\nowner_pid   : 99\n",
  "dev/snd/pcmC0D0p": "", "dev/snd/pcmC0D3p": "", "dev/snd/pcmC2D0p": "",
]

struct PlaybackDeviceTests {
  @Test func `devices are found in order of preference`() throws {
    let fake = try FakeMachine(laptop)
    let devices = PlaybackDevice.all(on: fake.machine())
    #expect(devices.map(\.address) == ["hw:USB,0", "hw:PCH,0", "hw:PCH,3"])
    #expect(devices.map(\.kind) == [.usb, .analogue, .hdmi])
    #expect(devices.map(\.isBusy) == [true, false, false])
    #expect(devices.map(\.isPermitted) == [true, true, true])
    #expect(ServerSearch.free(devices, output: nil).map(\.address) == ["hw:PCH,0", "hw:PCH,3"])
    #expect(ServerSearch.free(devices, output: "alc295").map(\.address) == ["hw:PCH,0"])
    #expect(ServerSearch.free(devices, output: "Scarlett").isEmpty, "another program has it")
    // The outputs that pages offer are valid for `output`.
    for output in JACKOutput.cards(devices) where output.name != "hw:USB,0" {
      #expect(ServerSearch.free(devices, output: output.name).map(\.title) == [output.title])
    }
  }

  @Test func `hdmi without a display is never used`() throws {
    var files = laptop
    files["proc/asound/card0/eld#2.0"] = "monitor_present\t\t0\n"
    let fake = try FakeMachine(files)
    let devices = PlaybackDevice.all(on: fake.machine())
    #expect(devices.last?.kind == .hdmiUnplugged)
    #expect(!ServerSearch.free(devices, output: nil).contains { $0.device == 3 })
  }

  @Test func `a Raspberry Pi's display is recognised by its graphics`() throws {
    for (status, kind) in [("connected", PlaybackDevice.Kind.hdmi), ("disconnected", .hdmiUnplugged)] {
      let fake = try FakeMachine([
        "proc/asound/card0/id": "vc4hdmi0",
        "proc/asound/card0/pcm0p/info": "name: MAI PCM i2s-hifi-0\n",
        "sys/class/drm/card1-HDMI-A-1/status": status + "\n",
      ])
      #expect(PlaybackDevice.all(on: fake.machine()).map(\.kind) == [kind])
    }
  }

  @Test func `a device that the user may not open is not used`() throws {
    var files = laptop
    files["dev/snd/pcmC0D0p"] = nil
    let fake = try FakeMachine(files)
    let devices = PlaybackDevice.all(on: fake.machine())
    #expect(devices.first { $0.address == "hw:PCH,0" }?.isPermitted == false)
  }
}

struct LadderTests {
  private func failure(_ machine: Machine, _ options: JACKOptions = JACKOptions()) -> SoundFailure? {
    do {
      _ = try ServerSearch.of(machine, options).plan()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: JACKOptions.Audio.allCases)
  func `without a library the search fails`(audio: JACKOptions.Audio) throws {
    let fake = try FakeMachine()
    #expect(
      failure(fake.machine(libraries: ["/nonexistent/libjack.so.0"]), JACKOptions(audio: audio)) == .libraryMissing)
  }

  @Test func `a library without JACK's functions is not used`() throws {
    let fake = try FakeMachine()
    #expect(throws: JACKLibrary.Failure.incomplete) { try JACKLibrary("libm.so.6") }
    #expect(throws: JACKLibrary.Failure.notFound) { try JACKLibrary("/nonexistent/libjack.so.0") }
    #expect(failure(fake.machine(libraries: ["libm.so.6"])) == .libraryMissing)
  }

  /// libjack2 makes thread-specific keys whenever it is loaded and never gives them back; a process has 1024.
  @Test(.enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  func `days of searching for a library cost nothing`() {
    for _ in 0..<2000 { #expect(ServerSearch.of(.test).jackLibrary() != nil) }
    var key = pthread_key_t()
    #expect(pthread_key_create(&key, nil) == 0)
    pthread_key_delete(key)
  }

  private static let none = JACKOptions(serverName: "peach-test-none")

  @Test(.enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  func `a dummy is for machines without playback devices`() throws {
    let libraries = Machine.current().jackLibraries
    let silent = try FakeMachine()
    guard case .startDummy = try ServerSearch.of(silent.machine(libraries: libraries), Self.none).plan() else {
      Issue.record("no dummy")
      return
    }
    var service = Self.none
    service.willRetry = true
    #expect(failure(silent.machine(libraries: libraries), service) == .noPlaybackPort, "a service waits for a card")
    var jack = Self.none
    jack.audio = .jack
    guard case .noServer = failure(silent.machine(libraries: libraries), jack) else {
      Issue.record("jack must not end on a dummy")
      return
    }
    let fake = try FakeMachine(laptop)
    guard
      case .startOnCard(_, let devices, let tried, _) = try ServerSearch.of(
        fake.machine(libraries: libraries), Self.none
      ).plan()
    else {
      Issue.record("no card")
      return
    }
    #expect(devices.map(\.address) == ["hw:PCH,0", "hw:PCH,3"])
    #expect(tried == ["hw:USB,0: busy"])
  }

  @Test(.enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  func `cards of PulseAudio are left alone`() throws {
    var files = laptop
    files["proc/99/cmdline"] = "/usr/bin/pulseaudio\0--daemonize=no\0"
    let fake = try FakeMachine(files)
    #expect(
      failure(fake.machine(libraries: Machine.current().jackLibraries), Self.none)
        == .noServer(detail: "pulseaudio: holds the cards"))
  }

  @Test(.enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  func `a missing jackd is named`() throws {
    let fake = try FakeMachine()
    var machine = fake.machine(libraries: Machine.current().jackLibraries)
    machine.programFolders = []
    #expect(failure(machine, Self.none) == .noServer(detail: "jackd: not installed"))
  }

  @Test(
    arguments: [
      ("/usr/bin/jackd\0-R\0-d\0dummy\0", nil, true), ("jackd\0-n\0a\0-ddummy\0", "a", true),
      ("jackd\0-na\0-d\0alsa\0-d\0dummy\0", "a", false), ("jackd\0--name=a\0--driver=dummy\0", "a", true),
      ("jackd\0-n\0b\0-d\0dummy\0", "a", false), ("jackd\0-ddummy\0-n2\0", nil, true),
      ("notjackd\0-d\0dummy\0", nil, false),
    ] as [(String, String?, Bool)])
  func `a dummy server is recognised by its command line`(line: String, name: String?, isDummy: Bool) throws {
    let fake = try FakeMachine(["proc/7/cmdline": line])
    #expect(RunningServers(machine: fake.machine()).isDummy(jackServer: name) == isDummy)
  }
}

private final class Child: Sendable {
  let id = Atomic<pid_t>(0)
}

struct OwnServerTests {
  @Test func `a server's process ends with the thread that started it`() throws {
    let process = Child()
    PlainThread.start(name: "starter") {
      let child =
        Subprocess.start(
          Installed.path("sleep"), ["60"], environment: [:], standard: [-1, STDERR_FILENO, STDERR_FILENO],
          endsWithThread: true) ?? -1
      // A child that has not started its program yet would miss the end of this thread.
      let ran = eventually {
        FileManager.default.contents(atPath: "/proc/\(child)/comm") == Data("sleep\n".utf8)
      }
      process.id.store(ran ? child : -1, ordering: .releasing)
    }
    var status: Int32 = 0
    #expect(eventually { process.id.load(ordering: .acquiring) != 0 })
    let child = process.id.load(ordering: .acquiring)
    try #require(child > 0)
    #expect(eventually { waitpid(child, &status, WNOHANG) == child })
    #expect(status == SIGTERM)
  }

  @Test(.enabled(if: Installed.hasJackd, "jackd or its library is not installed"))
  func `a failed server's complaint is reported`() throws {
    let missing = PlaybackDevice(
      card: 31, cardID: "None", device: 0, name: "x", kind: .analogue, isBusy: false, isPermitted: true)
    let server = try #require(
      OwnServer(
        program: Installed.path("jackd"), name: "peach-card", driver: .alsa(missing), period: nil,
        environment: Machine.test.environment))
    #expect(eventually { !server.isRunning })
    #expect(server.lastLine.contains("Cannot open PCM device"), "\(server.lastLine)")
  }

  @Test func `USB gets three periods`() {
    let usb = PlaybackDevice(
      card: 1, cardID: "USB", device: 0, name: "x", kind: .usb, isBusy: false, isPermitted: true)
    #expect(
      OwnServer.arguments(name: "peach", driver: .alsa(usb), period: 128, priority: 20)
        == [
          "-n", "peach", "-R", "-P", "20", "-d", "alsa", "-P", "hw:USB,0", "-r", "48000", "-p", "128", "-n",
          "3",
        ])
    #expect(
      OwnServer.arguments(name: "peach", driver: .dummy, period: 256, priority: nil)
        == ["-n", "peach", "-r", "-d", "dummy", "-r", "48000", "-p", "256"])
  }
}
