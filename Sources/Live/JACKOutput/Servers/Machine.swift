import Foundation
import Glibc

/// The places on this machine that the search examines. A value, so that tests can describe machines that do not exist.
struct Machine: Sendable {
  /// Names and paths of jackd's library, most likely first.
  var jackLibraries: [String]
  /// Paths of PipeWire's JACK library.
  var pipewireLibraries: [String]
  /// The folders searched for `jackd`.
  var programFolders: [String]
  /// The folder that holds `proc/asound`, `dev` and `sys`.
  var root: String
  /// The folder that lists processes.
  var processes = "/proc"
  /// The environment, as the program was started with.
  var environment: [String: String]

  /// Returns the machine the program runs on.
  static func current() -> Machine {
    let environment = ProcessInfo.processInfo.environment
    let path = environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    return Machine(
      jackLibraries: ["libjack.so.0"] + libraryFolders.map { "\($0)/libjack.so.0" },
      pipewireLibraries: libraryFolders.map { "\($0)/pipewire-0.3/jack/libjack.so.0" },
      programFolders: path + ["/usr/bin", "/usr/local/bin"], root: "/", environment: environment)
  }

  /// The library folders of distributions: Debian's triplet, Fedora's and SUSE's lib64, Arch's lib, and local ones.
  private static var libraryFolders: [String] {
    #if arch(x86_64)
      let triplet = "x86_64-linux-gnu"
    #elseif arch(arm64)
      let triplet = "aarch64-linux-gnu"
    #elseif arch(arm)
      let triplet = "arm-linux-gnueabihf"
    #else
      let triplet = "linux-gnu"
    #endif
    return [
      "/usr/lib/\(triplet)", "/usr/lib64", "/usr/lib", "/usr/local/lib/\(triplet)", "/usr/local/lib64",
      "/usr/local/lib",
    ]
  }

  /// Returns the path of the program called `name`, nil if it is not installed.
  func program(_ name: String) -> String? {
    programFolders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Returns a path below `root`.
  func path(_ path: String) -> String {
    root.hasSuffix("/") ? root + path : "\(root)/\(path)"
  }
}
