import PlainText
import Testing

/// Checksums, by the values of the authors' reference.
@Suite struct FNV1aTests {
  @Test func `the hash agrees with the reference`() {
    #expect(FNV1a.hash64([]) == 0xCBF2_9CE4_8422_2325)
    #expect(FNV1a.hash64("a".utf8) == 0xAF63_DC4C_8601_EC8C)
    #expect(FNV1a.hash64("foobar".utf8) == 0x8594_4171_F739_67E8)
    #expect(FNV1a.hash128("a".utf8) == 0xD228_CB69_6F1A_8CAF_7891_2B70_4E4A_8964)
  }
}
