import Foundation
import Glibc

/// The places of voices on this machine, and their time limits. A value, so that a test can describe another machine.
public struct SpeechOptions: Sendable {
  /// The folders searched for `espeak-ng` and `speech-dispatcher`, in this order.
  public var programFolders: [String]
  /// The environment, as the program was started with; voices get it too.
  public var environment: [String: String]
  /// The time speech-dispatcher may take to answer, and after its start to listen.
  public var answerLimit = Duration.seconds(3)
  /// The time until an utterance must begin: another program's speech may come first.
  public var beginLimit = Duration.seconds(2)
  /// The time espeak-ng may take to produce an utterance, and speech-dispatcher to speak one without a text.
  public var utteranceLimit = Duration.seconds(10)
  /// The further time that speech-dispatcher may take for each character: twice that of espeak-ng's usual speed.
  public var characterLimit = Duration.milliseconds(200)

  /// Memberwise, with the usual limits.
  public init(programFolders: [String], environment: [String: String]) {
    self.programFolders = programFolders
    self.environment = environment
  }

  /// Returns the options of the current machine.
  public static func current() -> SpeechOptions {
    let environment = ProcessInfo.processInfo.environment
    let path = environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    return SpeechOptions(programFolders: path + ["/usr/bin", "/usr/local/bin"], environment: environment)
  }

  /// Returns the time speech-dispatcher may take from the beginning of `text` to its end.
  func limit(of text: String) -> Duration { utteranceLimit + characterLimit * text.count }

  /// Returns the path of the program called `name`, nil if it is not installed.
  func program(_ name: String) -> String? {
    programFolders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The socket of this user's speech-dispatcher; nil if it does not use a Unix socket.
  var dispatcherSocket: String? {
    if let address = environment["SPEECHD_ADDRESS"] {
      let parts = address.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.first == "unix_socket" else { return nil }
      if parts.count == 2 { return parts[1] }
    }
    return environment["XDG_RUNTIME_DIR"].map { "\($0)/speech-dispatcher/speechd.sock" }
  }

  /// Whether a mixing sound server runs for this user: without one, speech-dispatcher would need a card for itself that
  /// a jackd holds, and would be inaudible.
  var hasMixingServer: Bool {
    guard let folder = environment["XDG_RUNTIME_DIR"] else { return false }
    return ["pipewire-0", "pulse/native"].contains { access("\(folder)/\($0)", F_OK) == 0 }
  }
}
