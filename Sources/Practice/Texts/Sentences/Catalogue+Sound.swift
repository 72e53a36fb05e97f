import Ports

extension Catalogue {
  /// Returns one line on the current sound.
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

  /// Returns one line on sound that is heard this much later than it is rendered.
  public func lateSound(milliseconds: Int) -> String { self(.soundLate, ["milliseconds": "\(milliseconds)"]) }

  /// Returns one line on why sound was lost.
  public func line(_ loss: SoundLoss) -> String {
    switch loss {
    case .serverGone: self(.soundLostServerGone)
    case .hung: self(.soundLostHung)
    case .disconnected: self(.soundLostDisconnected)
    case .freewheel: self(.soundLostFreewheel)
    }
  }

  /// Returns one line on why there is no sound, with the remedy.
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
