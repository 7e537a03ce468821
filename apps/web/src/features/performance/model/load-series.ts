import type { ChartData, ChartSource } from '../../../ui/chart/time-chart.tsx';

/** How seconds merge into one point: rates are averaged, percentiles keep the worst, numbers of users the latest. */
export type Coarsening = 'mean' | 'max' | 'last';

const none = Number.NaN;

/**
 * LoadSeries keeps the points of a run in arrays of a fixed size, whatever its length: when they are full, each point
 * covers twice as many seconds. Seconds must be in order; one that isn't newer than the last is ignored.
 */
export class LoadSeries implements ChartSource {
  readonly #rules: readonly Coarsening[];
  readonly #capacity: number;
  readonly #seconds: Float64Array;
  /** Number of seconds in each point. */
  readonly #counts: Float64Array;
  readonly #values: Float64Array[];
  readonly #listeners = new Set<() => void>();
  #length = 0;
  #stride = 1;
  #newest = -1;

  constructor(rules: readonly Coarsening[], capacity = 4096) {
    this.#rules = rules;
    this.#capacity = capacity;
    this.#seconds = new Float64Array(capacity);
    this.#counts = new Float64Array(capacity);
    this.#values = rules.map(() => new Float64Array(capacity));
  }

  /** Seconds covered by a point. */
  get secondsPerPoint(): number {
    return this.#stride;
  }

  /** Adds a second; null if nothing was measured. */
  push(second: number, values: readonly (number | null)[]): void {
    if (second <= this.#newest) return;
    this.#newest = second;
    while (this.#length === this.#capacity && !this.#isLast(second)) this.#halve();
    this.#add(second, 1, (line) => values[line] ?? none);
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The points; beyond `most`, neighbours are merged for drawing only, and the series keeps all of them. */
  read(most = this.#capacity): ChartData {
    if (this.#length > most) return this.#coarser(most).read();
    return {
      seconds: Array.from(this.#seconds.subarray(0, this.#length)),
      values: this.#values.map((line) =>
        Array.from(line.subarray(0, this.#length), (value) => (Number.isNaN(value) ? null : value)),
      ),
    };
  }

  #coarser(most: number): LoadSeries {
    const span = (this.#seconds[this.#length - 1] ?? 0) - (this.#seconds[0] ?? 0);
    // Points of a long run already cover several seconds each.
    const apart = Math.ceil(span / (this.#length - 1));
    const stride = apart * Math.ceil(this.#length / most);
    const coarse = new LoadSeries(this.#rules, Math.floor(span / stride) + 2);
    coarse.#stride = stride;
    for (let index = 0; index < this.#length; index += 1) coarse.#take(this, index);
    return coarse;
  }

  #take(from: LoadSeries, index: number): void {
    this.#add(from.#seconds[index] ?? 0, from.#counts[index] ?? 0, (line) => from.#values[line]?.[index] ?? none);
  }

  #isLast(second: number): boolean {
    return this.#length > 0 && this.#seconds[this.#length - 1] === this.#pointOf(second);
  }

  #pointOf(second: number): number {
    return Math.floor(second / this.#stride) * this.#stride;
  }

  #add(second: number, count: number, read: (line: number) => number): void {
    const joins = this.#isLast(second);
    const at = joins ? this.#length - 1 : this.#length;
    const before = joins ? (this.#counts[at] ?? 0) : 0;
    for (const [place, line] of this.#values.entries()) {
      const value = read(place);
      line[at] = joins ? joined(this.#rules[place] ?? 'last', line[at] ?? none, before, value, count) : value;
    }
    this.#seconds[at] = this.#pointOf(second);
    this.#counts[at] = before + count;
    this.#length = at + 1;
  }

  /** Points only move towards the front, so the same arrays can be read and written. */
  #halve(): void {
    const length = this.#length;
    this.#stride *= 2;
    this.#length = 0;
    for (let index = 0; index < length; index += 1) this.#take(this, index);
  }
}

function joined(rule: Coarsening, a: number, aCount: number, b: number, bCount: number): number {
  if (Number.isNaN(a)) return b;
  if (Number.isNaN(b)) return a;
  if (rule === 'mean') return (a * aCount + b * bCount) / (aCount + bCount);
  return rule === 'max' ? Math.max(a, b) : b;
}
