import MIDI
import Testing
import Time

@testable import Controllers

/// Plays one device through decoder and recogniser, in the loop's order: due events first, then the new one.
struct Player {
  var decoder: ControlDecoder
  var recognizer: GestureRecognizer
  var context: GestureContext
  var gestures: [Gesture] = []
  /// What the loop does on `start`: comparison begins.
  var startsComparison = false

  init(_ mapping: ControllerMapping = .generic, context: GestureContext = .hub) {
    decoder = ControlDecoder(mapping: mapping)
    recognizer = GestureRecognizer(context: context)
    self.context = context
  }

  mutating func act(_ new: [Gesture]) {
    gestures += new
    for gesture in new {
      switch gesture {
      case .split(let note): decoder.split = note
      case .start where startsComparison: context = .comparison
      case .stop: context = .hub
      case .wake: context = .hub
      case .more: context = .menu
      default: break
      }
      recognizer.enter(context)
    }
  }

  mutating func advance(_ time: Int64) { act(recognizer.advance(to: milliseconds(time))) }

  mutating func play(_ message: MIDIMessage, _ time: Int64) {
    advance(time)
    for event in decoder.decode(message) {
      act(recognizer.handle(event, at: milliseconds(time), in: context))
    }
  }

  mutating func down(_ note: Int, _ time: Int64) { play(on(note), time) }
  mutating func up(_ note: Int, _ time: Int64) { play(off(note), time) }
}

/// A grid of 4×4 pads (notes 0–15) and three buttons: 20 again, long cancel; 21 and 22 together stop.
let grid = ControllerMapping(
  name: "Grid",
  bindings: [
    Binding(role: .again, control: .notes(NumberSet(20...20), channel: nil)),
    Binding(role: .cancel, control: .longPress(.notes(NumberSet(20...20), channel: nil), milliseconds: 500)),
    Binding(
      role: .stop,
      control: .together(.notes(NumberSet(21...21), channel: nil), .notes(NumberSet(22...22), channel: nil))),
    Binding(role: .confirm, control: .notes(NumberSet(21...21), channel: nil)),
    Binding(role: .startMatching, control: .notes(NumberSet(23...23), channel: nil)),
  ],
  halves: [.grid(Grid(first: 0, rows: 4, columns: 4, rowStep: 4, firstRowIsBottom: true), channel: nil)])

struct GestureRecognizerTests {
  // MARK: The hub

  @Test(arguments: [(72, Half.higher), (40, .lower)]) func `a short press starts on release`(note: Int, half: Half) {
    var player = Player()
    player.down(note, 0)
    #expect(player.gestures == [])
    player.up(note, 799)
    #expect(player.gestures == [.start(half, long: false)])
    #expect(player.recognizer.deadline == nil)
  }

  @Test func `a long press starts after its time, and its release does nothing`() {
    var player = Player()
    player.startsComparison = true
    player.down(72, 0)
    #expect(player.recognizer.deadline == milliseconds(800))
    player.advance(799)
    #expect(player.gestures == [])
    player.advance(800)
    #expect(player.gestures == [.start(.higher, long: true)])
    player.up(72, 2000)
    #expect(player.gestures == [.start(.higher, long: true)])
  }

  @Test func `a release exactly at the limit is a long press`() {
    var player = Player()
    player.down(72, 0)
    player.up(72, 800)
    #expect(player.gestures == [.start(.higher, long: true)])
  }

  @Test func `a key that started practice is no part of a stop`() {
    var player = Player()
    player.startsComparison = true
    player.down(72, 0)
    player.advance(800)
    player.down(40, 900)
    player.advance(5000)
    #expect(player.gestures == [.start(.higher, long: true), .answer(.lower, isSure: true, at: milliseconds(900))])
  }

