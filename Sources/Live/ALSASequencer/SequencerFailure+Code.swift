import CALSA
import Glibc
import Ports

extension SequencerFailure {
  /// Converts the negated errno of a failed `call`. `deviceExists` is whether `/dev/snd/seq` exists: without its
  /// configuration files alsa-lib reports a missing file as well.
  static func opening(_ call: String, code: Int32, deviceExists: Bool) -> SequencerFailure {
    switch -code {
    case EACCES, EPERM: .notPermitted
    case ENOENT where !deviceExists: .missing
    // The node exists (systemd creates it early), but no module can serve it.
    case ENODEV, ENXIO: .missing
    default: .failed(call: call, code: -code)
    }
  }

  /// Returns a result of 0 or more, and throws a negated errno.
  @discardableResult
  static func check(_ call: String, _ result: Int32) throws(SequencerFailure) -> Int32 {
    guard result >= 0 else { throw .failed(call: call, code: -result) }
    return result
  }
}
