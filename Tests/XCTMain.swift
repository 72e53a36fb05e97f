import Foundation
import Testing

/// Runs all tests, which use Swift Testing. A file of this name spares SwiftPM its search for XCTest tests, for which
/// the compiler writes an index of all sources; that takes longer than compiling them.
@main
struct Tests {
  static func main() async {
    // `swift test` alone asks for XCTest's, and with this file for no others: it would pass without a test.
    guard CommandLine.arguments.contains("swift-testing") else {
      FileHandle.standardError.write(Data("None of these tests is XCTest's. Run them with scripts/run-tests.\n".utf8))
      exit(1)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
