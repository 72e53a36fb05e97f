// swift-tools-version: 6.2
import PackageDescription

// Only what runs on the audio server's thread, so that checking it builds nothing else. See ../README.md.
let package = Package(
  name: "AllocationCounter",
  targets: [
    .target(name: "PlainText"),
    .target(name: "Pitch", dependencies: ["PlainText"]),
    .target(name: "Time"),
    .target(name: "CRealtime"),
    .target(name: "Sound", dependencies: ["CRealtime", "Pitch", "Time"]),
    .target(name: "Scenario", dependencies: ["Pitch", "Sound"]),
    .target(name: "CAllocationCounter"),
    .executableTarget(name: "AllocationCheck", dependencies: ["CAllocationCounter", "Scenario", "Sound"]),
    .target(name: "CJACK", dependencies: ["CRealtime"]),
    .target(name: "ServerRun", dependencies: ["CJACK", "Scenario", "Sound"]),
    .executableTarget(
      name: "TrampolineAllocationCheck", dependencies: ["CAllocationCounter", "CJACK", "ServerRun"]),
  ]
)
