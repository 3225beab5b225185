// The framing of the library that the sketch uses, written from the description in docs/makers.md: 7E, ID, COBS, length, payload, CRC-8, 81.
#pragma once
#include <Arduino.h>

class SerialTransfer {
  SerialPort *port = nullptr;
  uint8_t id = 0, state = 0, cobs = 0, length = 0, at = 0, crc = 0;

  static uint8_t crc8(const uint8_t *bytes, uint8_t n) {
    uint8_t crc = 0;
    for (uint8_t i = 0; i < n; i++) {
      crc ^= bytes[i];
      for (uint8_t bit = 0; bit < 8; bit++) crc = (uint8_t)(crc & 0x80 ? (crc << 1) ^ 0x9B : crc << 1);
    }
    return crc;
  }

 public:
  struct { uint8_t txBuff[254], rxBuff[254]; } packet;

  void begin(SerialPort &serial) { port = &serial; }
  uint8_t currentPacketID() { return id; }

  uint8_t sendData(uint16_t n, uint8_t sent) {
    uint8_t *bytes = packet.txBuff, first = 0xFF;
    int last = -1;
    for (int i = n - 1; i >= 0; i--) {
      if (bytes[i] != 0x7E) continue;
      // The last one points nowhere; each other one says how far it is to the next.
      bytes[i] = (uint8_t)(last < 0 ? 0 : last - i);
      last = i;
      first = (uint8_t)i;
    }
    uint8_t head[4] = {0x7E, sent, first, (uint8_t)n}, tail[2] = {crc8(bytes, (uint8_t)n), 0x81};
    port->write(head, 4);
    port->write(bytes, n);
    port->write(tail, 2);
    return (uint8_t)n;
  }

  // True when a whole packet has come; its payload is in rxBuff.
  uint8_t available() {
    for (int next = port->read(); next >= 0; next = port->read()) {
      uint8_t byte = (uint8_t)next;
      switch (state) {
        case 0: if (byte == 0x7E) state = 1; break;
        case 1: id = byte; state = 2; break;
        case 2: cobs = byte; state = 3; break;
        case 3: length = byte; at = 0; state = length > 254 ? 0 : length ? 4 : 5; break;
        case 4: packet.rxBuff[at++] = byte; if (at == length) state = 5; break;
        case 5: crc = byte; state = 6; break;
        default:
          state = 0;
          if (byte != 0x81 || crc != crc8(packet.rxBuff, length)) break;
          for (unsigned place = cobs; cobs != 0xFF && place < length;) {
            uint8_t step = packet.rxBuff[place];
            packet.rxBuff[place] = 0x7E;
            if (!step) break;
            place += step;
          }
          return length;
      }
    }
    return 0;
  }
};
