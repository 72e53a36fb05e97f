import Glibc
import Ports
import Testing

@testable import ALSASequencer

@Suite struct SequencerFailureTests {
  @Test(arguments: [
    (ENOENT, false, SequencerFailure.missing), (ENODEV, true, .missing), (ENXIO, true, .missing),
    (EACCES, true, .notPermitted), (EPERM, true, .notPermitted),
    // The device is there, so alsa-lib's own files are missing.
    (ENOENT, true, .failed(call: "snd_seq_open", code: ENOENT)),
    (ENOMEM, true, .failed(call: "snd_seq_open", code: ENOMEM)),
  ])
  func `a failed opening has its reason`(code: Int32, deviceExists: Bool, failure: SequencerFailure) {
    #expect(SequencerFailure.opening("snd_seq_open", code: -code, deviceExists: deviceExists) == failure)
  }

  @Test func `a negative result names its call`() {
    #expect(throws: SequencerFailure.failed(call: "snd_seq_create_port", code: ENOMEM)) {
      try SequencerFailure.check("snd_seq_create_port", -ENOMEM)
    }
    #expect((try? SequencerFailure.check("snd_seq_create_port", 3)) == 3)
  }
}
