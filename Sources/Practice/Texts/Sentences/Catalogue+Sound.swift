import Ports

extension Catalogue {
  /// One line on the sound that is there.
  public func line(_ sound: SoundDescription) -> String {
    let server: TextKey
    switch sound.server {
    case .dummy: return self(.soundDummy)
    case .unheard: return self(.soundUnheard)
    case .offline: return self(.soundOffline)
    case .jack: server = .soundServerJack
    case .pipewire: server = .soundServerPipewire
    case .ownJack: server = .soundServerOwnJack
    }
    let rate = number(Double(sound.rate) / 1000)
    return self(
      .soundReady,
      ["server": self(server), "output": sound.output, "rate": rate, "period": "\(sound.period)"])
  }

  /// One line on sound that is heard this much later than it is made.
  public func lateSound(milliseconds: Int) -> String { self(.soundLate, ["milliseconds": "\(milliseconds)"]) }

  /// One line on why sound went away.
  public func line(_ loss: SoundLoss) -> String {
    switch loss {
    case .serverGone: self(.soundLostServerGone)
    case .hung: self(.soundLostHung)
    case .disconnected: self(.soundLostDisconnected)
    case .freewheel: self(.soundLostFreewheel)
    }
  }

  /// One line on why there is no sound, with what mends it.
  public func line(_ failure: SoundFailure) -> String {
    switch failure {
    case .libraryMissing: self(.soundFailedLibraryMissing)
    case .pipewireJACKMissing: self(.soundFailedPipewireJackMissing)
    case .noServer(""): self(.soundFailedNoServer)
    case .noServer(let detail): self(.soundFailedNoServerDetail, ["detail": detail])
    case .noPlaybackPort: self(.soundFailedNoPlaybackPort)
    case .outputMissing(let output): self(.soundFailedOutputMissing, ["output": output])
    case .unresponsive: self(.soundFailedUnresponsive)
    }
  }
}
