import type { JsonSchema } from '../infer-json-schema.ts';
import { tightest } from './schema-shape.ts';

/** numbersFor returns numbers that are likely within the bounds of all parts, the plainest first. */
export function numbersFor(parts: readonly JsonSchema[], isInteger: boolean): number[] {
  const low = largest(tightest(parts, 'minimum', 'max'), tightest(parts, 'exclusiveMinimum', 'max'));
  const high = smallest(tightest(parts, 'maximum', 'min'), tightest(parts, 'exclusiveMaximum', 'min'));
  const step = stepOf(parts, isInteger);
  const near = [low, high].filter((bound) => bound !== undefined);
  const middle = low !== undefined && high !== undefined ? [low / 2 + high / 2] : [];
  const wide = [1, 0, ...near, ...middle, 2, 3, 10, 100, -1, 1.5, 0.5];
  const beside = near.flatMap((bound) => {
    const small = Math.max(Math.abs(bound), 1) * 1e-6;
    return [bound + 1, bound - 1, bound + small, bound - small];
  });
  const all = [...wide, ...beside];
  const stepped = step === undefined ? all : all.flatMap((value) => [0, 1, -1].map((by) => multiple(value, step, by)));
  return [...new Set(stepped)].filter(
    (value) => Number.isFinite(value) && value >= (low ?? -Infinity) && value <= (high ?? Infinity),
  );
}

const largest = (...values: (number | undefined)[]) => bound(values, Math.max);
const smallest = (...values: (number | undefined)[]) => bound(values, Math.min);
function bound(values: (number | undefined)[], pick: (...values: number[]) => number): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : pick(...known);
}

/** A step in exact decimals: `digits` · 10^-`scale`. */
interface Step {
  digits: bigint;
  scale: number;
}

function stepOf(parts: readonly JsonSchema[], isInteger: boolean): Step | undefined {
  const written = parts.map(({ multipleOf }) => multipleOf).filter((value) => typeof value === 'number' && value > 0);
  const steps = [...(isInteger ? [1] : []), ...(written as number[])].map(decimal);
  if (steps.length === 0) return undefined;
  const scale = Math.max(...steps.map((step) => step.scale));
  const digits = steps.map((step) => step.digits * 10n ** BigInt(scale - step.scale)).reduce(leastCommonMultiple);
  return { digits, scale };
}

/** The largest multiple of the step up to a value, plus `by` steps. */
function multiple(value: number, { digits, scale }: Step, by: number): number {
  const size = Number(digits) / 10 ** scale;
  const count = Math.floor(value / size + 1e-9) + by;
  return Number.isFinite(count) ? Number(`${BigInt(count) * digits}e-${scale}`) : Number.NaN;
}

function decimal(value: number): Step {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function leastCommonMultiple(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return (left / a) * right;
}
