// The wood of the board, painted once for each size: kaya with straight grain, the same on every screen (the randomness is seeded).

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/**
 * Paints the whole canvas.
 * @param {HTMLCanvasElement} canvas its width and height are set in device pixels
 */
export function paintWood(canvas) {
  const { width, height } = canvas;
  const pen = canvas.getContext("2d", { alpha: false });
  const random = seeded(19);
  const base = pen.createLinearGradient(0, 0, width, height);
  base.addColorStop(0, "#e6bf7c");
  base.addColorStop(0.5, "#dfb46c");
  base.addColorStop(1, "#d6a85d");
  pen.fillStyle = base;
  pen.fillRect(0, 0, width, height);
  bands(pen, random, width, height);
  grain(pen, random, width, height);
  pores(pen, random, width, height);
  const light = pen.createRadialGradient(width * 0.32, height * 0.2, 0, width * 0.5, height * 0.5, width * 0.95);
  light.addColorStop(0, "rgba(255,240,205,0.22)");
  light.addColorStop(0.55, "rgba(255,236,200,0)");
  light.addColorStop(1, "rgba(80,45,10,0.20)");
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
}

/** Broad soft bands: earlier and later wood. */
function bands(pen, random, width, height) {
  for (let x = 0; x < width; x += width * (0.02 + random() * 0.07)) {
    const broad = width * (0.015 + random() * 0.05);
    const fade = pen.createLinearGradient(x, 0, x + broad, 0);
    const tone = random() > 0.5 ? "140,86,28" : "255,232,180";
    fade.addColorStop(0, `rgba(${tone},0)`);
    fade.addColorStop(0.5, `rgba(${tone},${0.05 + random() * 0.07})`);
    fade.addColorStop(1, `rgba(${tone},0)`);
    pen.fillStyle = fade;
    pen.fillRect(x, 0, broad, height);
  }
}

/** Year rings seen from the side: nearly straight lines, closer and wider in turn. */
function grain(pen, random, width, height) {
  const unit = width / 800;
  let x = 0;
  while (x < width) {
    const swell = 0.5 + 0.5 * Math.sin(x / (width * 0.09));
    x += unit * (1.6 + swell * 4.2 + random() * 2.4);
    const lean = (random() - 0.5) * unit * 7;
    const wave = unit * (0.6 + random() * 1.6);
    const turn = random() * Math.PI * 2;
    pen.strokeStyle = `rgba(122,72,20,${0.05 + random() * 0.12})`;
    pen.lineWidth = unit * (0.5 + random() * 0.9);
    pen.beginPath();
    for (let part = 0; part <= 16; part += 1) {
      const y = (height * part) / 16;
      const at = x + lean * (part / 16 - 0.5) + wave * Math.sin(turn + part * 0.45);
      if (part === 0) pen.moveTo(at, y);
      else pen.lineTo(at, y);
    }
    pen.stroke();
  }
}

/** Short fine strokes along the grain. */
function pores(pen, random, width, height) {
  const unit = width / 800;
  pen.lineWidth = unit * 0.6;
  for (let n = 0; n < 900; n += 1) {
    const [x, y, long] = [random() * width, random() * height, unit * (3 + random() * 11)];
    pen.strokeStyle = `rgba(96,54,14,${0.04 + random() * 0.08})`;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x, y + long);
    pen.stroke();
  }
}
