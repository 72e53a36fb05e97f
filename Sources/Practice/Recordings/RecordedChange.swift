import Foundation
import Ports
import Training

/// A change of settings during practice, as in a step's line, with the known answers at the time.
struct RecordedChange {
  let change: SettingsChange

  init(_ change: SettingsChange) { self.change = change }

  /// The answers so far, as at the head of a recording.
  private struct Known: Codable {
    var answers: RecordedHistory
    var ear: RecordedEar
  }
}

extension RecordedChange: Codable {
  /// Reads the settings of a step.
  /// - Throws: `DecodingError` with the key that is missing or invalid.
  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: RecordedKey.self)
    let recorded = try line.decode(RecordedSettings.self, forKey: .settings)
    let scales = try line.decodeIfPresent([String: RecordedScale].self, forKey: .scales)
    guard let settings = recorded.settings(scales: scales) else {
      throw DecodingError.dataCorruptedError(forKey: .settings, in: line, debugDescription: "")
    }
    let known = try line.decodeIfPresent(Known.self, forKey: .known).map {
      KnownAnswers(
        history: $0.answers.comparisonRecords, matchingHistory: $0.answers.matchingRecords, profile: $0.ear.profile)
    }
    let practice = PracticeSettings(
      settings, speaks: try line.decode(Bool.self, forKey: .speaks),
      speaksIntervals: try line.decode(Bool.self, forKey: .speaksIntervals),
      expectsVoice: try line.decode(Bool.self, forKey: .expectsVoice))
    change = SettingsChange(practice, known: known, scales: scales)
  }

  /// Writes the settings among the step's other fields.
  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: RecordedKey.self)
    let settings = change.settings
    try line.encode(RecordedSettings(settings), forKey: .settings)
    try line.encodeIfPresent(change.scales, forKey: .scales)
    try line.encode(settings.speaks, forKey: .speaks)
    try line.encode(settings.speaksIntervals, forKey: .speaksIntervals)
    try line.encode(settings.expectsVoice, forKey: .expectsVoice)
    guard let known = change.known else { return }
    let answers = RecordedHistory(known.history, known.matchingHistory)
    try line.encode(Known(answers: answers, ear: RecordedEar(profile: known.profile)), forKey: .known)
  }
}
