/// Chooses comparison exercises. Each choice takes the strategy's draws and then always one for loudness, so that a
/// setting does not shift a seed's notes.
struct ComparisonChooser: Chooser {
  var strategies: Strategies
  var generator: SeededGenerator

  mutating func choose(_ epoch: Epoch, index: Int, by basis: ExerciseBasis) -> ComparisonExercise {
    strategies.advance()
    let choice = strategies.current.next(in: basis.space, using: &generator)
    let settings = basis.settings
    let loudness = (2 * generator.unit() - 1) * settings.loudnessVariation * ComparisonExercise.loudnessSpan
    let reference = settings.tuning.reference(choice.notes.reference, concertPitch: settings.concertPitch)
    return ComparisonExercise(
      epoch: epoch, index: index, mode: basis.space.mode, reference: choice.notes.reference,
      referenceHertz: reference, target: choice.notes.target, offset: choice.offset,
      targetHertz: settings.tuning.target(
        from: choice.notes.reference, at: reference, interval: choice.interval, offset: choice.offset),
      interval: choice.interval, loudnessOffset: loudness)
  }
}
