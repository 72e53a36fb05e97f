import Dispatch
import Glibc
import Linux
import Ports
import Synchronization
import Texts
import Time

/// Shows the status on a terminal or as lines, on its own queue, so that no caller waits for a slow terminal. Redraws
/// in place only while the terminal is ours.
public final class StatusDisplay: Sendable {
  /// The views waiting to be drawn. A stopped terminal (Control-S) keeps up to `limit` of them.
  private struct Pending {
    var views: [ViewState] = []
    /// Whether the cursor has moved since the last drawing.
    var isAnew = false
    var isScheduled = false
    var isClosed = false
  }

  /// The drawn state. Only the queue's work uses it, so its lock is never contended.
  private struct Drawing {
    var redraw = Redraw()
    var last: ViewState?
    var isBroken = false
    var status: StatusRenderer
    var changes: ChangeRenderer

    init(_ catalogue: Catalogue, _ form: OutputForm, readsKeys: Bool) {
      status = StatusRenderer(
        catalogue, style: form == .redraw(.emphasised) ? .emphasised : .plain, readsKeys: readsKeys)
      changes = ChangeRenderer(catalogue, tellsPractice: form != .journal, readsKeys: readsKeys)
    }
  }

  private static let limit = 64

  private let form: OutputForm
  private let descriptor: Int32
  private let readsKeys: Bool
  /// Whether the cursor rests on the newest line.
  private let rests: Bool
  private let queue = DispatchQueue(label: "peach.display")
  private let pending = Mutex(Pending())
  private let drawing: Mutex<Drawing>
  /// The panel shown in place of all else. Never locked for long.
  private let panel = Mutex<StatusRenderer.Panel?>(nil)

  /// Creates a display that writes to `descriptor` in `form`. As lines on a terminal the newest one keeps the cursor if
  /// it `rests`, for braille displays; that terminal must belong to this display alone, and be able to return its
  /// cursor to the beginning of a line. With `readsKeys` false, lines name no key.
  public init(
    _ catalogue: Catalogue, form: OutputForm, descriptor: Int32 = STDOUT_FILENO, rests: Bool = false,
    readsKeys: Bool = true
  ) {
    self.form = form
    self.descriptor = descriptor
    self.rests = rests
    self.readsKeys = readsKeys
    drawing = Mutex(Drawing(catalogue, form, readsKeys: readsKeys))
  }

  /// Switches to `catalogue`'s language, also for lines already drawn. Never waits; any thread.
  public func speak(_ catalogue: Catalogue) {
    let spoken = Drawing(catalogue, form, readsKeys: readsKeys)
    queue.async {
      self.drawing.withLock { ($0.status, $0.changes) = (spoken.status, spoken.changes) }
    }
    resized()
  }

  /// Shows `view` as soon as the terminal accepts it. Redrawing skips to the newest view; lines omit no change. Never
  /// waits; any thread.
  public func post(_ view: ViewState) {
    schedule { pending in
      if self.form.isRedrawn { pending.views.removeAll(keepingCapacity: true) }
      if pending.views.count == Self.limit { pending.views.removeFirst() }
      pending.views.append(view)
    }
  }

  /// Draws again after a change of the window's size. Never waits; any thread.
  public func resized() {
    guard form.isRedrawn else { return }
    schedule { _ in }
  }

  /// Draws again below other output. Never waits; any thread.
  public func restart() {
    guard form.isRedrawn else { return }
    schedule { $0.isAnew = true }
  }

  /// Shows the keys of the current state, or hides them; as lines they are written once. Never waits; any thread.
  public func toggleKeys() {
    guard form.isRedrawn else {
      return writeOnce { drawing in drawing.last.map { drawing.status.keyListInWords($0) } ?? [] }
    }
    panel.withLock { $0 = $0 == .keys ? nil : .keys }
    schedule { _ in }
  }

  /// Shows the result of `make` at the hub, or hides it; as lines it is written once. Practice hides it. Never waits,
  /// even if `make` is slow; any thread.
  public func toggleText(_ make: @escaping @Sendable () -> [String]) {
    guard form.isRedrawn else { return writeOnce { _ in make() } }
    let wasShown = panel.withLock { panel in
      guard case .text = panel else { return false }
      panel = nil
      return true
    }
    guard !wasShown else { return schedule { _ in } }
    queue.async {
      let lines = make()
      self.panel.withLock { $0 = .text(lines) }
      self.draw()
    }
  }

