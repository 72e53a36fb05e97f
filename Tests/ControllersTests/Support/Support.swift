import Foundation
import MIDI
import Time

@testable import Controllers

/// The folder of the shipped mappings, found from this file.
let shippedFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "config/controllers").path

/// The shipped mappings by file name.
let shippedFiles: [String] =
  ((try? FileManager.default.contentsOfDirectory(atPath: shippedFolder)) ?? []).filter { $0.hasSuffix(".yaml") }
  .sorted()

func milliseconds(_ value: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: value * 1_000_000) }

func channel(_ number: Int) -> Channel { Channel(statusNibble: UInt8(number - 1)) }

func slider(_ binding: Int, channel number: Int = 1) -> SliderID {
  SliderID(binding: binding, channel: channel(number))
}

func on(_ note: Int, velocity: Int = 100, channel number: Int = 1) -> MIDIMessage {
  .noteOn(channel: channel(number), note: UInt7(truncating: note), velocity: UInt7(truncating: velocity))
}

func off(_ note: Int, channel number: Int = 1) -> MIDIMessage {
  .noteOff(channel: channel(number), note: UInt7(truncating: note), velocity: UInt7(truncating: 64))
}

func cc(_ controller: Int, _ value: Int, channel number: Int = 1) -> MIDIMessage {
  .controlChange(channel: channel(number), controller: UInt7(truncating: controller), value: UInt7(truncating: value))
}

func pressure(_ note: Int, _ value: Int, channel number: Int = 1) -> MIDIMessage {
  .polyPressure(channel: channel(number), note: UInt7(truncating: note), pressure: UInt7(truncating: value))
}

func bend(_ value: Int, channel number: Int = 1) -> MIDIMessage {
  .pitchBend(
    channel: channel(number),
    value: UInt14(exactly: value) ?? UInt14(most: UInt7(truncating: 0), least: UInt7(truncating: 0)))
}

/// A port as the sequencer reports it.
func port(
  client: String, port: String, index: Int = 0, usb: (UInt16, UInt16)? = nil, number: UInt8 = 20
) -> PortDescription {
  PortDescription(
    id: PortID(client: number, port: UInt8(index)), clientName: client, portName: port, portIndex: index,
    usb: usb.map { USBID(vendor: $0.0, product: $0.1) })
}

/// The least that makes a mapping, with `extra` lines after it.
func mappingText(_ extra: String = "halves: [{keyboard: {}}]", match: String = "{usb: [\"1234:5678\"]}") -> String {
  "schema: 1\nname: Test\nmode: any\nsources: [a test]\nmatch: \(match)\n" + extra + "\n"
}
