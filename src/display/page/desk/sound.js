// A ruling is heard and felt, what wants a look is heard softly, a notice is silent.

let audio = null;

/** Sound needs a person's tap first: browsers will have it so. */
export function allowSound() {
  audio ??= new AudioContext();
  return audio.resume().then(() => audio.state === "running", () => false);
}

export function forbidSound() {
  audio?.suspend();
}

function tone(hertz, from, seconds, loud) {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + from;
  source.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** Calls for an alert of this severity. */
export function call(severity) {
  const running = audio?.state === "running";
  if (severity === "ruling") {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([250, 120, 250, 120, 400]);
    if (running) [660, 880, 660, 880].forEach((hertz, n) => tone(hertz, n * 0.28, 0.26, 0.5));
  } else if (severity === "attention" && running) {
    tone(520, 0, 0.35, 0.12);
  }
}
