// A board for kifud in one page: an Arduino that scans a matrix of sensors and speaks the open protocol of docs/makers.md.
// Library: SerialTransfer (Arduino library manager). Any board with 8 kB of RAM or more and a serial port will do.
#include <SerialTransfer.h>

const uint8_t SIZE = 9;                          // lines of the board
const uint16_t POINTS = SIZE * SIZE, MAP = (POINTS + 3) / 4;
enum : uint8_t { HELLO = 0x30, SNAPSHOT = 0x31, CHANGES = 0x32, ALIVE = 0x34, GET_HELLO = 0x20, GET_SNAPSHOT = 0x21, STREAM = 0x22 };

SerialTransfer line;
uint8_t map_[MAP], mode = 0;                     // what was last reported: 2 bits a point, 0 empty 1 black 2 white
uint16_t seq = 0, made;
uint32_t boot_id, scan_ms = 20, last_scan = 0, last_alive = 0;
uint8_t out[254];

// Replace this by your sensors: 0 empty, 1 black, 2 white, 3 a stone of unknown colour. Row 0 is the far line, column 0 is A.
uint8_t readPoint(uint8_t row, uint8_t col) { return 0; }

uint16_t crc16(uint16_t crc, uint8_t byte) {     // CRC-16/IBM-3740
  crc ^= (uint16_t)byte << 8;
  for (uint8_t i = 0; i < 8; i++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
}
void put(uint8_t byte) { out[made++] = byte; }
void put16(uint16_t n) { put(n); put(n >> 8); }
void put32(uint32_t n) { put16(n); put16(n >> 16); }

void begin() { made = 0; put16(seq++); put32(millis()); }
void send(uint8_t id) {                          // every payload ends with a CRC over the ID and what came before
  uint16_t crc = crc16(0xFFFF, id);
  for (uint16_t i = 0; i < made; i++) crc = crc16(crc, out[i]);
  put16(crc);
  for (uint16_t i = 0; i < made; i++) line.packet.txBuff[i] = out[i];
  line.sendData(made, id);
}
void hello() {
  const char serial[] = "MINE-0001";
  begin();
  put(1); put(SIZE); put(1); put(50);            // version, size, 1 = sees colours, scans a second
  put32(boot_id); put(sizeof serial - 1);
  for (uint8_t i = 0; i < sizeof serial - 1; i++) put(serial[i]);
  send(HELLO);
}
void snapshot() { begin(); for (uint16_t i = 0; i < MAP; i++) put(map_[i]); send(SNAPSHOT); }
void alive() {
  uint16_t crc = 0xFFFF;
  for (uint16_t i = 0; i < MAP; i++) crc = crc16(crc, map_[i]);
  begin(); put16(crc); send(ALIVE);
  last_alive = millis();
}
void scan() {                                    // tells what differs since the last scan
  uint8_t n = 0;
  begin(); put(0);
  for (uint16_t i = 0; i < POINTS; i++) {
    uint8_t now = readPoint(i / SIZE, i % SIZE), shift = (i % 4) * 2, was = map_[i / 4] >> shift & 3;
    if (now == was) continue;
    map_[i / 4] = (map_[i / 4] & ~(3 << shift)) | now << shift;
    if (n < 64) { put16(i); put(now); }
    n++;
  }
  if (n > 64) { snapshot(); last_alive = millis() - 900; return; }
  if (n == 0) { seq--; return; }
  out[6] = n;
  send(CHANGES);
  last_alive = millis() - 900;                   // ALIVE follows within 100 ms
}
void setup() {
  Serial.begin(115200);
  line.begin(Serial);
  boot_id = ((uint32_t)analogRead(A0) << 16) ^ micros();   // something else at every start
  hello();
}
void loop() {
  if (line.available()) {
    switch (line.currentPacketID()) {
      case GET_HELLO: hello(); break;
      case GET_SNAPSHOT: snapshot(); break;
      case STREAM:
        mode = line.packet.rxBuff[0];
        if (line.packet.rxBuff[1]) scan_ms = 1000 / line.packet.rxBuff[1];
        break;
    }
  }
  if (mode && millis() - last_scan >= scan_ms) {
    last_scan = millis();
    if (mode == 2) scan(); else snapshot();
  }
  if (mode && millis() - last_alive >= 1000) alive();
}
