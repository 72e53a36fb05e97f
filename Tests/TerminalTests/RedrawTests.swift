import Testing
import Texts

@testable import Terminal

@Suite("Redrawing in place")
struct RedrawTests {
  @Test("the screen shows the last drawing", arguments: [20, 40, 80])
  func screen(width: Int) {
    var redraw = Redraw()
    var screen = Screen(width: width)
    let renderer = StatusRenderer(Catalogue(.english), style: .emphasised)
    for scene in StatusScenes.all + StatusScenes.all.reversed() {
      let lines = renderer.lines(scene.content, width: width, height: 60)
      if let output = redraw.update(lines, width: width) { screen.write(output) }
      let bare = StatusRenderer(Catalogue(.english), style: .plain).lines(scene.content, width: width, height: 60)
      #expect(screen.rows == bare, "\(scene.name)")
    }
  }

  @Test("the same again writes nothing, another width writes all")
  func unchanged() {
    var redraw = Redraw()
    #expect(redraw.update(["a", "b"], width: 10) != nil)
    #expect(redraw.update(["a", "b"], width: 10) == nil)
    #expect(redraw.update(["a", "b"], width: 9) != nil)
  }

  @Test("a narrower window that broke the lines is drawn over from their first row")
  func narrower() {
    var redraw = Redraw()
    _ = redraw.update(["0123456789", "x"], width: 20)
    // Ten columns take three rows of four, and x one more: three up from the last.
    #expect(redraw.update(["a"], width: 4) == "\r\u{1B}[3Aa\u{1B}[K\u{1B}[J")
  }

  @Test("no text is cleared before it is overwritten")
  func noFlicker() throws {
    var redraw = Redraw()
    _ = redraw.update(["one", "two"], width: 20)
    let update = redraw.update(["three", "four"], width: 20)
    let output = try #require(update)
    #expect(
      !output.contains("[2J")
        && output.firstRange(of: "three")?.upperBound == output.firstRange(of: "\u{1B}[K")?.lowerBound)
  }

  @Test("the shell's prompt takes the place of the lines")
  func finish() {
    var redraw = Redraw()
    #expect(redraw.finish(width: 10) == "")
    _ = redraw.update(["a", "b"], width: 10)
    #expect(redraw.finish(width: 10) == "\r\u{1B}[1A\u{1B}[J")
    #expect(redraw.finish(width: 10) == "")
  }
}

/// As much of a terminal as `Redraw` uses: CR, LF, cursor up, clear to the end of line and screen; emphasis is skipped.
private struct Screen {
  let width: Int
  private var cells: [[Character]] = [[]]
  private var row = 0
  private var column = 0

  init(width: Int) { self.width = width }

  var rows: [String] { cells.map { String($0) } }

  mutating func write(_ text: String) {
    // "\r\n" is one Character.
    var scalars = text.unicodeScalars.map(Character.init)[...]
    while let next = scalars.popFirst() {
      switch next {
      case "\r": column = 0
      case "\n":
        row += 1
        if row == cells.count { cells.append([]) }
      case "\u{1B}":
        scalars.removeFirst()
        var parameter = ""
        while let digit = scalars.first, digit.isNumber { parameter.append(digit); scalars.removeFirst() }
        control(scalars.removeFirst(), Int(parameter))
      default:
        while cells[row].count <= column { cells[row].append(" ") }
        cells[row][column] = next
        column += 1
      }
    }
  }

  private mutating func control(_ letter: Character, _ parameter: Int?) {
    switch letter {
    case "A": row = max(row - (parameter ?? 1), 0)
    case "K": cells[row].removeLast(max(cells[row].count - column, 0))
    case "J":
      cells[row].removeLast(max(cells[row].count - column, 0))
      cells.removeLast(cells.count - row - 1)
    default: break
    }
  }
}
