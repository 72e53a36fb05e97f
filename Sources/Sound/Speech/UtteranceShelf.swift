import Synchronization

/// The storage of utterances while the renderer needs them. A command names a place here and never an address, so that
/// no bytes in the ring can make the renderer read invalid memory.
///
/// A place cycles: *free* → the loop puts an utterance there → *handed over* → the renderer takes its command → *taken*
/// → it sounds, or is refused or faded → *ended* → the loop notices and releases the utterance → *free*. Each step is
/// made by one side alone, and each side uses `content` only in its own steps: the atomic synchronises them.
struct UtteranceShelf: ~Copyable {
  /// The number of concurrent utterances: one sounds, one is fading, others wait.
  static var capacity: Int { @_noLocks get { 4 } }

  /// The data of an utterance that the renderer needs.
  struct Content: BitwiseCopyable {
    var samples: Samples
    var number: UInt32
    var rate: Int
  }

  private struct Place: ~Copyable {
    /// A `Stage`.
    let stage = Atomic<UInt8>(0)
    var content: Content?
  }

  private enum Stage {
    static var free: UInt8 { @_noLocks get { 0 } }
    static var handedOver: UInt8 { @_noLocks get { 1 } }
    static var taken: UInt8 { @_noLocks get { 2 } }
    static var ended: UInt8 { @_noLocks get { 3 } }
  }

  private let places: UnsafeMutablePointer<Place>

  /// Empty. Control.
  init() {
    places = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { (places + index).initialize(to: Place()) }
  }

  deinit {
    places.deinitialize(count: Self.capacity)
    places.deallocate()
  }

  /// Returns a free place, or nil. Loop.
  func freePlace() -> Int? {
    (0..<Self.capacity).first { places[$0].stage.load(ordering: .acquiring) == Stage.free }
  }

  /// Puts `content` into a free place; the renderer may read it once a command names it. Loop.
  func put(_ content: Content, at place: Int) {
    places[place].content = content
    places[place].stage.store(Stage.handedOver, ordering: .releasing)
  }

  /// Returns whether the renderer has finished with it; the place is then free again. Loop.
  func reclaim(_ place: Int) -> Bool {
    guard places[place].stage.load(ordering: .acquiring) == Stage.ended else { return false }
    places[place].content = nil
    places[place].stage.store(Stage.free, ordering: .releasing)
    return true
  }

  /// Takes back an utterance that was never announced to the renderer. Loop.
  func withdraw(_ place: Int) {
    places[place].content = nil
    places[place].stage.store(Stage.free, ordering: .releasing)
  }

  /// Takes and returns the content of `place` for the renderer; nil if the place does not exist or was not handed over.
  /// Real-time.
  @_noLocks
  func take(_ place: Int) -> Content? {
    guard place >= 0, place < Self.capacity else { return nil }
    guard places[place].stage.load(ordering: .acquiring) == Stage.handedOver else { return nil }
    places[place].stage.store(Stage.taken, ordering: .relaxed)  // Only this side reads it in this stage.
    return places[place].content
  }

  /// Returns the content of a place that was taken. Real-time.
  @_noLocks
  func content(_ place: Int) -> Content? { places[place].content }

  /// Ends a place: the renderer will not read it again. Real-time.
  @_noLocks
  func end(_ place: Int) {
    places[place].stage.store(Stage.ended, ordering: .releasing)
  }
}
