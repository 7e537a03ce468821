import type { Level, Model, Trait } from '@touchstone/engine-heal/training';
import { levels, probabilitiesOf, traits, weigh } from '@touchstone/engine-heal/training';
import type { Compared } from './compare.ts';

const smoothing = 2;
const rounds = 300;
const rate = 0.03;
/** How strongly a scale is drawn towards 0.5. */
const draw = 0.002;

/** train learns from cases how traits change, and how much each counts beside the others. */
export function train(cases: readonly Compared[]): Model {
  const same = shares(cases, (index, truth) => index === truth);
  const other = shares(cases, (index, truth) => index !== truth);
  const none = eachTrait(() => 0);
  const model: Model = { same, other, scale: eachTrait(() => 1), relative: none, gone: 0 };
  const behind: Model = { ...model, scale: none, relative: eachTrait(() => 1) };
  const weighed = cases.map(({ comparisons, truth }) => {
    const [alone, beside] = [weigh(comparisons, model), weigh(comparisons, behind)];
    return { weights: alone.map((row, index) => [...row, ...beside[index]!]), truth };
  });
  return { ...model, ...fit(weighed) };
}

const eachTrait = <Value>(of: (trait: Trait, at: number) => Value): Record<Trait, Value> =>
  Object.fromEntries(traits.map((trait, at) => [trait, of(trait, at)])) as Record<Trait, Value>;

/** Of elements that have a trait the shares of the levels that this leaves, of those that lack it the shares of the others. */
function shares(cases: readonly Compared[], isMeant: (index: number, truth: number | null) => boolean) {
  return eachTrait((_trait, at) => {
    const counts = new Map<Level, number>(levels.map((level) => [level, smoothing]));
    for (const { comparisons, truth } of cases)
      for (const [index, comparison] of comparisons.entries())
        if (isMeant(index, truth))
          counts.set(
            comparison[at]!.level,
            counts.get(comparison[at]!.level)! + 1 / (truth === index ? 1 : comparisons.length),
          );
    const lacking: Level[] = ['gained', 'none'];
    const sum = (list: readonly Level[]) => list.reduce((all, level) => all + counts.get(level)!, 0);
    const having = levels.filter((level) => !lacking.includes(level));
    return Object.fromEntries(
      levels.map((level) => [level, round(counts.get(level)! / sum(lacking.includes(level) ? lacking : having))]),
    );
  });
}

const round = (value: number): number => Number(value.toPrecision(3));

/** Scales and the odds of being gone under which what happened was likeliest (conditional logit, by Adam). */
function fit(
  cases: readonly { weights: number[][]; truth: number | null }[],
): Pick<Model, 'scale' | 'relative' | 'gone'> {
  const size = 2 * traits.length + 1;
  const values = [...traits.map(() => 0.5), ...traits.map(() => 0), -1];
  const first = new Array<number>(size).fill(0);
  const second = new Array<number>(size).fill(0);
  for (let roundNumber = 1; roundNumber <= rounds; roundNumber += 1) {
    const slope = new Array<number>(size).fill(0);
    for (const { weights, truth } of cases) {
      const scores = weights.map((row) => row.reduce((sum, weight, at) => sum + weight * values[at]!, 0));
      const chances = probabilitiesOf(scores, values[size - 1]!);
      const none = 1 - chances.reduce((sum, chance) => sum + chance, 0);
      slope[size - 1]! += none - (truth === null ? 1 : 0);
      for (const [index, chance] of chances.entries()) {
        const push = chance - (index === truth ? 1 : 0);
        if (Math.abs(push) < 1e-6) continue;
        for (const [at, weight] of weights[index]!.entries()) slope[at]! += push * weight;
      }
    }
    for (let at = 0; at < size; at += 1) {
      const pull = at < size - 1 ? 2 * draw * (values[at]! - (at < traits.length ? 0.5 : 0)) : 0;
      const by = slope[at]! / cases.length + pull;
      first[at] = 0.9 * first[at]! + 0.1 * by;
      second[at] = 0.999 * second[at]! + 0.001 * by * by;
      const step = first[at]! / (1 - 0.9 ** roundNumber) / (Math.sqrt(second[at]! / (1 - 0.999 ** roundNumber)) + 1e-8);
      values[at] =
        at < size - 1 ? Math.max(at < traits.length ? 0.02 : 0, values[at]! - rate * step) : values[at]! - rate * step;
    }
  }
  return {
    scale: eachTrait((_trait, at) => round(values[at]!)),
    relative: eachTrait((_trait, at) => round(values[traits.length + at]!)),
    gone: round(values[size - 1]!),
  };
}
