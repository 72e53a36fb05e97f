import Foundation
import GRDB
import Training

/// A value in the database and in rescue files.
typealias PlainValue = DatabaseValueConvertible & StatementColumnConvertible & Decodable

/// Reads the fields of a record from plain values. Does not check the range of numbers: the table refuses invalid ones.
protocol PlainFieldReader: FieldVisitor where Failure == any Error {
  /// Returns the value of the next field; nil if it has none.
  mutating func plain<Value: PlainValue>(_ name: String) throws -> Value?
}

/// A field without a value, or with one unknown to this version.
struct UnknownValue: Error {
  var field: String
}

extension PlainFieldReader {
  mutating func time(_ name: String, _ value: inout Date) throws {
    value = try known(name, Timestamp.date(try present(name)))
  }

  mutating func identifier(_ name: String, _ value: inout UUID) throws {
    value = try known(name, UUID(uuidString: try present(name)))
  }

  mutating func text(_ name: String, _ value: inout String) throws { value = try present(name) }

  mutating func text(_ name: String, _ value: inout String?) throws { value = try plain(name) }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _ value: inout Word) throws {
    value = try known(name, Word(rawValue: try present(name)))
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _ value: inout Word?) throws {
    let text: String? = try plain(name)
    value = try text.map { try known(name, Word(rawValue: $0)) }
  }

  mutating func flag(_ name: String, _ value: inout Bool) throws { value = try present(name) }

  mutating func flag(_ name: String, _ value: inout Bool?) throws { value = try plain(name) }

  mutating func integer(_ name: String, _ value: inout Int, in range: ClosedRange<Int>) throws {
    let number: Int = try present(name)
    value = try known(name, range.contains(number) ? number : nil)
  }

  mutating func count(_ name: String, _ value: inout Int) throws { value = try plain(name) ?? 0 }

  mutating func number(_ name: String, _ value: inout Double, _: NumberRule) throws { value = try present(name) }

  mutating func number(_ name: String, _ value: inout Double?, _: NumberRule) throws { value = try plain(name) }

  private mutating func present<Value: PlainValue>(_ name: String) throws -> Value {
    try known(name, try plain(name))
  }

  private func known<Value>(_ name: String, _ value: Value?) throws -> Value {
    guard let value else { throw UnknownValue(field: name) }
    return value
  }
}
