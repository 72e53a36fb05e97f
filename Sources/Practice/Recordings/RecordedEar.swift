import Foundation
import Training

/// The model of the player's ear when practice began, as its whole snapshot: the strategy `edge` continues from it.
public struct RecordedEar: Hashable, Sendable {
  var profile: PerceptualProfile

  private enum CodingKeys: String, CodingKey { case ear }
}

extension RecordedEar: Codable {
  /// Reads the snapshot.
  /// - Throws: `DecodingError` for one that this version does not know.
  public init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    guard let bytes = Data(base64Encoded: try line.decode(String.self, forKey: .ear)),
      let profile = PerceptualProfile(snapshot: Array(bytes))
    else { throw DecodingError.dataCorruptedError(forKey: .ear, in: line, debugDescription: "") }
    self.profile = profile
  }

  /// Writes the snapshot in base64.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(Data(profile.snapshot).base64EncodedString(), forKey: .ear)
  }
}
