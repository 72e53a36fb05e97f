import MIDI
import TestSupport
import Testing

@testable import Controllers

/// The places that mark an answer as sure, through the real decoder and recogniser.
struct SurenessTests {
  /// The answers of a controller that is played one key at a time.
  private struct Hand {
    private var decoder: ControlDecoder
    private var recognizer = GestureRecognizer(context: .comparison)
    private var now: Int64 = 0

    init(_ mapping: ControllerMapping, split: Int? = nil) { decoder = ControlDecoder(mapping: mapping, split: split) }

    mutating func play(_ note: Int, channel number: Int = 1) -> [Gesture] {
      var gestures: [Gesture] = []
      for (message, wait) in [(on(note, channel: number), 300), (off(note, channel: number), 120)] {
        now += Int64(wait)
        for event in decoder.decode(message) {
          gestures += recognizer.handle(event, at: milliseconds(now), in: .comparison)
        }
      }
      recognizer.exerciseBegins()
      return gestures
    }
  }

  private func answer(_ gestures: [Gesture]) -> (half: Half, isSure: Bool?)? {
    guard gestures.count == 1, case .answer(let half, let isSure, _) = gestures[0] else { return nil }
    return (half, isSure)
  }

  /// 500 presses on each; the expected zones are counted in keys from the split, or in rows.
  @Test(arguments: [(48, 25), (36, 49), (21, 88)]) func `no zone of a keyboard is mistaken`(lowest: Int, keys: Int)
    throws
  {
    var random = SplitMix64(seed: UInt64(keys))
    for split in [nil, lowest + 10, lowest + keys / 2, lowest + keys - 10] as [Int?] {
      var hand = Hand(.generic, split: split)
      let split = split ?? 60
      for _ in 0..<500 {
        let note = Int.random(in: lowest..<lowest + keys, using: &random)
        let given = try #require(answer(hand.play(note)))
        let nearest = note >= split ? note - split : split - 1 - note
        #expect(
          given.half == (note >= split ? .higher : .lower) && given.isSure == (nearest >= 5), "\(note) at \(split)")
      }
    }
  }

  @Test(arguments: [
    ("akai-apc-mini-mk2.yaml", 0, 8, 8, 8, true, 1), ("novation-launchpad-x.yaml", 11, 10, 8, 8, true, 1),
    ("akai-fire.yaml", 54, 16, 4, 16, false, 1),
  ]) func `no zone of a grid is mistaken`(
    file: String, first: Int, step: Int, rows: Int, columns: Int, isBottomFirst: Bool, channel: Int
  ) throws {
    var random = SplitMix64(seed: 3)
    var hand = Hand(try shipped(file))
    for _ in 0..<500 {
      let (row, column) = (Int.random(in: 0..<rows, using: &random), Int.random(in: 0..<columns, using: &random))
      let given = try #require(answer(hand.play(first + row * step + column, channel: channel)))
      let isUpper = (row >= rows / 2) == isBottomFirst
      #expect(given.half == (isUpper ? .higher : .lower) && given.isSure == (row == 0 || row == rows - 1), "\(row)")
    }
  }

  /// Of a grid with an outermost row, a pad of that row must be left for sure answers, and one of another row for the
  /// others.
  @Test(arguments: shippedFiles) func `a shipped grid has both zones in both halves, or none`(_ file: String) throws {
    let mapping = try shipped(file)
    for case .grid(let grid, let channel) in mapping.halves {
      for half in Half.allCases {
        guard let pads = mapping.free(grid.pads(of: half), on: channel) else { continue }
        var decoder = ControlDecoder(mapping: mapping)
        let ratings = pads.numbers.map { note in
          let events = decoder.decode(on(Int(note.rawValue), channel: Int(channel?.number ?? 1)))
          return events.lazy.compactMap { if case .pressed(let press) = $0 { press.isSure } else { nil } }.first
        }
        #expect(Set(ratings) == [nil] || Set(ratings) == [true, false], "\(half)")
      }
    }
  }

  @Test func `a control of a single zone gives no rating`() throws {
    for lines in [
      "roles: {higher: [{notes: 40}], lower: [{notes: 36}]}",
      "halves: [{grid: {first: 36, rows: 2, columns: 8}}]",
      "halves: [{grid: {first: 36, rows: 3, columns: 8}}]",
    ] {
      var hand = Hand(try mapping(lines))
      #expect(answer(hand.play(36)).map { $0 == (.lower, nil) } == true, "\(lines)")
    }
  }

  /// An outermost row whose pads all have other roles leaves a single zone.
  @Test func `pads with a role of their own leave no zone`() throws {
    var hand = Hand(
      try mapping("roles: {stop: [{notes: 36-39}]}\nhalves: [{grid: {first: 36, rows: 4, columns: 4}}]"))
    #expect(answer(hand.play(40)).map { $0 == (.lower, nil) } == true)
    #expect(answer(hand.play(44)).map { $0 == (.higher, false) } == true)
    #expect(answer(hand.play(48)).map { $0 == (.higher, true) } == true)
  }

  @Test func `controls of the sure roles answer as sure, and the others of their half as not sure`() throws {
    var hand = Hand(
      try mapping(
        "roles: {higher: [{notes: 40}], higher-sure: [{notes: 41}], lower: [{notes: 36}], lower-sure: [{notes: 35}]}"))
    let expected: [(Int, Half, Bool?)] = [
      (41, .higher, true), (40, .higher, false), (36, .lower, false), (35, .lower, true),
    ]
    for (note, half, isSure) in expected {
      #expect(answer(hand.play(note)).map { $0 == (half, isSure) } == true, "\(note)")
    }
    // Only Higher has both.
    var one = Hand(try mapping("roles: {higher: [{notes: 40}], higher-sure: [{notes: 41}], lower: [{notes: 36}]}"))
    #expect(answer(one.play(36)).map { $0 == (.lower, nil) } == true)
    #expect(answer(one.play(40)).map { $0 == (.higher, false) } == true)
  }

  @Test func `a control of a sure role is a half everywhere else`() throws {
    let mapping = try mapping(
      "roles: {higher: [{notes: 40}], higher-sure: [{notes: 41}], lower: [{notes: 36}], lower-sure: [{notes: 35}]}")
    var decoder = ControlDecoder(mapping: mapping)
    var recognizer = GestureRecognizer(context: .hub)
    var gestures: [Gesture] = []
    for (message, time) in [(on(41), 100), (off(41), 200)] {
      for event in decoder.decode(message) {
        gestures += recognizer.handle(event, at: milliseconds(Int64(time)), in: .hub)
      }
    }
    #expect(gestures == [.start(.higher, long: false)])
    #expect(mapping.places(of: .higher).map(\.words) == ["notes 40"])
    #expect(mapping.places(of: .higherSure).map(\.words) == ["notes 41"])
  }

  @Test func `giving a pad a sure role leaves the rest of its half`() throws {
    let mapping = try mapping("halves: [{grid: {first: 36, rows: 4, columns: 4}}]")
    let pad = Control.notes(NumberSet(44...44), channel: nil)
    guard case .mapping(let changed, let losers) = mapping.giving(Binding(role: .higherSure, control: pad)) else {
      Issue.record("no mapping")
      return
    }
    #expect(losers == [.higher])
    var hand = Hand(changed)
    #expect(answer(hand.play(44)).map { $0 == (.higher, true) } == true)
    #expect(answer(hand.play(45)).map { $0 == (.higher, false) } == true)
    #expect(answer(hand.play(36)).map { $0 == (.lower, true) } == true)
  }
}
