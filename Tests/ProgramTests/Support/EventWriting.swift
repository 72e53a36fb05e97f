import Foundation
import TestSupport

/// A run of the program whose event stream is `events.jsonl` in its folder.
protocol EventWriting {
  var folder: URL { get }
}

extension EventWriting {
  /// The lines of the event stream so far. A line that is still being written is left out.
  var events: [[String: Any]] {
    guard let text = try? String(contentsOf: folder.appendingPathComponent("events.jsonl"), encoding: .utf8) else {
      return []
    }
    return text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  /// Events of this kind so far.
  func events(_ kind: String) -> [[String: Any]] { events.filter { $0["event"] as? String == kind } }

  /// Waits for `count` events of this kind. Returns whether they have come.
  func wait(for kind: String, count: Int = 1, within limit: Duration = testLimit) -> Bool {
    eventually(within: limit) { self.events(kind).count >= count }
  }
}
