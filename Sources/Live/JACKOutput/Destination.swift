import Foundation
import Ports

/// The ports that are played to.
struct Destination: Hashable, Sendable {
  /// The left port's full name (`client:port`).
  var left: String
  /// The right port's; nil for a mono output, which then gets the left channel only: both would be 6 dB louder.
  var right: String?
  /// What to call it: the ports' client, or the one port that was asked for.
  var name: String

  /// What our left and our right port are connected to.
  var channels: [[String]] { [[left], right.map { [$0] } ?? []] }

  /// The client whose ports they are.
  var client: String { Self.client(left) }

  /// Chooses two ports of one client.
  /// - Parameters:
  ///   - physical: full names of the server's physical playback ports, the server's default first.
  ///   - others: those of all other clients that can be played to; used only if `output` names one.
  ///   - output: a port's or client's name, or a part of a client's name; nil for the first.
  /// - Throws: `noPlaybackPort`, `outputMissing`.
  static func choose(physical: [String], others: [String], output: String?) throws(SoundFailure) -> Destination {
    guard let output, !output.isEmpty else {
      guard let first = physical.first else { throw .noPlaybackPort }
      return pair(from: first, in: physical)
    }
    let ports = physical + others.filter { !physical.contains($0) }
    let matches: [(String) -> Bool] = [
      { $0 == output },
      { client($0) == output },
      { client($0).localizedCaseInsensitiveContains(output) },
    ]
    for matches in matches {
      if let first = ports.first(where: matches) { return pair(from: first, in: ports) }
    }
    throw .outputMissing(output)
  }

  /// `first` and the port that follows it on the same client, if there is one.
  private static func pair(from first: String, in ports: [String]) -> Destination {
    let name = client(first)
    let next = ports.drop { $0 != first }.dropFirst().first { client($0) == name }
    return Destination(left: first, right: next, name: next == nil ? first : name)
  }

  /// The part of a port's full name before the last colon: a client's name may have some of its own.
  static func client(_ port: String) -> String {
    port.lastIndex(of: ":").map { String(port[..<$0]) } ?? port
  }
}
