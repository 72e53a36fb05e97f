import Testing

/// Runs all tests, which use Swift Testing. `scripts/build-tests` places it as `Tests/XCTMain.swift` while it builds: a
/// file of that name spares SwiftPM its search for XCTest tests, for which the compiler writes an index of all sources;
/// that takes longer than compiling them. `swift test` searches, finds none, and runs the same tests.
@main
struct Tests {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
