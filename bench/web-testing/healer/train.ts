import type { Level, Model, Trait } from '@touchstone/engine-heal/testing';
import { levels, probabilitiesOf, traits, weigh } from '@touchstone/engine-heal/testing';
import type { Compared } from './compare.ts';

const smoothing = 2;
const rounds = 300;
const rate = 0.03;
/**
 * Weight of cases whose locators still find the element, and of those whose element was removed, which are
 * overrepresented.
 */
const shareOfFound = 0.3;
const shareOfGone = 0.4;
/** How strongly a scale is regularized towards 0.5. */
const draw = 0.002;

/** train learns from cases how traits change, and the weight of each. */
export function train(cases: readonly Compared[]): Model {
  const same = shares(cases, 'same');
  const other = shares(cases, 'other');
  const none = eachTrait(() => 0);
  const model: Model = {
    same,
    other,
    scale: eachTrait(() => 1),
    relative: none,
    gone: 0,
    reading: { slope: 1, offset: 0 },
  };
  const behind: Model = { ...model, scale: none, relative: eachTrait(() => 1) };
  const weighed = cases.map((one) => {
    const { comparisons, truth } = one;
    const [alone, beside] = [weigh(comparisons, model), weigh(comparisons, behind)];
    return { weights: alone.map((row, index) => [...row, ...beside[index]!]), truth, share: shareOf(one) };
  });
  const fitted = borrowed({ ...model, ...fit(weighed) });
  return { ...fitted, reading: readingOf(cases, fitted) };
}

/** Elements that none of their locators finds any more matter most. */
function shareOf({ ways, truth }: Compared): number {
  if (truth === null) return shareOfGone;
  return ways.includes('right') ? shareOfFound : 1;
}

const eachTrait = <Value>(of: (trait: Trait, at: number) => Value): Record<Trait, Value> =>
  Object.fromEntries(traits.map((trait, at) => [trait, of(trait, at)])) as Record<Trait, Value>;

/** The true elements of the cases, or all others; all of a case together have weight one. */
type Meant = 'same' | 'other';

/** The share of each level among elements that have the trait; for `gained` and `none`, among those that lack it. */
function shares(cases: readonly Compared[], meant: Meant): Model['same'] {
  return eachTrait((_trait, at) => {
    const counts = new Map<Level, number>(levels.map((level) => [level, smoothing]));
    for (const one of cases)
      for (const { level } of comparisonsOf(one, meant).map((comparison) => comparison[at]!))
        counts.set(level, counts.get(level)! + shareOf(one) / (meant === 'same' ? 1 : one.comparisons.length));
    const lacking: Level[] = ['gained', 'none'];
    const sum = (list: readonly Level[]) => list.reduce((all, level) => all + counts.get(level)!, 0);
    const having = levels.filter((level) => !lacking.includes(level));
    return Object.fromEntries(
      levels.map((level) => [level, rounded(counts.get(level)! / sum(lacking.includes(level) ? lacking : having))]),
    );
  });
}

const comparisonsOf = ({ comparisons, truth }: Compared, meant: Meant): Compared['comparisons'] =>
  comparisons.filter((_comparison, index) => (index === truth) === (meant === 'same'));

const rounded = (value: number): number => Number(value.toPrecision(3));

/** The evidence of a case: for each candidate that of each trait, absolute and relative to the others. */
interface Weighed {
  weights: number[][];
  truth: number | null;
  /** The weight of the case. */
  share: number;
}

/** The scales and the odds of removal with the maximum likelihood (conditional logit, by Adam: Kingma and Ba, 2014). */
function fit(cases: readonly Weighed[]): Pick<Model, 'scale' | 'relative' | 'gone'> {
  const values = [...traits.map(() => 0.5), ...traits.map(() => 0), -1];
  const least = [...traits.map(() => 0.02), ...traits.map(() => 0), Number.NEGATIVE_INFINITY];
  const middle = [...values.slice(0, -1), null];
  const first = values.map(() => 0);
  const second = values.map(() => 0);
  for (let round = 1; round <= rounds; round += 1) {
    const slope = slopeOf(cases, values);
    for (const [at, value] of values.entries()) {
      const from = middle[at] ?? value;
      const by = slope[at]! + 2 * draw * (value - from);
      first[at] = 0.9 * first[at]! + 0.1 * by;
      second[at] = 0.999 * second[at]! + 0.001 * by * by;
      const size = Math.sqrt(second[at] / (1 - 0.999 ** round)) + 1e-8;
      values[at] = Math.max(least[at]!, value - (rate * first[at]) / (1 - 0.9 ** round) / size);
    }
  }
  return {
    scale: eachTrait((_trait, at) => rounded(values[at]!)),
    relative: eachTrait((_trait, at) => rounded(values[traits.length + at]!)),
    gone: rounded(values.at(-1)!),
  };
}

/** The pages have almost no test ids, which are maintained at least as carefully as other ids. */
function borrowed(model: Model): Model {
  const taken = <Value>(table: Record<Trait, Value>) => ({ ...table, 'test id': table.id });
  const { same, other, scale, relative } = model;
  return { ...model, same: taken(same), other: taken(other), scale: taken(scale), relative: taken(relative) };
}

/** Calibrates the log odds of the likeliest elements, so that they are right as often as they say. */
function readingOf(cases: readonly Compared[], model: Model): Model['reading'] {
  const answers = cases.map((one) => {
    const scores = weigh(one.comparisons, model).map((row) => row.reduce((sum, weight) => sum + weight, 0));
    const chances = probabilitiesOf(scores, model.gone);
    const best = chances.indexOf(Math.max(...chances));
    const bounded = Math.min(1 - 1e-9, Math.max(1e-9, chances[best]!));
    return { odds: Math.log(bounded / (1 - bounded)), isRight: best === one.truth ? 1 : 0, share: shareOf(one) };
  });
  let [slope, offset] = [1, 0];
  const shares = answers.reduce((sum, { share }) => sum + share, 0);
  for (let round = 0; round < 3000; round += 1) {
    let [bySlope, byOffset] = [0, 0];
    for (const { odds, isRight, share } of answers) {
      const error = share * (1 / (1 + Math.exp(-(slope * odds + offset))) - isRight);
      bySlope += error * odds;
      byOffset += error;
    }
    slope -= (0.05 * bySlope) / shares;
    offset -= (0.2 * byOffset) / shares;
  }
  return { slope: rounded(slope), offset: rounded(offset) };
}

/** The gradient of the negative log likelihood by each value. */
function slopeOf(cases: readonly Weighed[], values: readonly number[]): number[] {
  const slope = values.map(() => 0);
  const last = values.length - 1;
  let shares = 0;
  for (const { weights, truth, share } of cases) {
    shares += share;
    const scores = weights.map((row) => row.reduce((sum, weight, at) => sum + weight * values[at]!, 0));
    const chances = probabilitiesOf(scores, values[last]!);
    const none = 1 - chances.reduce((sum, chance) => sum + chance, 0);
    slope[last]! += share * (none - (truth === null ? 1 : 0));
    for (const [index, row] of weights.entries()) {
      const push = share * (chances[index]! - (index === truth ? 1 : 0));
      for (const [at, weight] of row.entries()) slope[at]! += push * weight;
    }
  }
  return slope.map((sum) => sum / shares);
}
