// The LED display: 64 × 16 lights, as they are lit at the table.
const WIDTH = 64;
const HEIGHT = 16;

/** Draws the lights into a canvas; each of the 256 hexadecimal digits holds four of them. */
export function drawLeds(canvas, lights) {
  const pen = canvas.getContext("2d");
  const step = canvas.width / WIDTH;
  pen.fillStyle = "#0d0b08";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const lit = [];
  for (let place = 0; place < WIDTH * HEIGHT; place += 1) {
    const on = (parseInt(lights[place >> 2], 16) >> (3 - (place & 3))) & 1;
    const x = (place % WIDTH + 0.5) * step;
    const y = (Math.floor(place / WIDTH) + 0.5) * step;
    if (on) lit.push([x, y]);
    else dot(pen, x, y, step * 0.34, "#2a2015");
  }
  for (const [x, y] of lit) {
    const glow = pen.createRadialGradient(x, y, step * 0.1, x, y, step * 0.95);
    glow.addColorStop(0, "rgba(255, 176, 46, 0.55)");
    glow.addColorStop(1, "rgba(255, 140, 0, 0)");
    dot(pen, x, y, step * 0.95, glow);
  }
  for (const [x, y] of lit) dot(pen, x, y, step * 0.38, "#ffb52e");
}

function dot(pen, x, y, radius, fill) {
  pen.fillStyle = fill;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
