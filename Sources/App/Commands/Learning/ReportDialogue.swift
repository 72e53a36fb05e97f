import Controllers
import MIDI
import Ports
import Texts
import Time

/// The logic of `peach devices --report`: learns the controller as `peach learn` does, and also notes the messages of
/// its ports. Sends each port one identity request. Pure; one thread.
struct ReportDialogue: ControllerDialogue {
  private let texts: Catalogue
  private let program: String
  private let kernel: String
  private var learning: LearnDialogue
  private var report = ControllerReport()
  private var ports: [PortDescription] = []
  /// The ports that have received an identity request.
  private var asked: Set<Int> = []
  private var hasBegun = false
  private var hasAskedForRest = false

  /// Starts a report. `learning` asks for the roles; `program` and `kernel` are versions.
  init(_ texts: Catalogue, learning: LearnDialogue, program: String, kernel: String) {
    self.texts = texts
    self.learning = learning
    self.program = program
    self.kernel = kernel
  }

  var deadline: MonotonicTime? { learning.deadline }

  mutating func handle(_ event: MIDIPortEvent, now: MonotonicTime) -> [LearnDialogue.Step] {
    switch event {
    case .connected(let port), .changed(let port):
      ports.removeAll { $0.id == port.id }
      ports.append(port)
    case .disconnected(let id): ports.removeAll { $0.id == id }
    case .received(let id, let message, _):
      if let port = device.first(where: { $0.id == id }) {
        report.handle(message, port: port.portIndex, question: learning.question)
      }
    case .unavailable, .ready, .overflowed, .listeners: break
    }
    return noted(learning.handle(event, now: now))
  }

  mutating func handle(_ command: LearnRequest, now: MonotonicTime) -> [LearnDialogue.Step] {
    noted(learning.handle(command, now: now))
  }

  mutating func advance(now: MonotonicTime) -> [LearnDialogue.Step] { noted(learning.advance(now: now)) }

  /// The ports of the controller being learned, in order.
  private var device: [PortDescription] {
    guard let port = learning.controller else { return [] }
    return ports.filter { $0.id.client == port.id.client }.sorted { $0.portIndex < $1.portIndex }
  }

  /// Returns the `steps` of learning, with the additions of the report.
  private mutating func noted(_ steps: [LearnDialogue.Step]) -> [LearnDialogue.Step] {
    var steps = steps
    if learning.controller != nil, !hasBegun {
      hasBegun = true
      tell(texts(.reportBegin), before: true, in: &steps)
    }
    if learning.question == .trial, !hasAskedForRest {
      hasAskedForRest = true
      tell(texts(.reportRest), before: false, in: &steps)
    }
    for port in device where asked.insert(port.portIndex).inserted {
      steps.append(.send([ControllerReport.identityRequest], to: port.id))
    }
    return steps.flatMap { step -> [LearnDialogue.Step] in
      guard case .save(let mapping, _, let port) = step else { return [step] }
      let device = ports.filter { $0.id.client == port.id.client }.sorted { $0.portIndex < $1.portIndex }
      let text = report.text(mapping, learned: port, ports: device, program: program, kernel: kernel)
      return [step, .report(text)]
    }
  }

  /// Adds a line to lines that are spoken together.
  private func tell(_ line: String, before: Bool, in steps: inout [LearnDialogue.Step]) {
    for (place, step) in steps.enumerated() {
      guard case .tell(let lines) = step else { continue }
      steps[place] = .tell(before ? [line] + lines : lines + [line])
      return
    }
    steps.append(.tell([line]))
  }
}
