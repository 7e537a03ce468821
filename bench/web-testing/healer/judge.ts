import type { Model } from '@touchstone/engine-heal/testing';
import { probabilitiesOf, readOdds, weigh } from '@touchstone/engine-heal/testing';
import type { Compared } from './compare.ts';

/**
 * The accuracy of a way of finding elements again, in percent of the elements that still exist, or that were removed.
 */
export interface Judged {
  there: number;
  gone: number;
  /** The likeliest one is correct. */
  right: number;
  /** Surely the same: correct, and wrong. */
  healed: number;
  wrong: number;
  /** For removed elements: another one is surely the same. */
  wrongOfGone: number;
  /** Mean difference between probabilities and how often they are right, in ten bins. */
  unreliability: number;
  /**
   * The likeliest one of Similo is correct; the first locator of a recording still finds the element, or another one.
   */
  similo: number;
  locator: number;
  locatorWrong: number;
}

/** judge counts how often the element is found again. */
export function judge(cases: readonly Compared[], model: Model, surely: number): Judged {
  const answers = cases.map((one) => ({ one, ...answerOf(one, model) }));
  const there = answers.filter(({ one }) => one.truth !== null || one.isMissed);
  const gone = answers.filter(({ one }) => one.truth === null && !one.isMissed);
  const share = <Item>(list: readonly Item[], is: (item: Item) => boolean) =>
    (100 * list.filter(is).length) / Math.max(1, list.length);
  return {
    there: there.length,
    gone: gone.length,
    right: share(there, ({ isRight }) => isRight),
    healed: share(there, ({ isRight, probability }) => isRight && probability >= surely),
    wrong: share(there, ({ isRight, probability }) => !isRight && probability >= surely),
    wrongOfGone: share(gone, ({ probability }) => probability >= surely),
    unreliability: unreliabilityOf(answers),
    similo: share(there, ({ one }) => one.similo === one.truth),
    locator: share(there, ({ one: { ways } }) => ways.find((way) => way !== 'none') === 'right'),
    locatorWrong: share(there, ({ one: { ways } }) => ways.find((way) => way !== 'none') === 'wrong'),
  };
}

function answerOf({ comparisons, truth }: Compared, model: Model): { probability: number; isRight: boolean } {
  const scores = weigh(comparisons, model).map((row) => row.reduce((sum, weight) => sum + weight, 0));
  const chances = probabilitiesOf(scores, model.gone).map((one) => readOdds(one, model.reading));
  const probability = Math.max(...chances);
  return { probability, isRight: truth !== null && chances.indexOf(probability) === truth };
}

function unreliabilityOf(answers: readonly { probability: number; isRight: boolean }[]): number {
  const steps = Array.from({ length: 10 }, () => ({ predicted: 0, right: 0 }));
  for (const { probability, isRight } of answers) {
    const step = steps[Math.min(9, Math.floor(probability * 10))]!;
    step.predicted += probability;
    step.right += isRight ? 1 : 0;
  }
  return (
    steps.reduce((sum, { predicted, right }) => sum + Math.abs(predicted - right), 0) / Math.max(1, answers.length)
  );
}
