import Foundation
import Simulation
import Training

/// One line of output of `questplus_listeners.py`.
struct PeerResult: Decodable {
  var group: String
  var errors: [Double]
  var shareRight: Double
  var microseconds: Double
}

/// One line of its input.
struct PeerListener: Encodable {
  var group: String
  var threshold: Double
  var lapse: Double
  var counts: [Int]
  var uniforms: [Double]
}

extension Bench {
  /// Few, since one answer takes questplus some milliseconds.
  static let peerListeners = 25
  /// After which the error is taken; the rest of the usual ones would take as long again.
  static let peerCounts = [30, 60, 100, 200]

  /// The first listeners of each group, as lines of JSON.
  func peerLines() throws -> [String] {
    try Self.groups.flatMap { group, population in
      try (0..<Self.peerListeners).map { index in
        let course = comparison(population).course(of: index, before: .reference)
        let traits = course.listener.traits
        var listener = course.listener
        let line = PeerListener(
          group: group, threshold: traits.threshold, lapse: traits.lapse, counts: Self.peerCounts,
          uniforms: listener.luck(of: Self.peerCounts.last ?? 0))
        return String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
      }
    }
  }

  /// Parses the results of questplus.
  static func peerResults(_ text: String) throws -> [PeerResult] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(PeerResult.self, from: Data($0.utf8)) }
  }
}
