import GRDB

/// The database's tables, as the sequence of migrations that make them. A migration that was released is never edited;
/// what comes later is appended.
enum Schema {
  /// "PeLx" in ASCII, in the header of every Peach database: `file` shows it, and it identifies foreign databases.
  static let applicationID: Int32 = 0x5065_4C78
  /// "Peac", which versions before 0.1.0 wrote: this version does not read their tables.
  static let preReleaseID: Int32 = 0x5065_6163

  /// All migrations this version knows.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 tables") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      for statement in records + profileTriggers + timers { try db.execute(sql: statement) }
    }
    migrator.registerMigration("2 timing") { db in
      for statement in timingTables { try db.execute(sql: statement) }
      try recogniseTiming(db)
    }
    migrator.registerMigration("3 timing listening") { db in try db.execute(sql: timingListening) }
    migrator.registerMigration("4 timbres") { db in
      for statement in timbreColumns { try db.execute(sql: statement) }
    }
    migrator.registerMigration("5 chords") { db in
      try widen("mode", of: "matching", to: ["matching", "interval-matching", "chords"], db)
      for statement in chordColumns { try db.execute(sql: statement) }
    }
    migrator.registerMigration("6 beats") { db in
      for statement in beatsTables { try db.execute(sql: statement) }
    }
    migrator.registerMigration("7 temperaments") { db in
      try widen("mode", of: "matching", to: ["matching", "interval-matching", "chords", "temperament"], db)
      for statement in temperamentColumns { try db.execute(sql: statement) }
    }
    migrator.registerMigration("8 sureness") { db in
      for statement in sureColumns { try db.execute(sql: statement) }
    }
    return migrator
  }()

  private static let records = [comparison, matching, listening, foreignRow, split, profileSnapshot]

  private static let split = """
    CREATE TABLE split (
      controller TEXT PRIMARY KEY,                     -- USB id, path and port, or names: never a client number
      note INTEGER NOT NULL CHECK (note BETWEEN 0 AND 127) -- keys from this MIDI note up are Higher
    ) STRICT
    """

  private static let foreignRow = """
    CREATE TABLE foreign_row (                         -- exercises that only other Peach programs have
      number INTEGER PRIMARY KEY,                      -- order of insertion
      time TEXT NOT NULL CHECK (length(time) = 24),    -- ISO 8601, UTC
      line TEXT NOT NULL UNIQUE                        -- of Peach's CSV, format 3, as it came
    ) STRICT
    """

  /// The columns that no record of Peach's CSV has, whatever its kind; neither has it `reference_hertz`.
  private static let sound = [
    "target_hertz", "concert_pitch", "note_duration", "note_gap", "loudness_offset", "source", "playback_latency",
  ]

  /// Returns the rule that a record has values in `columns` and `field`, or in none of them.
  static func knownTogether(_ columns: [String], with field: String = "reference_hertz") -> String {
    columns.map { "CHECK ((\($0) IS NULL) = (\(field) IS NULL))" }.joined(separator: ",\n  ")
  }

  /// Written out, because the comments stay in the file and document it for readers with other programs.
  private static let comparison = """
    CREATE TABLE comparison (
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      time TEXT NOT NULL CHECK (length(time) = 24),    -- of the answer: ISO 8601, UTC
      mode TEXT NOT NULL CHECK (mode IN ('comparison', 'interval-comparison')),
      reference_note INTEGER NOT NULL CHECK (reference_note BETWEEN 0 AND 127), -- MIDI note number, 60 = C4
      reference_hertz REAL CHECK (reference_hertz > 0),                         -- what sounded; NULL: not known
      target_note INTEGER NOT NULL CHECK (target_note BETWEEN 0 AND 127),       -- the correct note
      target_hertz REAL CHECK (target_hertz > 0),                               -- what sounded, cents included
      cents REAL NOT NULL CHECK (cents <> 0),          -- target against the correct pitch, positive = higher
      interval INTEGER NOT NULL CHECK (interval BETWEEN -12 AND 12),            -- semitones, negative = down
      tuning TEXT NOT NULL,
      concert_pitch REAL CHECK (concert_pitch > 0),                             -- hertz of A4
      note_duration REAL CHECK (note_duration > 0),                             -- seconds
      note_gap REAL CHECK (note_gap >= 0),                                      -- seconds
      loudness_offset REAL,                            -- dB added to the target
      strategy TEXT,
      answer TEXT NOT NULL CHECK (answer IN ('higher', 'lower')),
      correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
      response_time REAL,                              -- seconds from hearing the target to the key
      controller TEXT,                                 -- its name; NULL for other sources
      source TEXT CHECK (source IN ('controller', 'keys', 'page', 'simulated')),
      playback_latency REAL,                           -- seconds that response_time was corrected by
      withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)), -- 1: does not count
      exercise_index INTEGER NOT NULL,                 -- 1 = first since practice was started
      epoch INTEGER NOT NULL,                          -- exercises since the program was started
      \(knownTogether(sound + ["strategy", "response_time"]))
    ) STRICT
    """

  private static let matching = """
    CREATE TABLE matching (
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      time TEXT NOT NULL CHECK (length(time) = 24),    -- of the commit: ISO 8601, UTC
      mode TEXT NOT NULL CHECK (mode IN ('matching', 'interval-matching')),
      reference_note INTEGER NOT NULL CHECK (reference_note BETWEEN 0 AND 127), -- MIDI note number, 60 = C4
      reference_hertz REAL CHECK (reference_hertz > 0),                         -- what sounded; NULL: not known
      target_note INTEGER NOT NULL CHECK (target_note BETWEEN 0 AND 127),       -- the correct note
      target_hertz REAL CHECK (target_hertz > 0),                               -- the correct pitch
      interval INTEGER NOT NULL CHECK (interval BETWEEN -12 AND 12),            -- semitones, negative = down
      tuning TEXT NOT NULL,
      concert_pitch REAL CHECK (concert_pitch > 0),                             -- hertz of A4
      start_hertz REAL CHECK (start_hertz > 0),                                 -- what the second note began at
      start_cents REAL NOT NULL,                       -- start_hertz against target_hertz, positive = sharp
      range_cents REAL CHECK (range_cents > 0),        -- how far it could be moved from its start, either way
      final_hertz REAL CHECK (final_hertz > 0),        -- what sounded when it was committed
      cents REAL NOT NULL,                             -- final_hertz against target_hertz, positive = sharp
      note_duration REAL CHECK (note_duration > 0),                             -- seconds, of the reference
      note_gap REAL CHECK (note_gap >= 0),                                      -- seconds
      loudness_offset REAL,                            -- dB added to the second note
      gesture TEXT CHECK (                             -- how it was committed
        gesture IN ('spring-back', 'touch', 'settle', 'button', 'chord', 'key', 'page', 'simulated')),
      control TEXT,                                    -- what moved the pitch; NULL if nothing was moved
      cents_per_step REAL CHECK (cents_per_step > 0),  -- of that control; NULL if it has no steps or none is known
      time_taken REAL,                                 -- seconds from hearing the second note to the commit
      controller TEXT,                                 -- its name; NULL for other sources
      source TEXT CHECK (source IN ('controller', 'keys', 'page', 'simulated')),
      playback_latency REAL,                           -- seconds that time_taken was corrected by
      exercise_index INTEGER NOT NULL,                 -- 1 = first since practice was started
      epoch INTEGER NOT NULL,                          -- exercises since the program was started
      held_level REAL CHECK (held_level <= 0),         -- dB the reference went on at; NULL: it had ended
      repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats >= 0), -- how often the reference was heard again
      \(knownTogether(sound + ["start_hertz", "range_cents", "final_hertz", "gesture", "time_taken"]))
    ) STRICT
    """

  /// The table teaches nothing: a profile's snapshot has no place in it.
  private static let listening = """
    CREATE TABLE listening (                           -- pairs that were heard and not asked; they teach nothing
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      time TEXT NOT NULL CHECK (length(time) = 24),    -- when the answer was told: ISO 8601, UTC
      mode TEXT NOT NULL CHECK (mode IN ('listen', 'interval-listen')),
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
      exercise_index INTEGER NOT NULL,                 -- 1 = first since practice was started
      epoch INTEGER NOT NULL                           -- exercises since the program was started
    ) STRICT
    """

  private static let profileSnapshot = """
    CREATE TABLE profile_snapshot (                    -- what the rows have taught; may be deleted at any time
      number INTEGER PRIMARY KEY CHECK (number = 1),   -- there is one at most
      format INTEGER NOT NULL,                         -- of profile
      comparison INTEGER NOT NULL CHECK (comparison >= 0), -- number of the last comparison in it; 0: none
      matching INTEGER NOT NULL CHECK (matching >= 0), -- number of the last matching in it; 0: none
      time TEXT NOT NULL CHECK (length(time) = 24),    -- when it was written: ISO 8601, UTC
      checksum INTEGER NOT NULL,                       -- FNV-1a, 64 bits, of format, comparison, matching and profile
      profile BLOB NOT NULL
    ) STRICT
    """

  /// A profile cannot unlearn. So a snapshot is deleted, in the same transaction, when any program deletes a row in it,
  /// changes a learned column of one, or inserts one before its end.
  private static let profileTriggers = [
    """
    CREATE TRIGGER comparison_changed AFTER UPDATE ON comparison
    WHEN (old.number, old.time, old.mode, old.reference_note, old.cents, old.interval, old.note_duration, old.note_gap,
      old.loudness_offset, old.response_time, old.correct, old.withdrawn) IS NOT (new.number, new.time, new.mode,
      new.reference_note, new.cents, new.interval, new.note_duration, new.note_gap, new.loudness_offset,
      new.response_time, new.correct, new.withdrawn)
    BEGIN DELETE FROM profile_snapshot WHERE comparison >= min(old.number, new.number); END
    """,
    """
    CREATE TRIGGER comparison_deleted AFTER DELETE ON comparison
    BEGIN DELETE FROM profile_snapshot WHERE comparison >= old.number; END
    """,
    """
    CREATE TRIGGER comparison_inserted AFTER INSERT ON comparison
    BEGIN DELETE FROM profile_snapshot WHERE comparison >= new.number; END
    """,
    """
    CREATE TRIGGER matching_changed AFTER UPDATE ON matching
    WHEN (old.number, old.time, old.mode, old.target_note, old.start_cents, old.range_cents, old.cents,
      old.interval, old.cents_per_step, old.held_level) IS NOT (new.number, new.time, new.mode, new.target_note,
      new.start_cents, new.range_cents, new.cents, new.interval, new.cents_per_step, new.held_level)
    BEGIN DELETE FROM profile_snapshot WHERE matching >= min(old.number, new.number); END
    """,
    """
    CREATE TRIGGER matching_deleted AFTER DELETE ON matching
    BEGIN DELETE FROM profile_snapshot WHERE matching >= old.number; END
    """,
    """
    CREATE TRIGGER matching_inserted AFTER INSERT ON matching
    BEGIN DELETE FROM profile_snapshot WHERE matching >= new.number; END
    """,
  ]
}
