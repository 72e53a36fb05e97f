import Screen

/// The program's third-party parts: linked packages, and the system libraries it calls. A test compares the packages
/// with the manifest, and `scripts/notice` compares them with the linked code.
enum Licences {
  static let parts: [ScreenAbout.Part] = [
    apache("Swift, Foundation", "https://github.com/swiftlang/swift", withException: true),
    apache("ArgumentParser", "https://github.com/apple/swift-argument-parser", withException: true),
    mit("GRDB", "https://github.com/groue/GRDB.swift"),
    mit("Yams, libyaml", "https://github.com/jpsim/Yams"),
    apache("SwiftNIO", "https://github.com/apple/swift-nio"),
    mit("llhttp", "https://github.com/nodejs/llhttp"),
    apache("swift-atomics", "https://github.com/apple/swift-atomics", withException: true),
    apache("swift-collections", "https://github.com/apple/swift-collections", withException: true),
    ScreenAbout.Part(name: "SQLite", licence: "blessing", address: "https://sqlite.org"),
    lesser("ALSA", "https://www.alsa-project.org"),
    lesser("JACK", "https://jackaudio.org"),
  ]

  /// Returns a part under Apache 2.0, with the exception for code that the Swift compiler copies into programs if the
  /// licence has it.
  private static func apache(_ name: String, _ address: String, withException: Bool = false) -> ScreenAbout.Part {
    ScreenAbout.Part(
      name: name, licence: withException ? "Apache-2.0 WITH Swift-exception" : "Apache-2.0", address: address)
  }

  private static func mit(_ name: String, _ address: String) -> ScreenAbout.Part {
    ScreenAbout.Part(name: name, licence: "MIT", address: address)
  }

  private static func lesser(_ name: String, _ address: String) -> ScreenAbout.Part {
    ScreenAbout.Part(name: name, licence: "LGPL-2.1-or-later", address: address)
  }
}
