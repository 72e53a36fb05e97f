import Exchange
import GRDB

// The tables of early or late.

extension Schema {
  /// The statements in order. The snapshot has a column more; what it held is learned again.
  static let timingTables = [timing, "DROP TABLE profile_snapshot", timingSnapshot] + timingTriggers

  private static let timing = """
    CREATE TABLE timing (                              -- answers to early or late
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      time TEXT NOT NULL CHECK (length(time) = 24),    -- of the answer: ISO 8601, UTC
      mode TEXT NOT NULL CHECK (mode = 'timing'),
      pattern TEXT CHECK (                             -- rhythm of the beat; NULL: not known
        pattern IN ('straight-16ths', 'gapped-16ths-1', 'gapped-16ths-2', 'gapped-16ths-3', 'gapped-16ths-4',
          'triplets-1', 'triplets-2', 'triplets-3', 'triplets-4', 'sextuplets')),
      position INTEGER CHECK (position BETWEEN 2 AND 6), -- the displaced note, from 1 without rests
      tempo INTEGER NOT NULL CHECK (tempo BETWEEN 1 AND 1000), -- beats per minute
      offset_ns INTEGER NOT NULL CHECK (               -- its displacement in nanoseconds, positive = late
        offset_ns <> 0 AND offset_ns BETWEEN -3000000000 AND 3000000000),
      offset_text TEXT,                                -- the same in milliseconds as Peach's CSV had it
      offset_percent REAL CHECK (                      -- the same in per cent of the shorter gap beside its place
        offset_percent BETWEEN -100 AND 100),
      repetitions INTEGER CHECK (repetitions >= 0),    -- how often the beat was to be played; 0: until the answer
      loops INTEGER CHECK (loops >= 1),                -- how often the displaced note was heard before the answer
      strategy TEXT,
      answer TEXT NOT NULL CHECK (answer IN ('higher', 'lower')), -- higher: late, lower: early
      correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
      response_time REAL,                              -- seconds from when answers count, as heard, to the key
      withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)), -- 1: does not count
      controller TEXT,                                 -- its name; NULL for other sources
      source TEXT CHECK (source IN ('controller', 'keys', 'page', 'simulated')),
      playback_latency REAL,                           -- seconds that response_time was corrected by
      exercise_index INTEGER NOT NULL,                 -- 1 = first since practice was started
      epoch INTEGER NOT NULL,                          -- exercises since the program was started
      \(knownTogether(
        ["position", "offset_percent", "repetitions", "loops", "strategy", "response_time", "source",
          "playback_latency"], with: "pattern"))
    ) STRICT
    """

  /// The table teaches nothing: a profile's snapshot has no place in it.
  static let timingListening = """
    CREATE TABLE timing_listening (                    -- patterns that were heard and not asked; they teach nothing
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      time TEXT NOT NULL CHECK (length(time) = 24),    -- when the answer was given: ISO 8601, UTC
      mode TEXT NOT NULL CHECK (mode = 'timing-listen'),
      pattern TEXT NOT NULL CHECK (                    -- rhythm of the beat
        pattern IN ('straight-16ths', 'gapped-16ths-1', 'gapped-16ths-2', 'gapped-16ths-3', 'gapped-16ths-4',
          'triplets-1', 'triplets-2', 'triplets-3', 'triplets-4', 'sextuplets')),
      position INTEGER NOT NULL CHECK (position BETWEEN 2 AND 6), -- the displaced note, from 1 without rests
      tempo INTEGER NOT NULL CHECK (tempo BETWEEN 1 AND 1000), -- beats per minute
      offset_ns INTEGER NOT NULL CHECK (               -- its displacement in nanoseconds, positive = late
        offset_ns <> 0 AND offset_ns BETWEEN -3000000000 AND 3000000000),
      offset_percent REAL NOT NULL CHECK (             -- the same in per cent of the shorter gap beside its place
        offset_percent BETWEEN -100 AND 100),
      repetitions INTEGER NOT NULL CHECK (repetitions >= 1), -- how often the beat was played
      strategy TEXT NOT NULL,
      exercise_index INTEGER NOT NULL,                 -- 1 = first since practice was started
      epoch INTEGER NOT NULL                           -- exercises since the program was started
    ) STRICT
    """

  private static let timingSnapshot = """
    CREATE TABLE profile_snapshot (                    -- what the rows have taught; may be deleted at any time
      number INTEGER PRIMARY KEY CHECK (number = 1),   -- there is one at most
      format INTEGER NOT NULL,                         -- of profile
      comparison INTEGER NOT NULL CHECK (comparison >= 0), -- number of the last comparison in it; 0: none
      matching INTEGER NOT NULL CHECK (matching >= 0), -- number of the last matching in it; 0: none
      timing INTEGER NOT NULL CHECK (timing >= 0),     -- number of the last timing in it; 0: none
      time TEXT NOT NULL CHECK (length(time) = 24),    -- when it was written: ISO 8601, UTC
      checksum INTEGER NOT NULL,                       -- FNV-1a, 64 bits, of format, the numbers in order and profile
      profile BLOB NOT NULL
    ) STRICT
    """

  /// See `profileTriggers`.
  private static let timingTriggers = [
    """
    CREATE TRIGGER timing_changed AFTER UPDATE ON timing
    WHEN (old.number, old.time, old.pattern, old.position, old.tempo, old.offset_ns, old.loops, old.correct,
      old.withdrawn) IS NOT (new.number, new.time, new.pattern, new.position, new.tempo, new.offset_ns, new.loops,
      new.correct, new.withdrawn)
    BEGIN DELETE FROM profile_snapshot WHERE timing >= min(old.number, new.number); END
    """,
    """
    CREATE TRIGGER timing_deleted AFTER DELETE ON timing
    BEGIN DELETE FROM profile_snapshot WHERE timing >= old.number; END
    """,
    """
    CREATE TRIGGER timing_inserted AFTER INSERT ON timing
    BEGIN DELETE FROM profile_snapshot WHERE timing >= new.number; END
    """,
  ]

  /// Makes records of the rows of Peach's CSV that were kept until there was a table for them. The columns are written
  /// out, because later versions of the record may have more.
  static func recogniseTiming(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT number, time, line FROM foreign_row WHERE line GLOB 'rhythmOffsetDetection,*' ORDER BY time, number")
    for row in rows {
      let (number, time): (Int64, String) = (row[0], row[1])
      guard let date = Timestamp.date(time), let record = ForeignRow(time: date, line: row[2]).timing else { continue }
      var id = record.id
      // Rows of one second may differ in their decimals only.
      while try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM timing WHERE id = ?)", arguments: [id.uuidString]) == true
      {
        id = id.ofAnotherAlike
      }
      try db.execute(
        sql: """
          INSERT INTO timing (id, time, mode, tempo, offset_ns, offset_text, answer, correct, withdrawn,
            exercise_index, epoch) VALUES (?, ?, 'timing', ?, ?, ?, ?, ?, 0, 0, 0)
          """,
        arguments: [
          id.uuidString, Timestamp.text(record.time), record.exercise.tempo, record.exercise.offset, record.offsetText,
          record.answer.rawValue, record.correct,
        ])
      try db.execute(sql: "DELETE FROM foreign_row WHERE number = ?", arguments: [number])
    }
  }
}
