import Testing

@testable import JACKOutput

@Suite("Messages of JACK libraries")
struct JACKLibraryTests {
  @Test(
    "libjack's usual message without a server is not a detail; jackd's message on a card is",
    arguments: [
      ("JackShmReadWritePtr::~JackShmReadWritePtr - Init not done for -1, skipping unlock", true),
      ("jack server is not running or cannot be started", true),
      ("Cannot connect to server socket err = No such file or directory", true),
      ("Cannot connect to server request channel", true), ("ALSA: Cannot open PCM device alsa_pcm for playback", false),
      ("Failed to acquire device name : Audio0", false), ("", false),
    ])
  func noise(message: String, isNoise: Bool) {
    #expect(JACKLibrary.isNoise(message) == isNoise)
  }
}
