// Runs a sketch as the Arduino's own main does.
#include <Arduino.h>

SerialPort Serial;
void setup();
void loop();

int main() {
  setup();
  for (;;) {
    loop();
    usleep(500);
  }
}
