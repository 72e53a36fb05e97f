import Controllers
import Foundation
import Ports
import Screen
import Synchronization
import Texts

/// Assigns roles to controls the player presses while a page asks for them: practice detects the press, the player's
/// own mapping file stores it, and practice applies it at once.
///
/// Calls may come from any thread that may wait for files. Reports of practice are handled on a private queue.
final class RoleLearning: Sendable {
  /// The event a request waits for.
  fileprivate enum Awaited {
    /// A control: requests up to this number are older ones.
    case control(after: Int)
    /// Practice must use the new data: the file that serves now, or the split.
    case served(file: String?), split(Int)
  }

  fileprivate struct Waiting {
    var id: String
    var role: Role?
    var awaited: Awaited
    /// The line shown then.
    var line = ""
    var tell: @Sendable (LearnOutcome) -> Void
  }

  /// Data removed from a file, so that it can be restored.
  private struct TakenBack {
    var file: String
    var before: String?
    var written: String
  }

  private struct State {
    var waiting: [Waiting] = []
    /// The stored state by `RoleLearning.key`.
    var takenBack: [String: TakenBack] = [:]
  }

  private let views: ViewPublisher
  private let mailbox: Mailbox
  private let mappings: LiveMappings
  private let files: RoleFiles
  /// Held while files are read and written: pages and practice call on different threads.
  private let filing = Mutex(())
  private let time: any TimeSource
  private let catalogue: @Sendable () -> Catalogue
  private let state = Mutex(State())
  private let isWaiting = Atomic(false)
  private let queue = DispatchQueue(label: "peach.roles", qos: .utility)

  /// Creates a learner that writes into `folder`.
  init(
    views: ViewPublisher, mailbox: Mailbox, mappings: LiveMappings, folder: MappingFolder, time: any TimeSource,
    catalogue: @escaping @Sendable () -> Catalogue
  ) {
    self.views = views
    self.mailbox = mailbox
    self.mappings = mappings
    files = RoleFiles(folder: folder)
    self.time = time
    self.catalogue = catalogue
    views.observe { [weak self] in self?.changed() }
  }

  /// Handles a change of practice. Loop thread: it only signals.
  private func changed() {
    guard isWaiting.load(ordering: .relaxed) else { return }
    queue.async { [weak self] in self?.look() }
  }

  // MARK: Requests of pages

  /// Starts learning a control for `role`; calls `tell` once.
  func begin(_ role: Role, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void) throws(ScreenFailure) {
    let controller = try atTheHub(id)
    do throws(FileFailure) {
      try files.folder.checkWritable()
    } catch {
      throw ScreenFailure(line: catalogue().mappingLine(error))
    }
    let number = views.state.learning?.number ?? 0
    let ended = state.withLock { state in
      let isOlder = { (waiting: Waiting) in if case .control = waiting.awaited { true } else { false } }
      let older = state.waiting.filter(isOlder)
      state.waiting.removeAll(where: isOlder)
      state.waiting.append(Waiting(id: id, role: role, awaited: .control(after: number), tell: tell))
      return older
    }
    isWaiting.store(true, ordering: .relaxed)
    for waiting in ended { end(waiting, .asked) }
    post(.learn(role, on: controller.id))
  }

  /// Withdraws the request for a control.
  func end(on id: String) {
    guard let controller = views.state.controllers.first(where: { $0.id.text == id }) else { return }
    post(.endLearning(on: controller.id))
  }

  /// Returns the possible direction of the controller's mapping: back to the content before a page wrote it, or forward
  /// to the page's text.
  func way(of controller: ViewState.Controller) -> ScreenController.Way? {
    if let file = controller.file, files.isOurs(file) { return .before }
    return state.withLock { $0.takenBack[Self.key(of: controller.port)] } == nil ? nil : .learned
  }

  /// Returns a key that distinguishes controllers independently of their socket: mappings serve all equal ones.
  private static func key(of port: PortDescription) -> String {
    "\(port.usb?.description ?? "") \(port.portIndex) \(port.clientName) \(port.portName)"
  }

  /// Switches in that direction; calls `tell` once, when practice has followed.
  func go(
    _ way: ScreenController.Way, on id: String, tell: @escaping @Sendable (LearnOutcome) -> Void
  ) throws(ScreenFailure) {
    let controller = try atTheHub(id)
    let texts = catalogue()
    guard way == self.way(of: controller) else { throw ScreenFailure(line: texts(.refusedFailed)) }
    let key = Self.key(of: controller.port)
    do throws(FileFailure) {
      switch way {
      case .before:
        guard let file = controller.file else { return }
        let (before, written) = try filing.withLock { (_) throws(FileFailure) in try files.takeBack(file) }
        state.withLock { $0.takenBack[key] = TakenBack(file: file, before: before, written: written) }
        use(before, in: file, on: controller, line: texts(.learnBack), tell: tell)
      case .learned:
        guard let taken = state.withLock({ $0.takenBack[key] }) else { return }
        try filing.withLock { (_) throws(FileFailure) in
          try files.putBack(taken.written, into: taken.file, over: taken.before)
        }
        state.withLock { $0.takenBack[key] = nil }
        use(taken.written, in: taken.file, on: controller, line: texts(.learnAgain), tell: tell)
      }
    } catch {
      throw ScreenFailure(line: texts.mappingLine(error))
    }
  }

