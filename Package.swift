// swift-tools-version: 6.2
import PackageDescription

// The targets and arrows of ARCHITECTURE.md. `Tests/ArchitectureTests` fails on an arrow that is not in its table.

/// Lazily bound, each C function's first call on JACK's thread would look it up in the dynamic linker, which locks.
let boundAtStart: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]

/// Swift 6 language mode is the tools version's default; warnings are errors in our own targets.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// What tests play by the ten thousand (the pure layers, the loop), what runs for each frame of sound, and what
/// measures sound are optimised in debug builds as well: without, tests take minutes, and the rig's emulated processor
/// spends its time on sines.
let quick: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// What waits for hands, pages and disks is made small in release builds: that takes a fifth less time to compile, and
/// less memory.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The aim of a module's release build: `speed` is for each frame of sound, each step of a simulation, each of a
/// million records.
enum Aim { case speed, size }

/// The layers, from the bottom up, as folders of `Sources`. Modules of one import those of the layers below.
enum Layer: String {
  case model = "Model"
  case sound = "Sound"
  case practice = "Practice"
  case live = "Live"
  case app = "App"
}

/// A target of ours, in the folder of its name in its layer; the renderer is a layer to itself.
func module(
  _ name: String, on layer: Layer, for aim: Aim = .size, importing dependencies: [Target.Dependency] = []
) -> Target {
  let isPlayedByThousands = layer == .model || layer == .sound || name == "Practice"
  let folder = layer == .sound ? "Sources/Sound" : "Sources/\(layer.rawValue)/\(name)"
  return .target(
    name: name, dependencies: dependencies, path: folder,
    swiftSettings: (isPlayedByThousands ? quick : strict) + (aim == .size ? small : []))
}

/// A package of GitHub's in one version.
func pinned(_ name: String, exact version: Version) -> Package.Dependency {
  .package(url: "https://github.com/" + name, exact: version)
}