  @Test func `two keys set the split halfway between them and start nothing`() {
    var player = Player()
    player.down(48, 0)
    player.down(55, 300)
    player.advance(1099)
    #expect(player.gestures == [])
    player.advance(1100)
    player.up(48, 1200)
    player.up(55, 1300)
    #expect(player.gestures == [.split(note: 52)])
    player.down(51, 2000)
    player.up(51, 2100)
    player.down(52, 3000)
    player.up(52, 3100)
    #expect(player.gestures.dropFirst() == [.start(.lower, long: false), .start(.higher, long: false)])
  }

  @Test(arguments: [(60, 62, 61), (62, 60, 61), (0, 127, 64), (36, 60, 48)])
  func `the split leaves both keys their halves`(first: Int, second: Int, split: Int) {
    var player = Player()
    player.down(first, 0)
    player.down(second, 10)
    player.advance(4_000)
    #expect(player.gestures == [.split(note: split), .whereAmI])
    #expect(split > min(first, second) && split <= max(first, second))
  }

  @Test func `neighbouring keys under one finger start once`() {
    var player = Player()
    player.down(72, 0)
    player.down(73, 5)
    player.up(73, 200)
    player.up(72, 210)
    #expect(player.gestures == [.start(.higher, long: false)])
  }

  @Test func `keys of both halves released early start nothing`() {
    var player = Player()
    player.down(72, 0)
    player.down(40, 100)
    player.up(72, 200)
    player.up(40, 300)
    player.advance(5000)
    #expect(player.gestures == [])
  }

  @Test func `a chord of three does nothing`() {
    var player = Player()
    for (note, time) in [(60, 0), (64, 5), (67, 10)] { player.down(note, Int64(time)) }
    player.advance(3000)
    for note in [60, 64, 67] { player.up(note, 3100) }
    #expect(player.gestures == [])
  }

  @Test func `pads of a grid never set a split`() {
    var player = Player(grid)
    player.down(0, 0)
    player.down(15, 0)
    player.advance(2000)
    player.up(0, 2100)
    player.up(15, 2200)
    #expect(player.gestures == [.whereAmI])
  }

  @Test func `keys held when unplugged start nothing`() {
    var player = Player()
    player.down(72, 0)
    let events = player.decoder.releaseAll()
    #expect(events == [.allReleased])
    for event in events { player.act(player.recognizer.handle(event, at: milliseconds(100), in: .hub)) }
    player.advance(5000)
    player.up(72, 6000)
    #expect(player.gestures == [])
    #expect(player.decoder.releaseAll() == [])
  }

  // MARK: Asleep

  @Test func `while asleep only a two-key hold acts`() {
    var player = Player(context: .asleep)
    player.down(72, 0)
    player.advance(2000)
    player.up(72, 2100)
    #expect(player.gestures == [])
    player.down(40, 3000)
    player.down(72, 3100)
    player.advance(3899)
    #expect(player.gestures == [])
    player.advance(3900)
    player.up(40, 4000)
    player.up(72, 4000)
    #expect(player.gestures == [.split(note: 56), .wake])
  }

  @Test func `while asleep two pads wake and buttons do nothing`() {
    var player = Player(grid, context: .asleep)
    player.down(20, 0)
    player.up(20, 100)
    player.down(99, 200)
    player.down(3, 1000)
    player.down(12, 1100)
    player.advance(1900)
    #expect(player.gestures == [.wake])
  }

  @Test func `while asleep chords of three are music`() {
    var player = Player(context: .asleep)
    for (note, time) in [(60, 0), (64, 5), (67, 10)] { player.down(note, Int64(time)) }
    player.up(67, 400)
    player.advance(3000)
    #expect(player.gestures == [])
  }

  // MARK: Comparison

