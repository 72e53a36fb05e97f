import Foundation
import GRDB

@testable import SQLiteStore

/// A database of version 1 as its program wrote it, dumped: today's sources have no part in it.
enum VersionOne {
  /// The answers in it, the last one withdrawn.
  static let ids = [
    "A705359B-E32A-44ED-A3C4-ED617B0EDBBF", "F71E1ACB-9779-4F8D-BC49-AC7DC5F177CE",
    "BBD61B40-0D52-4B4A-9FAA-EAB6BEAAA6CA",
  ]
  /// The splits in it.
  static let splits = ["usb:09e8:0049 1-2 port 0": 55]

  /// Makes it at `path`.
  static func make(at path: String) throws {
    try Folder.make(Folder.of(path))
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA application_id = \(0x5065_6163)")
      try db.execute(sql: dump)
    }
    try database.close()
  }

  /// What `sqlite_master` of a database says of its tables.
  static func tables(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
  }

  private static let dump = """
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
    ) STRICT;
    INSERT INTO comparison VALUES (
      3, 'A705359B-E32A-44ED-A3C4-ED617B0EDBBF', '2026-11-21T05:17:18.101Z', 'comparison',
      51, 1.55563491861040461118e+02, 51, 1.47129532214518803819e+02, -96.5, 0,
      'equal', 440.0, 1.0, 0.0, 0.0, 'kazez', 'higher', 0, 0.8, 'StoreStress', 'simulated', 0.005, 0, 3, 3);
    INSERT INTO comparison VALUES (
      9, 'F71E1ACB-9779-4F8D-BC49-AC7DC5F177CE', '2026-11-21T05:17:18.101Z', 'comparison',
      57, 220.0, 57, 2.08794955552460208985e+02, -90.5, 0,
      'equal', 440.0, 1.0, 0.0, 0.0, 'kazez', 'higher', 0, 0.8, 'StoreStress', 'simulated', 0.005, 0, 9, 9);
    INSERT INTO comparison VALUES (
      10, 'BBD61B40-0D52-4B4A-9FAA-EAB6BEAAA6CA', '2026-11-21T05:17:18.101Z', 'comparison',
      58, 2.3308188075904496372e+02, 58, 2.21338362830574709506e+02, -89.5, 0,
      'equal', 440.0, 1.0, 0.0, 0.0, 'kazez', 'higher', 0, 0.8, 'StoreStress', 'simulated', 0.005, 1, 10, 10);
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES('1 comparison');
    CREATE TABLE split (
      controller TEXT PRIMARY KEY,                     -- USB id, path and port, or names: never a client number
      note INTEGER NOT NULL CHECK (note BETWEEN 0 AND 127) -- keys from this MIDI note up are Higher
    ) STRICT;
    INSERT INTO split VALUES('usb:09e8:0049 1-2 port 0',55);
    """

  /// The answers that `rescueFile` adds.
  static let rescuedIDs = ["5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E01", "5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E02"]

  /// A rescue file of that version, to be put beside the database: an answer, one that was withdrawn while it waited,
  /// and the withdrawal of one that is in the database.
  static let rescueFile = #"""
    {"database":"/home/a/.local/share/peach/peach.sqlite","peach_unsaved":1}
    {"save":{"record":{"answer":"higher","cents":-96.5,"concert_pitch":440,"correct":false,"epoch":3,\#
    "exercise_index":3,"id":"5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E01","interval":7,"loudness_offset":0,\#
    "mode":"interval-comparison","note_duration":1,"note_gap":0,"playback_latency":0.005,\#
    "reference_hertz":155.56349186104046,"reference_note":51,"response_time":0.8,"source":"simulated",\#
    "strategy":"kazez","target_hertz":147.1295322145188,"target_note":58,"time":"2026-11-21T05:17:18.101Z",\#
    "tuning":"equal","withdrawn":false}}}
    {"save":{"record":{"answer":"higher","cents":-96.5,"concert_pitch":440,"controller":"StoreStress",\#
    "correct":false,"epoch":3,"exercise_index":3,"id":"5F1A3B0E-7C60-4D2E-9B7B-3C0C7B1B8E02","interval":0,\#
    "loudness_offset":0,"mode":"comparison","note_duration":1,"note_gap":0,"playback_latency":0.005,\#
    "reference_hertz":155.56349186104046,"reference_note":51,"response_time":0.8,"source":"simulated",\#
    "strategy":"kazez","target_hertz":147.1295322145188,"target_note":51,"time":"2026-11-21T05:17:18.101Z",\#
    "tuning":"equal","withdrawn":true}}}
    {"withdraw":{"id":"F71E1ACB-9779-4F8D-BC49-AC7DC5F177CE"}}

    """#
}
