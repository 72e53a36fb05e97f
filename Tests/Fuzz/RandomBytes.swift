import TestSupport

/// Bytes as no controller sends them, or nearly as one does.
struct RandomBytes {
  private var chance: SplitMix64

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  /// A number in 0 ..< `bound`.
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &chance) }

  private mutating func data() -> UInt8 { UInt8(below(128)) }

  /// About `count` bytes of one kind.
  mutating func stream(_ count: Int) -> [UInt8] {
    switch below(6) {
    case 0: (0..<count).map { _ in UInt8(below(256)) }
    case 1: running(count)
    case 2: messages(count, broken: 0)
    case 3: messages(count, broken: 4)
    case 4: exclusives(count)
    default: hand(count)
    }
  }

  /// One status byte, then data for ever.
  private mutating func running(_ count: Int) -> [UInt8] {
    [UInt8(0x80 + below(0x80))] + (0..<count).map { _ in below(40) == 0 ? UInt8(0x80 + below(0x80)) : data() }
  }

  /// Messages, one in `broken` of them cut short, with real-time bytes anywhere.
  private mutating func messages(_ count: Int, broken: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var message = [UInt8(0x80 + below(0x70)), data(), data()]
      if (0xC0...0xDF).contains(message[0]) { message.removeLast() }
      if broken > 0, below(broken) == 0 { message.removeLast(below(message.count)) }
      if below(8) == 0 { message.insert(UInt8(0xF8 + below(8)), at: below(message.count + 1)) }
      bytes += message
    }
    return bytes
  }

  /// SysEx of all lengths, some without an end, some longer than any that is kept.
  private mutating func exclusives(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let length = below(50) == 0 ? 65_530 + below(12) : 1 << below(10)
      bytes.append(0xF0)
      for _ in 0..<length { bytes.append(below(200) == 0 ? UInt8(0xF8 + below(8)) : data()) }
      if below(5) > 0 { bytes.append(0xF7) }
    }
    return bytes
  }

  /// A few controls moved far and wide on a few channels: parameter numbers, pairs, wheels, keys of both halves.
  private mutating func hand(_ count: Int) -> [UInt8] {
    let controllers: [UInt8] = [0, 1, 6, 7, 32, 33, 38, 39, 64, 96, 97, 98, 99, 100, 101, 120, 121, 123]
    var bytes: [UInt8] = []
    while bytes.count < count {
      let channel = UInt8(below(below(4) == 0 ? 16 : 1))
      switch below(4) {
      case 0: bytes += [0x90 | channel, UInt8([40, 48, 60, 72, 80][below(5)]), UInt8(below(2) * 100)]
      case 1: bytes += [0xB0 | channel, controllers[below(controllers.count)], data()]
      case 2: bytes += [0xE0 | channel, data(), data()]
      default:
        let value = below(16_384)
        for step in 0..<below(20) {
          let place = min(16_383, max(0, value + (8_192 - value) * step / 20))
          bytes += [0xE0 | channel, UInt8(place & 127), UInt8(place >> 7)]
        }
      }
    }
    return bytes
  }
}
