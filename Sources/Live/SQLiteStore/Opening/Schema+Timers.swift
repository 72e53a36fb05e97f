// The tables of practice timers.

extension Schema {
  /// The tables in order: references follow the table they refer to.
  static let timers = [
    timer, workout, workoutUnfinished, workoutSet, workoutRound, workoutWriter, removedWorkout,
  ]

  private static let timer = """
    CREATE TABLE timer (                               -- what each kind was set to last
      kind TEXT PRIMARY KEY CHECK (kind IN ('for-time', 'amrap', 'emom')),
      configuration TEXT NOT NULL                      -- JSON, times in seconds
    ) STRICT
    """

  /// One timed practice is one row here, one in `workout_set` for each set that has begun, and one in `workout_round`
  /// for each round. Spans are in nanoseconds, the precision of a round's events, so nothing is rounded.
  private static let workout = """
    CREATE TABLE workout (
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      started TEXT NOT NULL CHECK (length(started) = 24), -- ISO 8601, UTC; of the countdown, if there was one
      ended TEXT CHECK (length(ended) = 24),           -- NULL while it is not over
      changed TEXT NOT NULL CHECK (length(changed) = 24), -- time of its newest change
      state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'complete', 'incomplete')),
      stage TEXT NOT NULL CHECK (stage IN ('countdown', 'set', 'rest')), -- where it is, or was when it ended
      stage_set INTEGER NOT NULL,                      -- the set it is, or that a rest comes after; 1 = first
      stage_elapsed INTEGER NOT NULL,                  -- nanoseconds since the stage's start, pauses left out
      configuration TEXT NOT NULL                      -- JSON: what it was set to, times in seconds
    ) STRICT
    """

  /// The index for the lookup at every start.
  private static let workoutUnfinished = """
    CREATE INDEX workout_unfinished ON workout (state) WHERE state IN ('running', 'paused')
    """

  private static let workoutSet = """
    CREATE TABLE workout_set (
      workout INTEGER NOT NULL REFERENCES workout (number) ON DELETE CASCADE ON UPDATE CASCADE,
      number INTEGER NOT NULL,                         -- 1 = first
      started TEXT NOT NULL CHECK (length(started) = 24), -- ISO 8601, UTC
      elapsed INTEGER NOT NULL,                        -- nanoseconds, pauses left out
      state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'complete', 'incomplete')),
      PRIMARY KEY (workout, number)
    ) STRICT, WITHOUT ROWID
    """

  private static let workoutRound = """
    CREATE TABLE workout_round (
      workout INTEGER NOT NULL,
      "set" INTEGER NOT NULL,
      number INTEGER NOT NULL,                         -- 1 = first of its set
      interval INTEGER,                                -- that it counts for, 1 = first; NULL if there are none
      began INTEGER NOT NULL,                          -- nanoseconds since the set's start, pauses left out
      done INTEGER NOT NULL,                           -- the same
      split INTEGER NOT NULL,                          -- nanoseconds since the round before, or the start of its set or interval
      PRIMARY KEY (workout, "set", number),
      FOREIGN KEY (workout, "set") REFERENCES workout_set (workout, number) ON DELETE CASCADE ON UPDATE CASCADE
    ) STRICT, WITHOUT ROWID
    """

  /// Records have ids, changes have none. A commit that was reported as failed may have succeeded, and a rescue file
  /// may be read twice: that must not count a round twice.
  private static let workoutWriter = """
    CREATE TABLE workout_writer (                      -- which changes are in a workout
      workout INTEGER NOT NULL REFERENCES workout (number) ON DELETE CASCADE ON UPDATE CASCADE,
      writer TEXT NOT NULL CHECK (length(writer) = 36), -- UUID of a run of the program
      place INTEGER NOT NULL,                          -- all of that run's up to this one
      PRIMARY KEY (workout, writer)
    ) STRICT, WITHOUT ROWID
    """

  /// A removal can be undone until the next start of practice.
  private static let removedWorkout = """
    CREATE TABLE removed_workout (                     -- those that are shown nowhere and go with the next start
      workout INTEGER PRIMARY KEY REFERENCES workout (number) ON DELETE CASCADE ON UPDATE CASCADE
    ) STRICT
    """
}
