import type { Picture } from './png.ts';

/** An area of a picture in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Difference between two pictures of the same size. */
export interface PictureDifference {
  /** Number of differing pixels, except those that only smooth an edge and those in ignored areas. */
  differentPixels: number;
  /** Percentage of all pixels. */
  percent: number;
  /** The actual picture in pale colours, with differing pixels in red and ignored ones in blue. */
  picture: Picture;
}

/**
 * The largest squared distance of two colours in YIQ space that counts as equal: a tenth of that between black and
 * white. The weights are from Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC transmission
 * color space" (2010).
 */
const maxDelta = 35_215 * 0.1 ** 2;

/** Colours blended over white, as a viewer sees them. */
function overWhite({ pixels }: Picture): Uint8Array {
  const seen = new Uint8Array(pixels);
  for (let at = 0; at < seen.length; at += 4) {
    const opacity = (seen[at + 3] ?? 255) / 255;
    if (opacity === 1) continue;
    for (let part = 0; part < 3; part += 1) seen[at + part] = 255 + ((seen[at + part] ?? 0) - 255) * opacity;
    seen[at + 3] = 255;
  }
  return seen;
}

const brightness = (pixels: Uint8Array, at: number): number =>
  (pixels[at] ?? 0) * 0.29889531 + (pixels[at + 1] ?? 0) * 0.58662247 + (pixels[at + 2] ?? 0) * 0.11448223;

/** Perceived difference between two colours. */
function delta(a: Uint8Array, b: Uint8Array, at: number): number {
  const red = (a[at] ?? 0) - (b[at] ?? 0);
  const green = (a[at + 1] ?? 0) - (b[at + 1] ?? 0);
  const blue = (a[at + 2] ?? 0) - (b[at + 2] ?? 0);
  const y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223;
  const i = red * 0.59597799 - green * 0.2741761 - blue * 0.32180189;
  const q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

/** Two pictures of the same size, side by side. */
class Pair {
  readonly width: number;
  readonly height: number;
  readonly expected: Uint8Array;
  readonly actual: Uint8Array;
  readonly #expectedWords: Uint32Array;
  readonly #actualWords: Uint32Array;

  constructor(expected: Picture, actual: Picture) {
    ({ width: this.width, height: this.height } = expected);
    this.expected = overWhite(expected);
    this.actual = overWhite(actual);
    this.#expectedWords = new Uint32Array(this.expected.buffer);
    this.#actualWords = new Uint32Array(this.actual.buffer);
  }

  differs(pixel: number): boolean {
    if (this.#expectedWords[pixel] === this.#actualWords[pixel]) return false;
    return delta(this.expected, this.actual, pixel * 4) > maxDelta;
  }

  /**
   * Whether a pixel only smooths an edge in one of the pictures: it lies between a darker and a brighter neighbour, one
   * of which is part of a plain surface in both (after Vyšniauskas, "Anti-aliased pixel and intensity slope detector",
   * 2009).
   */
  smooths(x: number, y: number): boolean {
    return (
      this.#liesOnEdge(this.expected, x, y, [this.#expectedWords, this.#actualWords]) ||
      this.#liesOnEdge(this.actual, x, y, [this.#actualWords, this.#expectedWords])
    );
  }

  #liesOnEdge(pixels: Uint8Array, x: number, y: number, words: [Uint32Array, Uint32Array]): boolean {
    const own = brightness(pixels, (y * this.width + x) * 4);
    let [darkest, brightest, equal] = [0, 0, 0];
    let [darkAt, brightAt] = [-1, -1];
    for (const at of this.#around(x, y)) {
      const change = brightness(pixels, at * 4) - own;
      if (change === 0) equal += 1;
      if (equal > 2) return false;
      if (change < darkest) [darkest, darkAt] = [change, at];
      if (change > brightest) [brightest, brightAt] = [change, at];
    }
    if (darkAt < 0 || brightAt < 0) return false;
    return [darkAt, brightAt].some((at) => words.every((of) => this.#isOfSurface(of, at)));
  }

  /** Whether a pixel has three neighbours of its colour; pixels at the border have fewer neighbours. */
  #isOfSurface(words: Uint32Array, pixel: number): boolean {
    const [x, y] = [pixel % this.width, Math.floor(pixel / this.width)];
    const isAtBorder = x === 0 || y === 0 || x === this.width - 1 || y === this.height - 1;
    let equal = isAtBorder ? 1 : 0;
    for (const at of this.#around(x, y)) if (words[at] === words[pixel]) equal += 1;
    return equal > 2;
  }

  #around(x: number, y: number): number[] {
    const found: number[] = [];
    for (let row = Math.max(0, y - 1); row <= Math.min(this.height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(this.width - 1, x + 1); column += 1)
        if (row !== y || column !== x) found.push(row * this.width + column);
    return found;
  }
}

/** The pixels in ignored areas, as a byte each. */
function ignoredPixels({ width, height }: Picture, areas: readonly Area[]): Uint8Array {
  const ignored = new Uint8Array(width * height);
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  for (const area of areas) {
    const left = within(Math.floor(area.x), width);
    const right = within(Math.ceil(area.x + area.width), width);
    const bottom = within(Math.ceil(area.y + area.height), height);
    for (let row = within(Math.floor(area.y), height); row < bottom; row += 1)
      ignored.fill(1, row * width + left, row * width + right);
  }
  return ignored;
}

const red = [224, 49, 49];

/**
 * comparePictures counts and marks the pixels of two pictures of the same size that a viewer would see as different.
 */
export function comparePictures(expected: Picture, actual: Picture, ignored: readonly Area[] = []): PictureDifference {
  if (expected.width !== actual.width || expected.height !== actual.height)
    throw new RangeError('Pictures of different sizes cannot be compared pixel by pixel.');
  const pair = new Pair(expected, actual);
  const { width, height } = pair;
  const isIgnored = ignoredPixels(expected, ignored);
  const shown = new Uint8Array(width * height * 4);
  let differentPixels = 0;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const at = pixel * 4;
    shown[at + 3] = 255;
    const isDifferent =
      isIgnored[pixel] === 0 && pair.differs(pixel) && !pair.smooths(pixel % width, Math.floor(pixel / width));
    if (isDifferent) {
      differentPixels += 1;
      shown.set(red, at);
      continue;
    }
    const pale = 255 + (brightness(pair.actual, at) - 255) * 0.2;
    shown.fill(pale, at, at + 3);
    if (isIgnored[pixel] === 1) shown[at] = shown[at + 1] = pale * 0.8;
  }
  const percent = (differentPixels / (width * height)) * 100;
  return { differentPixels, percent, picture: { width, height, pixels: shown } };
}
