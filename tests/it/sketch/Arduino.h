// As much of an Arduino as the sketch of a board asks for, on this machine: its clock, one analogue pin, and a serial port that is a pseudo-terminal.
#pragma once
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

const int A0 = 0;
inline uint64_t nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
inline uint32_t millis() { return (uint32_t)(nanoseconds() / 1000000u); }
inline uint32_t micros() { return (uint32_t)(nanoseconds() / 1000u); }
inline int analogRead(int) { return (int)(nanoseconds() % 1024u); }

// The device's end of a pseudo-terminal, whose other end stands in the first line of the output.
struct SerialPort {
  int device = -1, host = -1;
  void begin(unsigned long) {
    device = posix_openpt(O_RDWR | O_NOCTTY);
    if (device < 0 || grantpt(device) || unlockpt(device)) { perror("pseudo-terminal"); exit(1); }
    // Held open, so that the host may come and go as at a real port.
    host = open(ptsname(device), O_RDWR | O_NOCTTY);
    termios modes;
    tcgetattr(host, &modes);
    cfmakeraw(&modes);
    tcsetattr(host, TCSANOW, &modes);
    fcntl(device, F_SETFL, O_NONBLOCK);
    puts(ptsname(device));
    fflush(stdout);
  }
  int read() {
    uint8_t byte;
    return ::read(device, &byte, 1) == 1 ? byte : -1;
  }
  // A device does not wait for a host that does not read.
  void write(const uint8_t *bytes, size_t n) { if (::write(device, bytes, n) < 0) return; }
};
extern SerialPort Serial;
