import { decodeBase64, encodeBase64, readVarint, writeVarint } from './varint-text.ts';

/**
 * HistogramRange is what a histogram knows exactly: the number of values, their sum, the smallest and the largest, in
 * µs.
 */
export interface HistogramRange {
  count: number;
  sum: number;
  min: number;
  max: number;
}

/**
 * SerializedHistogram is plain data; `buckets` is base64 of pairs (gap to the previous bucket, count) as
 * variable-length integers.
 */
export interface SerializedHistogram extends HistogramRange {
  buckets: string;
}

/**
 * 512 buckets per power of two: the middle of a bucket is within 0.1 % of every value in it (three significant digits).
 */
const halfBits = 9;
const half = 1 << halfBits;
/** About 71 minutes; longer values are clamped to it. */
const largest = 0xffff_ffff;
const leadingZerosOfLinear = 31 - halfBits;
const bucketCount = half * (leadingZerosOfLinear + 2);

/**
 * Histogram counts durations in whole µs with three significant digits in constant memory (48 KB). Merging is exact:
 * the result equals the histogram of all values recorded into one. Count, sum, smallest and largest value are exact.
 */
export class Histogram {
  count = 0;
  sum = 0;
  min = largest;
  max = 0;
  readonly #buckets = new Uint32Array(bucketCount);

  /** Counts one value in µs; fractions are rounded, negative values count as 0. */
  record(us: number): void {
    const value = us > 0 ? (us < largest ? Math.round(us) : largest) : 0;
    this.#buckets[bucketOf(value)]! += 1;
    this.count += 1;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  /** Adds everything that another histogram counted. */
  add(other: Histogram | SerializedHistogram): void {
    if (other.count === 0) return;
    if (!(other instanceof Histogram)) {
      this.addBytes(other, [decodeBase64(other.buckets)]);
      return;
    }
    const last = bucketOf(other.max);
    for (let index = bucketOf(other.min); index <= last; index += 1) this.#buckets[index]! += other.#buckets[index]!;
    this.#widen(other);
  }

  /**
   * Adds what other histograms counted, given their common range and the buckets of each, as `toBytes` writes them.
   * Throws a RangeError if they are damaged.
   */
  addBytes(range: HistogramRange, parts: readonly Uint8Array[]): void {
    if (range.count === 0) return;
    for (const bytes of parts) this.#addBuckets(bytes);
    this.#widen(range);
  }

  #addBuckets(bytes: Uint8Array): void {
    let index = 0;
    let place = 0;
    while (place < bytes.length) {
      const gap = readVarint(bytes, place);
      const count = readVarint(bytes, gap.next);
      index += gap.value;
      if (index >= bucketCount) throw new RangeError('The histogram is damaged: a bucket lies outside its range.');
      this.#buckets[index]! += count.value;
      place = count.next;
    }
  }

  #widen({ count, sum, min, max }: HistogramRange): void {
    this.count += count;
    this.sum += sum;
    this.min = Math.min(this.min, min);
    this.max = Math.max(this.max, max);
  }

  /** The value in µs that `percent` of all values do not exceed (nearest rank), within 0.1 %; 0 without values. */
  percentile(percent: number): number {
    if (this.count === 0) return 0;
    const rank = Math.max(1, Math.ceil((percent / 100) * this.count - 1e-9));
    if (rank >= this.count) return this.max;
    let seen = 0;
    const last = bucketOf(this.max);
    for (let index = bucketOf(this.min); index <= last; index += 1) {
      seen += this.#buckets[index]!;
      if (seen >= rank) return Math.min(this.max, Math.max(this.min, middleOf(index)));
    }
    return this.max;
  }

  /** Values in µs with their counts, in ascending order. */
  *entries(): Generator<[us: number, count: number]> {
    if (this.count === 0) return;
    const last = bucketOf(this.max);
    for (let index = bucketOf(this.min); index <= last; index += 1) {
      const count = this.#buckets[index]!;
      if (count > 0) yield [middleOf(index), count];
    }
  }

  serialize(): SerializedHistogram {
    if (this.count === 0) return { ...emptyHistogram };
    return { count: this.count, sum: this.sum, min: this.min, max: this.max, buckets: encodeBase64(this.toBytes()) };
  }

  /** The buckets: pairs (gap to the previous bucket, count) as variable-length integers. */
  toBytes(): number[] {
    const bytes: number[] = [];
    if (this.count === 0) return bytes;
    let previous = 0;
    const last = bucketOf(this.max);
    for (let index = bucketOf(this.min); index <= last; index += 1) {
      const count = this.#buckets[index]!;
      if (count === 0) continue;
      writeVarint(bytes, index - previous);
      writeVarint(bytes, count);
      previous = index;
    }
    return bytes;
  }

  /** Clears the histogram. */
  reset(): void {
    if (this.count > 0) this.#buckets.fill(0, bucketOf(this.min), bucketOf(this.max) + 1);
    this.count = 0;
    this.sum = 0;
    this.min = largest;
    this.max = 0;
  }

  /** Throws a RangeError if the text is damaged. */
  static from(serialized: SerializedHistogram): Histogram {
    const histogram = new Histogram();
    histogram.add(serialized);
    return histogram;
  }
}

/** emptyHistogram is what a histogram without values serializes to. */
export const emptyHistogram: Readonly<SerializedHistogram> = { count: 0, sum: 0, min: 0, max: 0, buckets: '' };

/** mergeHistograms returns the histogram of all values of the given ones. */
export function mergeHistograms(histograms: readonly SerializedHistogram[]): SerializedHistogram {
  const filled = histograms.filter((histogram) => histogram.count > 0);
  if (filled.length === 0) return { ...emptyHistogram };
  if (filled.length === 1) return { ...filled[0]! };
  const counts = new Map<number, number>();
  for (const { buckets } of filled) {
    for (const [index, count] of readBuckets(buckets)) counts.set(index, (counts.get(index) ?? 0) + count);
  }
  const bytes: number[] = [];
  let previous = 0;
  for (const index of [...counts.keys()].sort((a, b) => a - b)) {
    writeVarint(bytes, index - previous);
    writeVarint(bytes, counts.get(index)!);
    previous = index;
  }
  return {
    count: filled.reduce((sum, histogram) => sum + histogram.count, 0),
    sum: filled.reduce((sum, histogram) => sum + histogram.sum, 0),
    min: Math.min(...filled.map((histogram) => histogram.min)),
    max: Math.max(...filled.map((histogram) => histogram.max)),
    buckets: encodeBase64(bytes),
  };
}

/** One bucket per µs below 1024, then 512 per power of two. */
function bucketOf(value: number): number {
  const shift = Math.max(0, leadingZerosOfLinear - Math.clz32(value));
  return half * shift + (value >>> shift);
}

function middleOf(index: number): number {
  const shift = Math.max(0, Math.floor(index / half) - 1);
  const lowest = (index - half * shift) * 2 ** shift;
  return lowest + (2 ** shift - 1) / 2;
}

function* readBuckets(text: string): Generator<[index: number, count: number]> {
  const bytes = decodeBase64(text);
  let index = 0;
  let place = 0;
  while (place < bytes.length) {
    const gap = readVarint(bytes, place);
    const count = readVarint(bytes, gap.next);
    index += gap.value;
    if (index >= bucketCount) throw new RangeError('The histogram is damaged: a bucket lies outside its range.');
    yield [index, count.value];
    place = count.next;
  }
}
