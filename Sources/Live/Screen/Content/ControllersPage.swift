import Controllers
import PlainText
import Ports
import Texts

/// The connected controllers, as the Controllers page shows them; sent as JSON.
struct ControllersPage: Encodable, Equatable {
  var controllers: [ScreenController]
  var lines: [String]

  /// Creates the page. Without controllers, its `lines` give the reason.
  init(_ controllers: [ScreenController], _ view: ViewState, _ catalogue: Catalogue) {
    self.controllers = controllers.map { controller in
      var controller = controller
      let listened = view.controllers.first { $0.id.text == controller.id }
      controller.others = (listened?.otherListeners ?? []).map(CleanText.line)
      return controller
    }
    lines = view.notices.compactMap { notice in
      if case .noSequencer = notice { catalogue.line(notice) } else { nil }
    }
    if controllers.isEmpty, lines.isEmpty { lines = [catalogue(.controllerNone)] }
  }
}

/// A cue requested by a page, in the words of a controller's mapping.
struct PostedCue: Decodable, Hashable, Sendable {
  let cue: Cue

  private enum CodingKeys: String, CodingKey { case cue }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard let cue = Self.cues[try fields.decode(String.self, forKey: .cue)] else {
      throw DecodingError.dataCorruptedError(forKey: .cue, in: fields, debugDescription: "cue")
    }
    self.cue = cue
  }

  /// The cues that can be tried, each in its clearest form.
  static let cues: [String: Cue] = [
    "can-answer": .canAnswer, "correct": .correct(pressed: .higher), "incorrect": .incorrect(pressed: .higher),
    "sharp": .result(cents: 20, band: 2), "flat": .result(cents: -20, band: 2),
    "dead-centre": .result(cents: 0, band: 0), "mode": .mode(.startComparison), "trouble": .trouble, "idle": .idle,
  ]
}
