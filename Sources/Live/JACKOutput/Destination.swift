import Foundation
import Ports

/// The playback ports our client connects to.
struct Destination: Hashable, Sendable {
  /// The left port's full name (`client:port`).
  var left: String
  /// The right port's full name; nil for a mono output, which then gets the left channel only: both would be 6 dB
  /// louder.
  var right: String?
  /// The displayed name: the ports' client, or the requested single port.
  var name: String

  /// The ports for our left and our right port.
  var channels: [[String]] { [[left], right.map { [$0] } ?? []] }

  /// The client that owns the ports.
  var client: String { Self.client(left) }

  /// Chooses two ports of one client.
  /// - Parameters:
  ///   - physical: full names of the server's physical playback ports, the server's default first.
  ///   - others: playback ports of all other clients; used only if `output` names one.
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

  /// Returns `first` and the next port of the same client, if there is one.
  private static func pair(from first: String, in ports: [String]) -> Destination {
    let name = client(first)
    let next = ports.drop { $0 != first }.dropFirst().first { client($0) == name }
    return Destination(left: first, right: next, name: next == nil ? first : name)
  }

  /// Returns the part of a port's full name before the last colon: a client's name may itself contain colons.
  static func client(_ port: String) -> String {
    port.lastIndex(of: ":").map { String(port[..<$0]) } ?? port
  }
}
