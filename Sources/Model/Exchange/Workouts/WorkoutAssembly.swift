import Foundation
import Timers

/// Assembles timed practices from their rows. All rows of one are taken or none: half a practice in the history would
/// pass for a whole one, and a row repaired later could never be added to it.
struct WorkoutAssembly {
  /// The result of a row, and the line it refers to.
  struct Found {
    var item: ExchangeItem
    var line: Int
  }

  private typealias C = WorkoutColumn

  private enum State {
    /// No timed practice is open: rows of sets and rounds are orphans.
    case between
    /// The rows of this one, which began on this line, are accepted.
    case inside(Workout, line: Int)
    /// The remaining rows of this one are skipped, as one of them was refused; nil if its id could not be read.
    case leftOut(UUID?)
  }

  private var state = State.between

  /// Takes in the row that begins on `line`.
  mutating func add(_ row: Row, line: Int) -> [Found] {
    do throws(RowRefusal) {
      let id = try row.identifier(C.id)
      do throws(RowRefusal) {
        return try add(row, id, try row.word(C.row), line: line)
      } catch {
        return refused(error, line: line, id: id, row)
      }
    } catch {
      return refuse(error.problem(line: line), row: row)
    }
  }

  /// Handles a row without a readable id. It belongs to the open timed practice, unless it begins another; `row` holds
  /// the part that could be read.
  mutating func refuse(_ problem: RowProblem, row: Row?) -> [Found] {
    let refused = Found(item: .refused(problem), line: problem.line)
    if let row, let kind: WorkoutRowKind = try? row.word(C.row), kind == .workout {
      return end() + [refused] + leaveOut(nil, line: problem.line)
    }
    guard case .inside(let workout, let line) = state else { return [refused] }
    return [refused] + leaveOut(workout.id, line: line)
  }

  /// Closes the open timed practice, which has all its rows now, and returns it.
  mutating func end() -> [Found] {
    defer { state = .between }
    guard case .inside(let workout, let line) = state else { return [] }
    return [Found(item: .workout(workout), line: line)]
  }

  private mutating func add(_ row: Row, _ id: UUID, _ kind: WorkoutRowKind, line: Int) throws(RowRefusal) -> [Found] {
    if kind == .workout {
      let finished = end()
      do throws(RowRefusal) {
        state = .inside(try row.workout(id: id), line: line)
        return finished
      } catch {
        return finished + [Found(item: .refused(error.problem(line: line)), line: line)] + leaveOut(id, line: line)
      }
    }
    switch state {
    case .leftOut(nil): return []
    case .leftOut(id): return []
    case .inside(var workout, let start) where workout.id == id:
      // Moved out and back in, so that its rounds are not copied.
      state = .between
      defer { state = .inside(workout, line: start) }
      if kind == .set {
        workout.sets.append(try row.workoutSet(after: workout))
      } else {
        guard let place = workout.sets.indices.last else { throw row.refusal(C.row, .orphan) }
        let round = try row.round(after: workout.sets[place], of: workout)
        workout.sets[place].rounds.append(round)
      }
      return []
    case .between, .inside, .leftOut: throw row.refusal(C.row, .orphan)
    }
  }

  private mutating func refused(_ refusal: RowRefusal, line: Int, id: UUID, _ row: Row) -> [Found] {
    let refused = Found(item: .refused(refusal.problem(line: line)), line: line)
    if case .inside(let workout, let start) = state, workout.id == id {
      return [refused] + leaveOut(id, line: start)
    }
    // The kind of the row cannot be read: it may be the row of a timed practice, followed by its sets.
    if refusal.column == C.row.name, refusal.reason != .orphan { return end() + [refused] + leaveOut(id, line: line) }
    return [refused]
  }

  private mutating func leaveOut(_ id: UUID?, line: Int) -> [Found] {
    state = .leftOut(id)
    return [Found(item: .leftOut, line: line)]
  }
}
