import type { Finding, Match, TraitEvidence, Verdict } from './finding.ts';
import type { Model } from './model.ts';
import type { ElementPrint } from './print.ts';
import { TextReader } from './texts.ts';
import { trainedModel } from './trained-model.ts';
import { compareTrait, type Level, type PreparedPrint, preparePrint, type Trait, traits } from './traits.ts';

/** One candidate's comparison in every trait. */
export type Comparison = { level: Level; similarity: number }[];

/** The probability from which it is certainly the same, and below which nothing is similar. */
export const verdictLimits = { same: 0.95, gone: 0.3 } as const;
const maxMatches = 5;
/** How many elements of other pages count besides this page's. */
const priorElements = 4;
const minShare = 0.001;

/** findAgain finds a known element among the elements of a page (record linkage, Fellegi and Sunter, 1969). */
export function findAgain(
  known: ElementPrint,
  candidates: readonly ElementPrint[],
  model: Model = trainedModel,
): Finding {
  const texts = new TextReader();
  const prepared = preparePrint(known, texts);
  const others = candidates.map((candidate) => preparePrint(candidate, texts));
  const comparisons = others.map((other) => compareAll(prepared, other));
  const weights = weigh(comparisons, model);
  const probabilities = probabilitiesOf(weights.map(total), model.gone).map((one) => readOdds(one, model.reading));
  const order = probabilities.map((probability, index) => ({ probability, index }));
  order.sort((a, b) => b.probability - a.probability || a.index - b.index);
  const matches = order.slice(0, maxMatches).map(
    ({ probability, index }): Match => ({
      index,
      probability,
      evidence: evidenceOf({
        known: prepared,
        other: others[index]!,
        comparison: comparisons[index]!,
        weights: weights[index]!,
      }),
    }),
  );
  return { verdict: verdictOf(matches[0]?.probability ?? 0), matches };
}

/** compareAll compares every trait. */
export const compareAll = (known: PreparedPrint, other: PreparedPrint): Comparison =>
  traits.map((trait) => compareTrait(trait, known, other));

function verdictOf(probability: number): Verdict {
  if (probability >= verdictLimits.same) return 'same';
  return probability < verdictLimits.gone ? 'gone' : 'unsure';
}

/**
 * weigh returns the weight of each candidate's traits: a rare value in common says much, a value that most elements of
 * the page have says little. Elements are counted among their kin, because those of another role have another text and
 * class anyway.
 */
export function weigh(comparisons: readonly Comparison[], model: Model): number[][] {
  const kin = comparisons.filter(isKin);
  const others = comparisons.filter((comparison) => !isKin(comparison));
  const shares = traits.map((trait, at) => {
    const isOfKin = at === roleAt || at === tagAt;
    return {
      kin: sharesOf(isOfKin ? comparisons : kin, at, model.other[trait]),
      others: sharesOf(isOfKin ? comparisons : others, at, model.other[trait]),
    };
  });
  const bests = traits.map((_trait, at) => Math.max(...comparisons.map((comparison) => comparison[at]!.similarity)));
  return comparisons.map((comparison) => {
    const group = isKin(comparison) ? 'kin' : 'others';
    return comparison.map(({ level, similarity }, at) => {
      const trait = traits[at] as Trait;
      const same = Math.max(minShare, model.same[trait][level] ?? 0);
      const behind = bests[at]! - similarity;
      return model.scale[trait] * Math.log(same / shares[at]![group](level)) - model.relative[trait] * behind;
    });
  });
}

const roleAt = traits.indexOf('role');
const tagAt = traits.indexOf('tag');

/** Whether an element has the same role, or the same tag if it has no role. */
function isKin(comparison: Comparison): boolean {
  const { level } = comparison[roleAt]!;
  return level === 'same' || (level === 'none' && comparison[tagAt]!.level === 'same');
}

/** The share of the other elements of a group, without a given one, that compare like this. */
function sharesOf(
  comparisons: readonly Comparison[],
  at: number,
  prior: Partial<Record<Level, number>>,
): (level: Level) => number {
  const counts = new Map<Level, number>();
  for (const comparison of comparisons) {
    const { level } = comparison[at]!;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return (level) => {
    const others = (counts.get(level) ?? 1) - 1;
    const before = priorElements * Math.max(minShare, prior[level] ?? 0);
    return (others + before) / (comparisons.length - 1 + priorElements);
  };
}

const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** Exactly one of the elements is the same, or none is; a priori, all of them are equally likely. */
export function probabilitiesOf(scores: readonly number[], gone: number): number[] {
  const none = Math.log(Math.max(1, scores.length)) + gone;
  const most = Math.max(none, ...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const sum = parts.reduce((all, part) => all + part, Math.exp(none - most));
  return parts.map((part) => part / sum);
}

/** readOdds calibrates a probability whose evidence was counted more than once. */
export function readOdds(probability: number, { slope, offset }: Model['reading']): number {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + offset)));
}

function evidenceOf({
  known,
  other,
  comparison,
  weights,
}: {
  known: PreparedPrint;
  other: PreparedPrint;
  comparison: Comparison;
  weights: readonly number[];
}): TraitEvidence[] {
  return traits
    .map((trait, at) => ({
      trait,
      was: known.shown[trait],
      is: other.shown[trait],
      likeness: comparison[at]!.similarity,
      weight: weights[at]!,
    }))
    .filter(({ was, is }) => was !== '' || is !== '')
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}
