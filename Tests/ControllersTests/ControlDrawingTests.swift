import Foundation
import MIDI
import Testing

@testable import Controllers

@Suite("The drawing of a controller")
struct ControlDrawingTests {
  typealias Part = ControlDrawing.Part

  private static func words(_ part: Part) -> String {
    switch part {
    case .control(let shape, let role, let count, let notes):
      "\(shape.rawValue) \(role.rawValue) ×\(count)" + (notes.isEmpty ? "" : " \(notes.words)")
    case .pads(let half, let rows):
      "pads \(half.rawValue) "
        + rows.map { row in row.map { $0.map { "\($0)" } ?? "–" }.joined(separator: " ") }.joined(separator: " / ")
    case .keys(let range, let split, let marks):
      "keys \(range.lowerBound)-\(range.upperBound) split \(split)"
        + marks.map { " \($0.note)=\($0.role.rawValue)" }.joined()
    }
  }

  private static func words(_ mapping: ControllerMapping) -> [String] { ControlDrawing(mapping).parts.map(words) }

  @Test("the generic keyboard has keys, a wheel and pedals")
  func generic() {
    #expect(
      Self.words(.generic) == ["wheel slider ×2", "pedal commit ×1", "pedal repeat ×2", "keys 48-71 split 60"])
  }

  @Test("a control whose role does nothing is not drawn")
  func idle() {
    let parts = ControlDrawing(.generic, without: [.hearAgain]).parts
    #expect(parts.map(Self.words) == ["wheel slider ×2", "pedal commit ×1", "keys 48-71 split 60"])
  }

  static let drawn: [(String, [String])] = [
    (
      "akai-apc-mini-mk2.yaml",
      [
        "fader slider ×8",
        "pads higher 56 57 58 59 60 61 62 63 / 48 49 50 51 52 53 54 55 / 40 41 42 43 44 45 46 47 / 32 33 34 35 36 37 38 39",
        "pads lower 24 25 26 27 28 29 30 31 / 16 17 18 19 20 21 22 23 / 8 9 10 11 12 13 14 15 / 0 1 2 3 4 5 6 7",
      ]
    ),
    ("behringer-x-touch.yaml", ["fader slider ×8", "encoder slider ×8", "fader level ×1"]),
    (
      "akai-mpk-mini-2.yaml",
      ["wheel slider ×1", "pads higher 55 / 53 / 51 / 49 / 46 / 44 / 40 / 38", "keys 48-71 split 60"]
    ),
  ]

  @Test("shipped mappings draw moving controls first, then pads, the top row first, then keys", arguments: drawn)
  func parts(file: String, expected: [String]) throws {
    let words = Self.words(try shipped(file))
    for part in expected { #expect(words.contains(part), "\(words)") }
  }

  @Test("every shipped mapping draws every role that it places, and each once")
  func complete() throws {
    let folder = shippedFolder
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".yaml") {
      let mapping = try shipped(file)
      let parts = ControlDrawing(mapping).parts
      var drawn: Set<Role> = []
      for part in parts {
        switch part {
        case .control(_, let role, let count, _):
          drawn.insert(role)
          #expect(count > 0)
        case .pads(let half, let rows):
          drawn.insert(half.role)
          #expect(rows.contains { $0.contains { $0 != nil } }, "\(file)")
        case .keys(let range, let split, let marks):
          drawn.formUnion([.higher, .lower])
          drawn.formUnion(marks.map(\.role))
          #expect(range.contains(split) && marks.allSatisfy { range.contains($0.note) })
        }
      }
      #expect(drawn == Set(Role.allCases.filter { !mapping.places(of: $0).isEmpty }), "\(file)")
      #expect(Set(parts).count == parts.count)
    }
  }

  @Test("a key with its own role is marked in its place, however far from the split")
  func marks() {
    var mapping = ControllerMapping.generic
    mapping.bindings.append(Binding(role: .stop, control: .notes(NumberSet(21...21), channel: Channel(1))))
    mapping.bindings.append(Binding(role: .again, control: .notes(NumberSet(108...108), channel: nil)))
    #expect(Self.words(mapping).last == "keys 12-119 split 60 21=stop 108=again")
    mapping.halves = [.keyboard(channel: nil, split: 1)]
    mapping.bindings = []
    #expect(Self.words(mapping) == ["keys 0-23 split 1"])
    mapping.halves = [.keyboard(channel: nil, split: 127)]
    #expect(Self.words(mapping) == ["keys 108-127 split 127"])
  }

  @Test("a pad with another role is a gap in its half; one in a combined control is drawn separately")
  func gaps() {
    let mapping = ControllerMapping(
      name: "Box",
      bindings: [
        Binding(role: .stop, control: .notes(NumberSet(38...38), channel: nil)),
        Binding(role: .cancel, control: .longPress(.notes(NumberSet(36...36), channel: nil), milliseconds: 800)),
        Binding(
          role: .again,
          control: .together(
            .controlChange(UInt7(truncating: 20), channel: nil, threshold: Control.half),
            .controlChange(UInt7(truncating: 21), channel: nil, threshold: Control.half))),
      ],
      halves: [.grid(Grid(first: 36, rows: 2, columns: 2, rowStep: 2, firstRowIsBottom: true), channel: nil)])
    #expect(
      Self.words(mapping) == [
        "button again ×2", "pad stop ×1 38", "pad cancel ×1 36", "pads higher – 39", "pads lower 36 37",
      ])
  }

  @Test("a grid's rows are recognised, also an odd number of them")
  func rows() {
    for (rows, columns, step, isBottom) in [(8, 8, 16, true), (4, 4, 4, false), (3, 5, 8, true), (2, 1, 1, true)] {
      let grid = Grid(first: 3, rows: rows, columns: columns, rowStep: step, firstRowIsBottom: isBottom)
      #expect(
        grid.rows.map {
          Grid(
            first: $0.first, rows: $0.rows, columns: $0.columns, rowStep: $0.step, firstRowIsBottom: $0.firstIsBottom)
        } == grid)
    }
    var odd = Grid(first: 0, rows: 2, columns: 2, rowStep: 2, firstRowIsBottom: true)
    odd.upper.insert(99)
    #expect(odd.rows == nil)
  }
}
