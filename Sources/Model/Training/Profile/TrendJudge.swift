/// Judges the trend of the threshold from its readings, on evidence; see `TrendEvidence` for the statistics.
///
/// Readings are kept in up to 64 blocks of equal size: 16 readings at first; when all blocks are full they are merged
/// in pairs, up to 64 readings each, and after that the oldest is dropped. So the judgement covers the last 4,096
/// readings, limited to the year before the newest: a trend describes recent months, not a player's beginnings years
/// ago. State and time for each reading are constant.
///
/// Each condition has its own judge: `evidence(of:)` judges them together, each by its own level.
struct TrendJudge: Hashable, Sendable {
  /// The maximum number of blocks.
  static let mostBlocks = 64
  /// The number of readings per block: at first, and the maximum.
  static let blockSizes = 16...64
  /// The age in seconds, relative to the newest reading, beyond which readings are not judged.
  static let memory = 366.0 * 86_400
  /// The least precision that is judged, 1/octave²: the threshold is then known to ± 0.18 octaves (about 200 answers at
  /// the edge), and each half of it to ± 0.26.
  static let leastPrecision = 30.0

  /// Successive readings as sums.
  struct Block: Hashable, Sendable {
    /// The number of readings.
    var count = 0
    /// Σ precision.
    var precision = 0.0
    /// Σ precision · log₂ threshold.
    var octaves = 0.0
    /// Σ precision · number of the reading.
    var index = 0.0
    /// The time of the last reading, in seconds since 1970.
    var time = 0.0
  }

  /// The blocks, oldest first; all but the last are full.
  private(set) var blocks: [Block] = []
  /// The number of readings in a full block.
  private var blockSize = blockSizes.lowerBound
  /// The number of readings up to the last one, including those in other conditions.
  private var readings = 0

  /// A judge without readings.
  init() {}

  /// Learns one reading at `time` (seconds since 1970; nil: unknown, the same as the reading before), the reading with
  /// this `number` across all conditions (nil: there is one condition). A reading that is NaN, or has no precision,
  /// teaches nothing.
  mutating func learn(_ reading: ThresholdReading, number: Int? = nil, at time: Double?) {
    guard reading.isUsable else { return }
    readings = number ?? readings + 1
    if (blocks.last?.count ?? blockSize) >= blockSize { beginBlock() }
    let last = blocks.count - 1
    blocks[last].count += 1
    blocks[last].precision += reading.precision
    blocks[last].octaves += reading.precision * reading.octaves
    blocks[last].index += reading.precision * Double(readings)
    blocks[last].time = time ?? blocks[last].time
  }

  private mutating func beginBlock() {
    let time = blocks.last?.time ?? 0
    if blocks.count == Self.mostBlocks {
      if blockSize < Self.blockSizes.upperBound {
        blocks = stride(from: 0, to: blocks.count, by: 2).map { Self.merged(blocks[$0], blocks[$0 + 1]) }
        blockSize *= 2
      } else {
        blocks.removeFirst()
      }
    }
    blocks.append(Block(time: time))
  }

  private static func merged(_ older: Block, _ newer: Block) -> Block {
    Block(
      count: older.count + newer.count, precision: older.precision + newer.precision,
      octaves: older.octaves + newer.octaves, index: older.index + newer.index, time: newer.time)
  }

  /// The trend of the threshold; nil without enough evidence.
  var trend: Trend? { evidence?.trend }

  /// The evidence; nil while there is too little.
  var evidence: TrendEvidence? { Self.evidence(of: [self]) }

  /// The evidence of readings of the same ear in several conditions; nil while there is too little.
  static func evidence(of judges: [TrendJudge]) -> TrendEvidence? {
    let recent = recent(judges)
    guard recent.joined().reduce(0, { $0 + $1.precision }) >= leastPrecision else { return nil }
    return TrendEvidence(
      rows: recent.map { blocks in
        blocks.map { block in
          TrendEvidence.Point(
            position: block.index / block.precision, octaves: block.octaves / block.precision,
            precision: block.precision)
        }
      })
  }

  /// The blocks of each judge that are not older than `memory` before the newest reading of all.
  static func recent(_ judges: [TrendJudge]) -> [[Block]] {
    let oldest = (judges.compactMap { $0.blocks.last?.time }.max() ?? 0) - memory
    return judges.map { judge in judge.blocks.filter { $0.time >= oldest && $0.precision > 0 } }
  }

  func write(to writer: inout SnapshotWriter) {
    writer.write(readings)
    writer.write(blockSize)
    writer.write(blocks.count)
    for block in blocks {
      writer.write(block.count)
      for number in [block.precision, block.octaves, block.index, block.time] { writer.write(number) }
    }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    readings = try reader.integer(in: SnapshotReader.counts)
    blockSize = try reader.integer(in: Self.blockSizes)
    guard blockSize.nonzeroBitCount == 1 else { throw SnapshotReader.Unreadable() }
    for _ in 0..<(try reader.integer(in: 0...Self.mostBlocks)) {
      var block = Block()
      block.count = try reader.integer(in: 1...blockSize)
      block.precision = try reader.finite(in: 0...SnapshotReader.sums.upperBound)
      block.octaves = try reader.finite(in: SnapshotReader.sums)
      block.index = try reader.finite(in: SnapshotReader.sums)
      block.time = try reader.finite(in: PracticeClock.meant)
      blocks.append(block)
    }
  }
}

extension ThresholdReading {
  /// Whether the reading can be averaged. A single answer has up to about 0.3/octave², but a reading may represent many
  /// answers.
  var isUsable: Bool {
    octaves.isFinite && abs(octaves) <= 1_000 && precision.isFinite && precision > 0 && precision <= 1e6
  }
}
