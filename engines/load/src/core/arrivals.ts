import type { ConstantArrivalRate, LoadSlice, LoadStage, RampingArrivalRate } from './plan.ts';
import { numberOf, shareOf } from './share.ts';

type ArrivalRate = ConstantArrivalRate | RampingArrivalRate;

/** A stage with the planned count before it, in rate × milliseconds: whole numbers stay exact. */
interface Ramp {
  beginMs: number;
  durationMs: number;
  from: number;
  to: number;
  before: number;
  after: number;
}

/** A planned count this close to a whole number is that number; rates such as 0.1 have no exact binary form. */
const tolerance = 1e-9;

/**
 * Arrivals is the plan of an open workload: arrival `k` (from 0) happens at the first instant at which more than `k`
 * arrivals are planned, solved from the integral of the rate, so that errors don't accumulate. Instants are in
 * milliseconds from the start of the scenario.
 */
export class Arrivals {
  readonly total: number;
  readonly #ramps: Ramp[];
  readonly #unit: number;

  constructor(executor: ArrivalRate) {
    this.#unit = executor.timeUnitMs ?? 1000;
    this.#ramps = rampsOf(executor);
    this.total = wholeAbove((this.#ramps.at(-1)?.after ?? 0) / this.#unit);
  }

  /** The arrivals of a slice, in order. */
  *instants(slice?: LoadSlice): Generator<number> {
    const count = shareOf(this.total, slice);
    let ramp = 0;
    for (let place = 0; place < count; place += 1) {
      const area = numberOf(place, slice) * this.#unit;
      while (ramp < this.#ramps.length - 1 && this.#ramps[ramp]!.after <= area * (1 + tolerance)) ramp += 1;
      yield instantWithin(this.#lastNotEmpty(ramp), area);
    }
  }

  /** Number of a slice's arrivals that are due up to and including an instant. */
  countUntil(ms: number, slice?: LoadSlice): number {
    if (ms < 0) return 0;
    const ramp = this.#ramps.findLast((candidate) => candidate.beginMs <= ms && candidate.after > candidate.before);
    if (ramp === undefined) return 0;
    const within = ms - ramp.beginMs;
    if (within >= ramp.durationMs) return shareOf(Math.min(this.total, wholeAbove(ramp.after / this.#unit)), slice);
    const planned = (ramp.before + areaWithin(ramp, within)) / this.#unit;
    return shareOf(Math.min(this.total, Math.floor(planned + tolerance * Math.max(1, planned)) + 1), slice);
  }

  /** Planned arrivals per second at an instant; at a jump, the rate after it. */
  ratePerSecondAt(ms: number): number {
    const ramp = this.#ramps.find(
      (candidate) => ms >= candidate.beginMs && ms < candidate.beginMs + candidate.durationMs,
    );
    if (ramp === undefined) return 0;
    const rate = ramp.from + ((ramp.to - ramp.from) * (ms - ramp.beginMs)) / ramp.durationMs;
    return (rate * 1000) / this.#unit;
  }

  /** Rounding may lead past the last arrival into a stage of rate 0. */
  #lastNotEmpty(place: number): Ramp {
    let index = place;
    while (index > 0 && this.#ramps[index]!.after === this.#ramps[index]!.before) index -= 1;
    return this.#ramps[index]!;
  }
}

function rampsOf(executor: ArrivalRate): Ramp[] {
  const constant: LoadStage[] =
    executor.type === 'constant-arrival-rate' ? [{ durationMs: executor.durationMs, target: executor.rate }] : [];
  const stages = executor.type === 'constant-arrival-rate' ? constant : executor.stages;
  const ramps: Ramp[] = [];
  let beginMs = 0;
  let before = 0;
  let from = executor.type === 'constant-arrival-rate' ? executor.rate : executor.startRate;
  for (const { durationMs, target } of stages) {
    if (durationMs > 0) {
      const after = before + ((from + target) * durationMs) / 2;
      ramps.push({ beginMs, durationMs, from, to: target, before, after });
      before = after;
      beginMs += durationMs;
    }
    from = target;
  }
  return ramps;
}

function areaWithin({ from, to, durationMs }: Ramp, ms: number): number {
  return from * ms + ((to - from) * ms * ms) / (2 * durationMs);
}

/** Solves `areaWithin(ramp, x) = area` in a form that neither divides by a small slope nor cancels. */
function instantWithin(ramp: Ramp, area: number): number {
  const wanted = Math.min(Math.max(0, area - ramp.before), ramp.after - ramp.before);
  if (wanted === 0) return ramp.beginMs;
  const slope = (ramp.to - ramp.from) / ramp.durationMs;
  const root = Math.sqrt(Math.max(0, ramp.from * ramp.from + 2 * slope * wanted));
  return ramp.beginMs + Math.min(ramp.durationMs, (2 * wanted) / (ramp.from + root));
}

function wholeAbove(value: number): number {
  return Math.max(0, Math.ceil(value - tolerance * Math.max(1, value)));
}