  private func atTheHub(_ id: String) throws(ScreenFailure) -> ViewState.Controller {
    let view = views.state
    guard view.mode == nil, !view.leaving else { throw ScreenFailure(line: catalogue()(TextKey.learnNotNow)) }
    guard let controller = view.controllers.first(where: { $0.id.text == id }) else {
      throw ScreenFailure(line: catalogue()(TextKey.learnGone))
    }
    return controller
  }

  // MARK: Reports of practice

  private func look() {
    let view = views.state
    let due = state.withLock { state in
      let due = state.waiting.filter { $0.isDue(in: view) }
      state.waiting.removeAll { $0.isDue(in: view) }
      if state.waiting.isEmpty { isWaiting.store(false, ordering: .relaxed) }
      return due
    }
    for waiting in due { perform(waiting, view) }
  }

  private func perform(_ waiting: Waiting, _ view: ViewState) {
    guard case .control = waiting.awaited else {
      return waiting.tell(LearnOutcome(id: waiting.id, role: waiting.role, line: waiting.line, hasChanged: true))
    }
    switch view.learning?.stage {
    case .learned(let binding): give(binding, waiting, view)
    case .ended(let end): self.end(waiting, end)
    case .waiting, nil: end(waiting, .asked)
    }
  }

  private func end(_ waiting: Waiting, _ end: ViewState.Learning.End) {
    fail(waiting, catalogue()(end.line))
  }

  private func fail(_ waiting: Waiting, _ line: String) {
    waiting.tell(LearnOutcome(id: waiting.id, role: waiting.role, line: line, hasChanged: false))
  }

  /// Assigns the role to the control.
  private func give(_ binding: Binding, _ waiting: Waiting, _ view: ViewState) {
    let texts = catalogue()
    guard let controller = view.controllers.first(where: { $0.id.text == waiting.id }) else {
      return end(waiting, .unplugged)
    }
    let served = mappings.library.serving(controller)
    switch served.giving(binding) {
    case .unfit: fail(waiting, texts(.unfit, ["role": texts.name(of: binding.role)]))
    case .split(let note):
      var moved = controller
      moved.split = note
      let line = texts.line(binding.role, in: mappings.library.serving(moved)) ?? ""
      wait(for: .split(note), waiting.id, binding.role, line, waiting.tell)
      post(.split(note, on: controller.id))
    case .mapping(let changed, let losers):
      let own = changed.own(for: controller.port)
      do throws(FileFailure) {
        let (file, text) = try filing.withLock { (_) throws(FileFailure) in
          try files.write(own, insteadOf: served.file)
        }
        state.withLock { $0.takenBack[Self.key(of: controller.port)] = nil }
        let lines =
          [texts.line(binding.role, in: own) ?? ""]
          + losers.map { texts(.learnLost, ["role": texts.name(of: $0)]) }
        let line = lines.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
        use(text, in: file, on: controller, role: binding.role, line: line, tell: waiting.tell)
      } catch {
        fail(waiting, texts.mappingLine(error))
      }
    }
  }

  /// Makes practice use the new content of `file`, nil if it was removed, and sends `line` when it does.
  private func use(
    _ text: String?, in file: String, on controller: ViewState.Controller, role: Role? = nil, line: String,
    tell: @escaping @Sendable (LearnOutcome) -> Void
  ) {
    let mapping = text.flatMap { MappingLibrary.mapping(in: Array($0.utf8), file: file) }
    mappings.change(file, to: mapping)
    let serves = mappings.library.match(controller.port).mapping.file
    wait(for: .served(file: serves), controller.id.text, role, line, tell)
    if let text, let mapping {
      mailbox.post(.mapping(MappingChange(file: file, mapping: mapping, text: text)))
    } else {
      mailbox.post(.mapping(MappingChange(removed: file)))
    }
    // The state may already be reached.
    queue.async { [weak self] in self?.look() }
  }

  private func wait(
    for awaited: Awaited, _ id: String, _ role: Role?, _ line: String,
    _ tell: @escaping @Sendable (LearnOutcome) -> Void
  ) {
    state.withLock {
      $0.waiting.append(Waiting(id: id, role: role, awaited: awaited, line: line, tell: tell))
    }
    isWaiting.store(true, ordering: .relaxed)
    queue.async { [weak self] in self?.look() }
  }

  private func post(_ intent: Intent) { mailbox.post(.intent(intent, at: time.now(), source: .page)) }
}

extension RoleLearning.Waiting {
  /// Returns whether the expected state is reached. A controller that is gone ends the wait.
  fileprivate func isDue(in view: ViewState) -> Bool {
    let controller = view.controllers.first { $0.id.text == id }
    switch awaited {
    case .control(let number):
      guard let learning = view.learning, learning.number > number else { return false }
      return learning.port.text == id && learning.role == role && learning.stage != .waiting
    case .served(let file): return controller == nil || controller?.file == file
    case .split(let note): return controller == nil || controller?.split == note
    }
  }
}

extension ViewState.Learning.End {
  /// The reason why no control was learned.
  fileprivate var line: TextKey {
    switch self {
    case .asked: .learnEnded
    case .unplugged: .learnUnplugged
    case .late: .learnLate
    case .practice, .refused: .learnNotNow
    }
  }
}
