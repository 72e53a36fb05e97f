// swift-tools-version: 6.2
import PackageDescription

// Only what runs on the audio server's thread, so that checking it builds nothing else. See ../README.md.
let package = Package(
  name: "RealtimeSanitizer",
  targets: [
    .target(name: "PlainText"),
    .target(name: "Pitch", dependencies: ["PlainText"]),
    .target(name: "Time"),
    .target(name: "CRealtime"),
    .target(name: "Sound", dependencies: ["CRealtime", "Pitch", "Time"]),
    .target(name: "Scenario", dependencies: ["Pitch", "Sound"]),
    .target(name: "CNonblocking", cSettings: [.unsafeFlags(["-fsanitize=realtime"])]),
    // The trampoline says itself that it is `nonblocking`.
    .target(name: "CJACK", dependencies: ["CRealtime"], cSettings: [.unsafeFlags(["-fsanitize=realtime"])]),
    .target(name: "ServerRun", dependencies: ["CJACK", "Scenario", "Sound"]),
    .executableTarget(
      name: "TrampolineCheck", dependencies: ["CJACK", "ServerRun"],
      linkerSettings: [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])]),
    .executableTarget(
      name: "RealtimeCheck", dependencies: ["CNonblocking", "Scenario", "Sound"],
      linkerSettings: [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])]),
  ]
)
