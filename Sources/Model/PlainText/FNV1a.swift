/// The hash FNV-1a of G. Fowler, L. C. Noll and K.-P. Vo: a checksum that reveals damage and edits, and resists no
/// attack. Pure; any thread.
public enum FNV1a {
  /// Returns the hash of `bytes` in 64 bits.
  @inlinable
  public static func hash64(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
  }

  /// Returns the hash of `bytes` in 128 bits.
  @inlinable
  public static func hash128(_ bytes: some Sequence<UInt8>) -> UInt128 {
    bytes.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { hash, byte in
      (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
  }
}
