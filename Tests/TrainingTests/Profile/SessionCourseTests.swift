import Foundation
import Glibc
import Pitch
import Testing

@testable import Training

/// Readings of noise as real ones have; `make bench-ear` has whole ears.
@Suite("Within a session")
struct SessionCourseTests {
  private static let gap = Condition(noteDuration: 1, noteGap: 1, loudnessVaries: false)

  /// Sessions of 20 minutes with an answer every 6 seconds, whose threshold is this many octaves above 8 cents.
  private func track(
    _ sessions: Int, seed: UInt64 = 1, minutes: Double = 20, noise: Double = 1,
    condition: (Double) -> Condition = { _ in .usual }, _ octaves: (_ session: Int, _ minute: Double) -> Double
  ) throws -> SessionTrack {
    var (track, generator) = (SessionTrack(), SeededGenerator(seed: seed))
    for session in 1...sessions {
      for minute in stride(from: 0, to: minutes, by: 0.1) {
        // Box & Muller; an answer carries 0.155/octave².
        let deviate = (-2 * log(1 - generator.unit())).squareRoot() * cos(2 * .pi * generator.unit())
        let reading = ThresholdReading(
          octaves: 3 + octaves(session, minute) + noise * deviate / 0.155.squareRoot(), precision: 0.155)
        let answer = EarAnswer(
          intervalClass: .unison, note: try note(60), offset: Cents(9), correct: true, condition: condition(minute),
          responseTime: 0.8 * exp2(minute / 40))
        track.learn(reading, answer, at: SessionClock.Moment(session: session, minutes: minute))
      }
    }
    return track
  }

  @Test func `ten minutes without an answer end a session`() {
    var clock = SessionClock()
    let seconds: [Double] = [0, 90, 690, 1_291, 1_351]
    let moments = seconds.map { clock.advance(to: 1e9 + $0) }
    #expect(moments.map(\.session) == [1, 1, 1, 2, 2])
    #expect(moments.map(\.minutes) == [0, 1.5, 11.5, 0, 1])
  }

  /// Sums over the minutes of months grew beyond what a snapshot may hold: it was written and never read.
  @Test func `a day of answers ends a session, and the learning of months can be read again`() throws {
    var (clock, track) = (SessionClock(), SessionTrack())
    let answer = EarAnswer(
      intervalClass: .unison, note: try note(60), offset: Cents(9), correct: true, condition: .usual, responseTime: 1)
    for number in 0..<45_000 {
      let moment = clock.advance(to: 1e9 + 540 * Double(number))
      #expect(moment.minutes <= 1_440)
      track.learn(ThresholdReading(octaves: 3, precision: 1_000), answer, at: moment)
    }
    var writer = SnapshotWriter()
    track.write(to: &writer)
    var reader = SnapshotReader(writer.bytes)
    #expect(try SessionTrack(from: &reader) == track)
  }

  /// The band is one of 90 %.
  @Test func `the slope of tiring ears is reported`() throws {
    let told = try (1...200).compactMap { seed in
      try track(30, seed: seed) { _, minute in log2(1.4) * minute / 20 }.course
    }
    #expect(told.count >= 180)
    #expect(told.allSatisfy { $0.minutes == 20 && $0.change.band.lowerBound > 1 })
    let held = told.count { $0.change.band.contains(1.4) }
    #expect((168...192).contains(held), "\(held)")
    let average = told.reduce(0) { $0 + log2($1.change.value) } / Double(told.count)
    #expect(abs(average - log2(1.4)) < 0.03, "\(average)")
    let times = try #require(told.first?.responseTimes)
    #expect(abs(times.beginning - 0.8) < 0.01 && abs(times.later - 0.8 * exp2(0.5)) < 0.01)
  }

  @Test func `an ear that warms up is reported`() throws {
    let course = try #require(try track(40) { _, minute in -0.5 * minute / 20 }.course)
    #expect(course.change.value < 1 && course.change.band.upperBound < 1)
  }

  @Test func `steady ears are seldom reported as tiring`() throws {
    let told = try (1...200).count { try track(30, seed: UInt64($0)) { _, _ in 0 }.course != nil }
    #expect(told <= 10)
  }

  /// What differs from day to day, be it by two octaves, is no slope.
  @Test func `days that differ are not a slope`() throws {
    let quiet = try track(30, noise: 0.01) { session, _ in Double(session % 7) - Double(session) / 10 }
    let line = try #require(quiet.threshold.line)
    #expect(abs(line.slope) < 0.001)
    #expect(quiet.course == nil)
  }

  /// A gap that doubles the threshold, always after ten minutes, is not one either.
  @Test func `another condition within a session is not a slope`() throws {
    let quiet = try track(30, noise: 0.01, condition: { $0 < 10 ? .usual : Self.gap }) { _, minute in
      minute < 10 ? 0 : 1
    }
    let line = try #require(quiet.threshold.line)
    #expect(abs(line.slope) < 0.001)
    #expect(quiet.course == nil)
  }

  @Test func `short sessions report nothing`() throws {
    let short = try track(60, minutes: 3, noise: 0.1) { _, minute in minute }
    #expect(short.course == nil)
  }

  @Test func `old sessions fade`() throws {
    let then = try track(30) { _, minute in 0.5 * minute / 20 }
    var now = then
    for session in 31...600 {
      for minute in stride(from: 0, to: 20, by: 1.0) {
        now.learn(
          ThresholdReading(octaves: 3, precision: 0.155),
          EarAnswer(intervalClass: .unison, note: try note(60), offset: Cents(9), correct: true),
          at: SessionClock.Moment(session: session, minutes: minute))
      }
    }
    #expect(then.course != nil && now.course == nil)
  }

  @Test func `an invalid response time is left out`() throws {
    var track = SessionTrack()
    for index in 0..<200 {
      let answer = EarAnswer(
        intervalClass: .unison, note: try note(60), offset: Cents(9), correct: true,
        responseTime: [nil, 0, -1, .nan, .infinity, 3_600][index % 6])
      track.learn(nil, answer, at: SessionClock.Moment(session: 1, minutes: Double(index) / 10))
    }
    #expect(track.response.line == nil && track.course == nil)
  }

  @Test func `a snapshot keeps the track to the bit`() throws {
    let track = try track(3) { _, minute in minute / 20 }
    var writer = SnapshotWriter()
    track.write(to: &writer)
    var reader = SnapshotReader(writer.bytes)
    #expect(try SessionTrack(from: &reader) == track && reader.isAtEnd)
  }
}
