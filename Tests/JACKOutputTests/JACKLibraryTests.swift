import Testing

@testable import JACKOutput

@Suite("What JACK libraries say")
struct JACKLibraryTests {
  @Test(
    "what libjack says whenever no server runs is no detail; what jackd says of a card is",
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