let package = Package(
  name: "peach",
  products: [
    .executable(name: "peach", targets: ["peach"])
  ],
  dependencies: [
    pinned("apple/swift-argument-parser", exact: "1.8.2"),
    pinned("groue/GRDB.swift", exact: "7.10.0"),
    pinned("jpsim/Yams", exact: "6.2.2"),
    pinned("apple/swift-nio", exact: "2.101.2"),
    // Those that SwiftNIO is made of, for their versions alone: no build takes another because a newer one has come.
    // SwiftPM remarks that no target uses them.
    pinned("apple/swift-atomics", exact: "1.3.0"),
    pinned("apple/swift-collections", exact: "1.6.0"),
    pinned("apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    // C, at the edges.
    .systemLibrary(
      name: "CALSA", path: "Sources/C/CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .target(name: "CLinux", path: "Sources/C/CLinux"),
    .target(name: "CRealtime", path: "Sources/C/CRealtime"),
    .target(name: "CJACK", dependencies: ["CRealtime"], path: "Sources/C/CJACK"),
    .target(name: "CWeb", path: "Sources/C/CWeb"),
    .target(name: "Linux", dependencies: ["CLinux", "CRealtime"], path: "Sources/C/Linux", swiftSettings: strict),

    // Pure values and reducers.
    module("Time", on: .model, for: .speed),
    module("PlainText", on: .model, for: .speed),
    module("Pitch", on: .model, for: .speed, importing: ["PlainText"]),
    module("MIDI", on: .model, importing: ["Time"]),
    module("Training", on: .model, for: .speed, importing: ["Pitch", "Time"]),
    module("Timers", on: .model, importing: ["Time"]),
    module("Simulation", on: .model, for: .speed, importing: ["Training", "Pitch"]),
    module("Exchange", on: .model, for: .speed, importing: ["PlainText", "Training", "Timers", "Pitch", "Time"]),
    module(
      "Controllers", on: .model, importing: ["MIDI", "PlainText", "Time", .product(name: "Yams", package: "Yams")]),
    module("Pictures", on: .model, importing: ["Training", "Pitch"]),

    // The renderer.
    module("Sound", on: .sound, for: .speed, importing: ["CRealtime", "Pitch", "Time"]),

    // The loop with its ports and recordings, and what is said of it.
    module(
      "Ports", on: .practice,
      importing: ["Linux", "Time", "PlainText", "Pitch", "MIDI", "Training", "Timers", "Controllers", "Sound"]),
    module(
      "Practice", on: .practice,
      importing: ["CLinux", "Linux", "Ports", "Time", "Pitch", "MIDI", "Training", "Timers", "Controllers", "Sound"]),
    module(
      "Recordings", on: .practice,
      importing: [
        "Ports", "Practice", "Time", "PlainText", "Pitch", "MIDI", "Training", "Timers", "Controllers", "Sound",
      ]),
    module(
      "Texts", on: .practice,
      importing: [
        "CWeb", "Ports", "Controllers", "Exchange", "Pictures", "PlainText", "Timers", "Training", "MIDI", "Pitch",
      ]),

    // The live parts.
    module(
      "ALSASequencer", on: .live,
      importing: ["CALSA", "CLinux", "Ports", "Controllers", "MIDI", "Linux", "Time"]),
    module("ALSACards", on: .live, importing: ["CALSA", "CLinux", "Ports", "Linux"]),
    module(
      "JACKOutput", on: .live, for: .speed,
      importing: ["CJACK", "CLinux", "CRealtime", "Ports", "PlainText", "Sound", "Linux", "Time"]),
    module(
      "SQLiteStore", on: .live, for: .speed,
      importing: [
        "Ports", "Exchange", "PlainText", "Training", "Timers", "Pitch", "Linux", "Time",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    module("Speech", on: .live, importing: ["CLinux", "Linux", "Ports", "Time"]),
    module(
      "Terminal", on: .live,
      importing: ["CLinux", "Texts", "Ports", "Training", "Pitch", "Linux", "Time"]),
    module(
      "Screen", on: .live,
      importing: [
        "CWeb", "CLinux", "Ports", "Controllers", "Pictures", "PlainText", "Texts", "Linux", "Training", "Pitch",
        "Time",
        "Timers",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),

    // The commands, where everything is put together, and the program, which is one line.
    module(
      "Commands", on: .app,
      importing: [
        "CLinux", "Ports", "Practice", "Recordings", "ALSASequencer", "ALSACards", "JACKOutput", "SQLiteStore",
        "Speech", "Screen", "Terminal",
        "Texts", "Pictures", "PlainText", "Linux", "Time",
        "Pitch", "MIDI", "Training", "Timers", "Exchange", "Simulation", "Controllers", "Sound",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Yams", package: "Yams"),
      ]),
    .executableTarget(
      name: "peach", dependencies: ["Commands"], path: "Sources/App/peach", swiftSettings: strict,
      linkerSettings: boundAtStart),

    // Measures the native path from a key to the fade; see Benchmarks/README.md.
    .executableTarget(
      name: "AnswerLatency",
      dependencies: [
        "CLinux", "Controllers", "JACKOutput", "Linux", "MIDI", "Ports", "Practice", "Sound", "Time", "Training",
      ],
      path: "Benchmarks/AnswerLatency", swiftSettings: strict,
      linkerSettings: boundAtStart),

    // Measures the native path from a wheel to the pitch.
    .executableTarget(
      name: "WheelLatency",
      dependencies: [
        "CLinux", "Controllers", "JACKOutput", "Linux", "MIDI", "Pitch", "Ports", "Practice", "Sound", "Time",
        "Training",
      ],
      path: "Benchmarks/WheelLatency", swiftSettings: strict, linkerSettings: boundAtStart),

    // Measures what JACK's callback costs, with one note and with two.
    .executableTarget(
      name: "CallbackCost", dependencies: ["CJACK", "Pitch", "Sound"], path: "Benchmarks/CallbackCost",
      swiftSettings: strict,
      linkerSettings: boundAtStart),

    // Measures what Peach's sound alone takes to its first note.
    .executableTarget(
      name: "FirstNote", dependencies: ["JACKOutput", "Ports", "Sound", "Time"], path: "Benchmarks/FirstNote",
      swiftSettings: strict, linkerSettings: boundAtStart),

    // Measures strategies on simulated ears.
    .executableTarget(
      name: "EarBenchmark", dependencies: ["Linux", "Pitch", "Simulation", "Training"], path: "Benchmarks/Ear",
      exclude: ["questplus_listeners.py"], swiftSettings: quick),

    // Tests.
    .target(name: "TestSupport", dependencies: ["Controllers", "Linux"], path: "Tests/Support", swiftSettings: quick),
    .testTarget(name: "SoundTests", dependencies: ["Pitch", "Sound", "TestSupport", "Time"], swiftSettings: strict),
    .testTarget(name: "TimeTests", dependencies: ["TestSupport", "Time"], swiftSettings: strict),
    .testTarget(name: "PlainTextTests", dependencies: ["PlainText"], swiftSettings: strict),
    .testTarget(name: "PitchTests", dependencies: ["Pitch", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "MIDITests", dependencies: ["MIDI", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "TrainingTests", dependencies: ["Training", "Pitch", "Time"], swiftSettings: strict),
    .testTarget(name: "TimersTests", dependencies: ["Timers", "TestSupport", "Time"], swiftSettings: strict),
    .testTarget(
      name: "SimulationTests", dependencies: ["Simulation", "Linux", "Training", "Pitch"], swiftSettings: strict),
    .testTarget(
      name: "EarBenchmarkTests", dependencies: ["EarBenchmark", "Simulation", "Training", "Pitch"],
      swiftSettings: strict),
    .testTarget(
      name: "ExchangeTests", dependencies: ["Exchange", "Training", "Timers", "Pitch", "TestSupport", "Time"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "ControllersTests",
      dependencies: ["Controllers", "MIDI", "TestSupport", "Time", .product(name: "Yams", package: "Yams")],
      exclude: ["Golden", "Reports"],
      swiftSettings: strict),
    .testTarget(
      name: "PracticeTests",
      dependencies: [
        "Ports", "Practice", "Recordings", "Controllers", "MIDI", "Pitch", "Sound", "TestSupport", "Time", "Timers",
        "Training",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "LinuxTests", dependencies: ["Linux", "CLinux", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "CLinuxTests", dependencies: ["CLinux"], swiftSettings: strict),
    .testTarget(name: "ALSACardsTests", dependencies: ["ALSACards", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ALSASequencerTests",
      dependencies: [
        "ALSASequencer", "CALSA", "CLinux", "Controllers", "Linux", "MIDI", "Ports", "TestSupport", "Time",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "JACKOutputTests",
      dependencies: [
        "JACKOutput", "CJACK", "CLinux", "Controllers", "Ports", "Practice", "Sound", "TestSupport", "Linux", "Time",
        "Timers", "Training",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "StoreStress",
      dependencies: [
        "SQLiteStore", "Ports", "Training", "Timers", "Pitch", "Time",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      // Not optimised: the compiler (6.2) never ends with it, and what it does takes the disk's time.
      path: "Tests/StoreStress",
      swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Commands", "Ports", "Practice", "Recordings", "Controllers", "Exchange", "MIDI", "Pitch", "Sound",
        "SQLiteStore", "TestSupport", "Time", "Training",
      ],
      path: "Tests/Fuzz", swiftSettings: strict),
    .testTarget(name: "FuzzTests", dependencies: ["Fuzz"], swiftSettings: strict),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "TestSupport", "SQLiteStore", "Ports", "Exchange", "Linux", "Training", "Timers", "Pitch", "Time",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CrashTests",
      dependencies: ["TestSupport", "StoreStress", "SQLiteStore", "Ports", "Training", "Pitch", "Time"],
      swiftSettings: strict),
    .testTarget(
      name: "SpeechTests",
      dependencies: ["Speech", "CLinux", "Pitch", "Ports", "Linux", "TestSupport", "Time", "Training"],
      swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(
      name: "TextsTests",
      dependencies: ["Texts", "Controllers", "MIDI", "Pictures", "PlainText", "Ports", "Timers", "Training", "Pitch"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Terminal", "Texts", "Controllers", "Pitch", "Ports", "Linux", "TestSupport", "Timers", "Training", "Time",
      ],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "PicturesTests", dependencies: ["Pictures", "Texts", "Training", "Pitch"], exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "ScreenTests",
      dependencies: [
        "Screen", "CWeb", "Ports", "Practice", "Controllers", "Pictures", "Texts", "Timers", "Training", "Pitch",
        "Sound",
        "TestSupport",
        "Linux", "Time",
      ],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "ProgramTests", dependencies: ["Commands", "Linux", "peach", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PeachTests",
      dependencies: [
        "Commands", "Ports", "Practice", "Controllers", "Exchange", "MIDI", "Pictures", "PlainText", "Pitch",
        "SQLiteStore",
        "Screen",
        "Simulation", "Sound", "Terminal", "TestSupport", "Texts", "Time", "Timers", "Training",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
  ]
)

// `PEACH_LAYERS=pure` leaves out live parts and commands with all that needs them, and every library but the one that
// reads YAML: what is left, two thirds of the tests, is built in a fraction of the time.
if Context.environment["PEACH_LAYERS"] == "pure" {
  var outer: Set<String> = []
  func needsMore(_ target: Target) -> Bool {
    let path = target.path ?? ""
    return path.hasPrefix("Sources/Live") || path.hasPrefix("Sources/App")
      || target.dependencies.contains { dependency in
        switch dependency {
        case .productItem(_, let library, _, _): library != "Yams"
        case .byNameItem(let name, _), .targetItem(let name, _): outer.contains(name)
        @unknown default: true
        }
      }
  }
  while let target = package.targets.first(where: { !outer.contains($0.name) && needsMore($0) }) {
    outer.insert(target.name)
  }
  package.products = []
  package.targets.removeAll { outer.contains($0.name) }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
    return !location.hasSuffix("/Yams")
  }
}
