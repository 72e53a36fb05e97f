import JACKOutput
import Ports
import Sound
import Texts
import Time

/// Speaks lines while no practice is running, with the voice and, for espeak-ng, our own renderer and output, started
/// as practice starts them. New lines interrupt old ones, and the last line is repeated when sound or voice arrive late
/// or return: it is the question that waits for an answer. The creating thread; no call waits.
final class SpokenLines {
  private let texts: Catalogue
  private let voice: any SpeechOutput
  private let follow: (ViewState.Sound) -> Void
  private let engine: SoundEngine
  private let output: any SoundOutput
  private var controller: SoundController
  /// Whether there are voice and sound; nil while unknown.
  private var hasVoice: Bool?
  private var hasSound: Bool?
  private var number: UInt32 = 0
  /// The number of the current utterance.
  private var current: UInt32?
  /// The last line, unless it was hushed.
  private var last: [String]?
  /// Whether to speak that line as soon as sound and voice exist.
  private var isWaiting = false
  /// Whether to follow another output as soon as nothing is spoken.
  private var outputWaits = false
  /// The reports of missing parts already shown; each is shown once.
  private var told: Set<String> = []

  /// Creates a voice in the language of `setup`, not started yet.
  /// - Throws: `noServer` if the process has no resources for sound.
  convenience init(_ setup: Setup, options: JACKOptions) throws(SoundFailure) {
    let engine = try SoundEngine.forOutput()
    let voice = SpeakingVoice(setup.catalogue)
    voice.want()
    try self.init(
      setup.catalogue, level: setup.settings.level, engine: engine,
      output: try JACKOutput(engine: engine, options: options), voice: voice.output, follow: { voice.follow($0) })
  }

  /// Speaks lines with `voice` at `level` (dB) through `output`, which renders `engine`; `follow` receives changes of
  /// the output's server.
  /// - Throws: `noServer` if the engine is already in use.
  init(
    _ texts: Catalogue, level: Double, engine: SoundEngine, output: any SoundOutput, voice: any SpeechOutput,
    follow: @escaping (ViewState.Sound) -> Void = { _ in }
  ) throws(SoundFailure) {
    do throws(SoundEngineError) {
      controller = try engine.takeController()
    } catch {
      throw SoundFailure(error)
    }
    controller.setLevel(decibels: Float(level))
    self.engine = engine
    self.output = output
    self.texts = texts
    self.voice = voice
    self.follow = follow
  }

  /// Readable while the renderer has events: see `takeSoundEvents`.
  var eventDescriptor: Int32 { engine.eventDescriptor }

  /// Whether a line is being spoken, or will be as soon as sound and voice prove available.
  var isSpeaking: Bool { current != nil || isWaiting && hasVoice != false && hasSound != false }

  /// Starts looking for sound and a voice; their reports go to `post`, from their threads.
  func start(_ post: @escaping @Sendable (LearnInput) -> Void) {
    output.start { post(.sound($0)) }
    let clock = engine.clock
    voice.start { event in
      guard case .rendered(let number, let spoken) = event else { return post(.speech(event)) }
      // Rendered for our own rate here, on the voice's thread, as that takes milliseconds.
      let utterance = clock.cycle.flatMap {
        Utterance(samples: spoken.samples, rate: spoken.rate, outputRate: $0.rate, number: number)
      }
      post(.utterance(utterance, number: number))
    }
  }

  /// Speaks `lines` in one go, now or, before sound and voice are available, as soon as possible.
  func say(_ lines: [String]) {
    hush()
    last = lines
    isWaiting = true
    sayWaiting()
  }

  /// Interrupts the current line; it is not repeated.
  func hush() {
    last = nil
    isWaiting = false
    breakOff()
  }

  private func breakOff() {
    guard current != nil else { return }
    current = nil
    voice.hush()
    _ = controller.submit([.fade(epoch: 0)])
    followOutput()
  }

  /// Handles a report of the output. Returns a line to show the first time sound is missing.
  func handle(_ status: SoundStatus) -> String? {
    switch status {
    case .ready(let description), .changed(let description):
      follow(.ready(description))
      hasSound = true
      sayWaiting()
      return description.isAudible ? nil : tellOnce(texts.line(description))
    case .lost(let loss):
      follow(.lost(loss))
      hasSound = false
      outputWaits = false
      giveUp()
      return tellOnce(texts.line(loss))
    case .failed(let failure, let willRetry):
      follow(.failed(failure, willRetry: willRetry))
      hasSound = false
      giveUp()
      return tellOnce(texts.line(failure))
    case .outputWaits:
      outputWaits = true
      followOutput()
      return nil
    case .xruns: return nil
    }
  }

  /// Handles a report of the voice. Returns a line to show the first time a voice is missing.
  func handle(_ event: SpeechEvent) -> String? {
    switch event {
    case .available:
      hasVoice = true
      sayWaiting()
      return nil
    case .unavailable(let failure):
      hasVoice = false
      giveUp()
      return tellOnce(texts.line(ViewState.Notice.noSpeech(failure)))
    case .begun: return nil
    case .ended(let number), .rendered(let number, _):
      ended(number)
      return nil
    }
  }

  /// Plays an utterance; nil if it is unplayable.
  func play(_ utterance: Utterance?, number: UInt32) {
    guard number == current else { return }
    guard let utterance, controller.submit([.utterance(utterance, epoch: 0, start: .after(0))]) != nil else {
      return ended(number)
    }
  }

  /// Handles the renderer's events.
  func takeSoundEvents() {
    controller.clearWake()
    while let event = controller.nextEvent() {
      if case .utteranceEnded(let number, _) = event { ended(number) }
    }
  }

  /// Closes voice and sound, waiting up to 1.3 s.
  func close() {
    voice.close(within: .milliseconds(300))
    output.close(within: .seconds(1))
  }

  private func ended(_ number: UInt32) {
    guard number == current else { return }
    current = nil
    followOutput()
  }

  private func followOutput() {
    guard outputWaits, current == nil else { return }
    outputWaits = false
    output.followOutput()
  }

  private func sayWaiting() {
    guard isWaiting, hasVoice == true, hasSound == true, let last else { return }
    isWaiting = false
    number &+= 1
    current = number
    voice.say([.words(last)], number: number)
  }

  /// Gives up speaking for now: a player who answers in the meantime has heard the question; otherwise it is repeated.
  private func giveUp() {
    // The renderer's remaining speech would continue when sound comes back, over the next line.
    breakOff()
    isWaiting = last != nil
  }

  private func tellOnce(_ line: String) -> String? { told.insert(line).inserted ? line : nil }
}
