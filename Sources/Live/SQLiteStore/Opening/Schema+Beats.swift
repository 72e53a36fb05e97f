// The table of beats.

extension Schema {
  /// The statements in order. The snapshot has a column more; what it held is learned again.
  static let beatsTables = [beats, "DROP TABLE profile_snapshot", beatsSnapshot] + beatsTriggers

  private static let beats = """
    CREATE TABLE beats (                               -- answers to: which beats faster?
      number INTEGER PRIMARY KEY,                      -- order of insertion; a wall clock may have been wrong
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36), -- UUID
      time TEXT NOT NULL CHECK (length(time) = 24),    -- of the answer: ISO 8601, UTC
      mode TEXT NOT NULL CHECK (mode = 'beats'),
      beats_interval TEXT NOT NULL CHECK (beats_interval IN ('unison', 'third', 'fifth', 'octave')),
      timbre TEXT NOT NULL CHECK (timbre IN ('sine', 'string', 'reed', 'brass', 'voice', 'organ')), -- what sounded
      first_bass INTEGER NOT NULL CHECK (first_bass BETWEEN 0 AND 127), -- MIDI note number of the lower note, 60 = C4
      first_bass_hertz REAL NOT NULL CHECK (first_bass_hertz > 0),
      first_rate REAL NOT NULL CHECK (first_rate <> 0), -- beats per second; positive: wider than pure, negative: narrower
      first_upper_hertz REAL NOT NULL,                 -- follows from bass and rate
      first_width REAL,                                -- cents from pure, positive = wider; follows likewise
      second_bass INTEGER NOT NULL CHECK (second_bass BETWEEN 0 AND 127),
      second_bass_hertz REAL NOT NULL CHECK (second_bass_hertz > 0),
      second_rate REAL NOT NULL CHECK (second_rate <> 0),
      second_upper_hertz REAL NOT NULL,
      second_width REAL,
      difference_percent REAL NOT NULL CHECK (difference_percent <> 0), -- of the slower rate, positive = second faster
      strategy TEXT NOT NULL,
      answer TEXT NOT NULL CHECK (answer IN ('higher', 'lower')), -- higher: the second beats faster
      correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
      response_time REAL NOT NULL,                     -- seconds from hearing the second sound to the key
      withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1)), -- 1: does not count
      controller TEXT,                                 -- its name; NULL for other sources
      source TEXT NOT NULL CHECK (source IN ('controller', 'keys', 'page', 'simulated')),
      playback_latency REAL NOT NULL,                  -- seconds that response_time was corrected by
      exercise_index INTEGER NOT NULL,                 -- 1 = first since practice was started
      epoch INTEGER NOT NULL                           -- exercises since the program was started
    ) STRICT
    """

  private static let beatsSnapshot = """
    CREATE TABLE profile_snapshot (                    -- what the rows have taught; may be deleted at any time
      number INTEGER PRIMARY KEY CHECK (number = 1),   -- there is one at most
      format INTEGER NOT NULL,                         -- of profile
      comparison INTEGER NOT NULL CHECK (comparison >= 0), -- number of the last comparison in it; 0: none
      matching INTEGER NOT NULL CHECK (matching >= 0), -- number of the last matching in it; 0: none
      timing INTEGER NOT NULL CHECK (timing >= 0),     -- number of the last timing in it; 0: none
      beats INTEGER NOT NULL CHECK (beats >= 0),       -- number of the last answer to beats in it; 0: none
      time TEXT NOT NULL CHECK (length(time) = 24),    -- when it was written: ISO 8601, UTC
      checksum INTEGER NOT NULL,                       -- FNV-1a, 64 bits, of format, the numbers in order and profile
      profile BLOB NOT NULL
    ) STRICT
    """

  /// See `profileTriggers`.
  private static let beatsTriggers = [
    """
    CREATE TRIGGER beats_changed AFTER UPDATE ON beats
    WHEN (old.number, old.time, old.beats_interval, old.timbre, old.first_rate, old.second_rate, old.correct,
      old.withdrawn) IS NOT (new.number, new.time, new.beats_interval, new.timbre, new.first_rate, new.second_rate,
      new.correct, new.withdrawn)
    BEGIN DELETE FROM profile_snapshot WHERE beats >= min(old.number, new.number); END
    """,
    """
    CREATE TRIGGER beats_deleted AFTER DELETE ON beats
    BEGIN DELETE FROM profile_snapshot WHERE beats >= old.number; END
    """,
    """
    CREATE TRIGGER beats_inserted AFTER INSERT ON beats
    BEGIN DELETE FROM profile_snapshot WHERE beats >= new.number; END
    """,
  ]
}