  /// Turns to the next or previous page of a displayed text. Returns whether there is one, which then receives the
  /// keys. Never waits; any thread.
  public func turnPage(down: Bool) -> Bool {
    guard isReading else { return false }
    queue.async {
      let size = WindowSize(of: self.descriptor)
      self.drawing.withLock { drawing in
        guard let view = drawing.last else { return }
        self.panel.withLock { panel in
          panel = panel.map { drawing.status.turned($0, down: down, view, width: size.width, height: size.height) }
        }
      }
      self.draw()
    }
    return true
  }

  /// Whether a text is displayed, which then receives the keys. Any thread.
  public var isReading: Bool {
    panel.withLock { panel in
      if case .text = panel { true } else { false }
    }
  }

  /// Hides the panel; returns whether there was one. Never waits; any thread.
  public func hidePanel() -> Bool {
    let wasShown = panel.withLock { panel in
      defer { panel = nil }
      return panel != nil
    }
    if wasShown { schedule { _ in } }
    return wasShown
  }

  private func writeOnce(_ lines: @escaping @Sendable (Drawing) -> [String]) {
    queue.async {
      self.drawing.withLock { self.say(lines($0), &$0) }
    }
  }

  /// Writes waiting views, until `limit` has passed at the latest, and nothing after that. Removes redrawn lines;
  /// `lastLine` stays in their place. Any thread but a callback of this display.
  public func close(within limit: Duration, lastLine: String? = nil) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async {
      self.draw()
      self.drawing.withLock {
        let output = $0.redraw.finish(width: WindowSize(of: self.descriptor).width)
        let last = lastLine.map { Sentence($0).lines(on: self.descriptor) } ?? []
        guard !self.isElsewhere else { return }
        self.write("\(LineCursor.leave(self.descriptor))\(output)" + last.map { "\($0)\n" }.joined(), &$0)
      }
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds)))
    pending.withLock { $0.isClosed = true }
  }

  private func schedule(_ change: (inout Pending) -> Void) {
    let isNeeded = pending.withLock { pending in
      guard !pending.isClosed else { return false }
      change(&pending)
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if isNeeded { queue.async { self.draw() } }
  }

  private func draw() {
    let (views, isAnew) = pending.withLock { pending in
      pending.isScheduled = false
      defer {
        pending.views.removeAll(keepingCapacity: true)
        pending.isAnew = false
      }
      return (pending.views, pending.isAnew)
    }
    drawing.withLock { drawing in
      switch form {
      case .lines, .journal:
        for view in views {
          let lines = drawing.changes.lines(from: drawing.last, to: view)
          drawing.last = view
          say(lines, &drawing)
        }
      case .redraw:
        let before = drawing.last
        drawing.last = views.last ?? drawing.last
        if isAnew { drawing.redraw = Redraw() }
        guard let view = drawing.last, !isElsewhere else { return }
        let size = WindowSize(of: descriptor)
        let panel = panel.withLock { panel in
          if case .text = panel, view.hidesText(after: before) { panel = nil }
          return panel
        }
        let lines = drawing.status.lines(view, width: size.width, height: size.height, panel: panel)
        if let output = drawing.redraw.update(lines, width: size.width) { write(output, &drawing) }
      }
    }
  }

  /// Whether another process has the terminal: redrawing in place would overwrite its lines.
  private var isElsewhere: Bool { isatty(descriptor) == 1 && !RawMode.isOurs(descriptor) }

  private func say(_ lines: [String], _ drawing: inout Drawing) {
    LineCursor.say(lines, on: descriptor, rests: rests) { write($0, &drawing) }
  }

  /// Writes all of `text`. A reader that has gone ends the display, never practice.
  private func write(_ text: String, _ drawing: inout Drawing) {
    if !drawing.isBroken { drawing.isBroken = !ProcessOutput.write(text, to: descriptor) }
  }
}

extension ViewState {
  /// Whether a text shown in the state `before` makes room for this one: for practice, and for a change of a timer, but
  /// not over one that waits or has ended.
  fileprivate func hidesText(after before: ViewState?) -> Bool {
    mode != nil || timer?.phase.isTimed == true || timer != nil && timer?.phase != before?.timer?.phase
  }
}
