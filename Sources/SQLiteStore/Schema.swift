import GRDB

/// The database's tables, as the sequence of migrations that made them. A migration that was released is never edited.
enum Schema {
  /// "Peac" in ASCII, in the header of every database of ours: `file` shows it, and a foreign database is told apart.
  static let applicationID: Int32 = 0x5065_6163

  /// All migrations this version knows.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 comparison") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: comparison)
      try db.execute(sql: split)
    }
    return migrator
  }()

  private static let split = """
    CREATE TABLE split (
      controller TEXT PRIMARY KEY,                     -- USB id, path and port, or names: never a client number
      note INTEGER NOT NULL CHECK (note BETWEEN 0 AND 127) -- keys from this MIDI note up are Higher
    ) STRICT
    """

  /// Written out, as the comments stay in the file: whoever opens it with another program can read what is in it.
  private static let comparison = """
    CREATE TABLE comparison (
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      time TEXT NOT NULL CHECK (length(time) = 24),    -- of the answer: ISO 8601, UTC
      mode TEXT NOT NULL CHECK (mode IN ('comparison', 'interval-comparison')),
      reference_note INTEGER NOT NULL CHECK (reference_note BETWEEN 0 AND 127), -- MIDI note number, 60 = C4
      reference_hertz REAL NOT NULL CHECK (reference_hertz > 0),                -- what sounded
      target_note INTEGER NOT NULL CHECK (target_note BETWEEN 0 AND 127),       -- the correct note
      target_hertz REAL NOT NULL CHECK (target_hertz > 0),                      -- what sounded, cents included
      cents REAL NOT NULL CHECK (cents <> 0),          -- target against the correct pitch, positive = higher
      interval INTEGER NOT NULL CHECK (interval BETWEEN -12 AND 12),            -- semitones, negative = down
      tuning TEXT NOT NULL,
      concert_pitch REAL NOT NULL CHECK (concert_pitch > 0),                    -- hertz of A4
      note_duration REAL NOT NULL CHECK (note_duration > 0),                    -- seconds
      note_gap REAL NOT NULL CHECK (note_gap >= 0),                             -- seconds
      loudness_offset REAL NOT NULL,                   -- dB added to the target
      strategy TEXT NOT NULL,
      answer TEXT NOT NULL CHECK (answer IN ('higher', 'lower')),
      correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
      response_time REAL NOT NULL,                     -- seconds from hearing the target to the key
      controller TEXT,                                 -- its name; NULL for other sources
      source TEXT NOT NULL CHECK (source IN ('controller', 'keys', 'page', 'simulated')),
      playback_latency REAL NOT NULL,                  -- seconds that response_time was corrected by
      withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)), -- 1: does not count
      exercise_index INTEGER NOT NULL,                 -- 1 = first since practice was started
      epoch INTEGER NOT NULL                           -- exercises since the program was started
    ) STRICT
    """
}
