import Foundation
import Timers

extension SQLiteStore {
  public func save(_ change: WorkoutChange, of id: UUID, number: Int) {}
  public func remember(_ configuration: TimerConfiguration) {}
}