  @Test func `a press answers at once and its release does nothing`() {
    var player = Player(context: .comparison)
    player.down(59, 100)
    player.up(59, 150)
    player.down(60, 200)
    #expect(
      player.gestures == [
        .answer(.lower, isSure: false, at: milliseconds(100)), .answer(.higher, isSure: false, at: milliseconds(200)),
      ])
  }

  @Test(arguments: [GestureContext.comparison, .matching]) func `both halves held stop practice`(
    _ context: GestureContext
  ) {
    var player = Player(context: context)
    player.down(40, 100)
    player.down(72, 400)
    player.advance(1199)
    #expect(!player.gestures.contains(.stop(firstPressed: milliseconds(100))))
    player.advance(1200)
    #expect(player.gestures.last == .stop(firstPressed: milliseconds(100)))
    player.up(40, 1300)
    player.up(72, 1400)
    #expect(player.gestures.last == .stop(firstPressed: milliseconds(100)))
  }

  @Test func `both halves released early do not stop`() {
    var player = Player(context: .comparison)
    player.down(40, 0)
    player.down(72, 100)
    player.up(40, 899)
    player.advance(5000)
    #expect(!player.gestures.contains { if case .stop = $0 { true } else { false } })
  }

  @Test func `keys held since another context are not new presses`() {
    var player = Player()
    player.down(40, 0)
    player.context = .comparison
    player.down(72, 100)
    player.advance(5000)
    player.up(40, 5100)
    #expect(player.gestures == [.answer(.higher, isSure: true, at: milliseconds(100))])
  }

  @Test func `a mode started elsewhere ends a hold at the hub`() {
    var player = Player()
    player.down(72, 0)
    player.recognizer.enter(.comparison)
    #expect(player.recognizer.deadline == nil)
    #expect(player.recognizer.advance(to: milliseconds(5000)) == [])
  }

  // MARK: Buttons

  @Test(arguments: [GestureContext.hub, .comparison, .matching]) func `buttons act on the press`(
    _ context: GestureContext
  ) {
    var player = Player(grid, context: context)
    player.down(23, 5)
    #expect(player.gestures == [.button(.startMatching, at: milliseconds(5))])
    player.down(99, 10)
    player.up(99, 20)
    #expect(player.gestures.last == .unmapped)
    #expect(player.gestures.count == 2)
  }

  @Test func `a long press of a button replaces its short one`() {
    var player = Player(grid)
    player.down(20, 0)
    #expect(player.recognizer.deadline == milliseconds(500))
    player.up(20, 499)
    #expect(player.gestures == [.button(.again, at: milliseconds(0))])
    player.down(20, 1000)
    player.advance(1500)
    player.up(20, 1600)
    #expect(player.gestures.dropFirst() == [.button(.cancel, at: milliseconds(1000))])
  }

  @Test func `two buttons together replace their own roles`() {
    var player = Player(grid)
    player.down(21, 0)
    player.down(22, 50)
    player.up(21, 60)
    player.up(22, 70)
    #expect(player.gestures == [.button(.stop, at: milliseconds(50))])
    player.down(21, 100)
    player.up(21, 200)
    #expect(player.gestures.last == .button(.confirm, at: milliseconds(100)))
  }

  @Test func `the sustain pedal commits`() {
    var player = Player(context: .matching)
    player.play(cc(64, 127), 10)
    player.play(cc(64, 0), 20)
    #expect(player.gestures == [.button(.commit, at: milliseconds(10))])
  }

  @Test func `keys of two controllers are never one chord`() {
    var left = Player(context: .comparison)
    var right = Player(context: .comparison)
    left.down(40, 0)
    right.down(72, 0)
    left.advance(3000)
    right.advance(3000)
    #expect(left.gestures.first == .answer(.lower, isSure: true, at: milliseconds(0)))
    #expect(right.gestures.first == .answer(.higher, isSure: true, at: milliseconds(0)))
    // Each is a key held alone, which moves the level.
    for gesture in left.gestures.dropFirst() + right.gestures.dropFirst() {
      #expect(gesture != .stop(firstPressed: milliseconds(0)))
    }
  }
}
