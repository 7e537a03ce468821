import fc from 'fast-check';
import { catalogue } from '../core/catalogue.ts';
import type { Keyword } from '../core/keyword.ts';
import { evidenceChoices, failureActions, type Locator, locatorKinds, type Step, type Target } from '../core/step.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    'a\nb',
    ' x ',
    'End',
    '# no',
    '{{name}}',
    "it's",
    '|',
    ' in ',
    'name="x"',
    '  ',
    '\t',
    'constructor',
  ),
);

const locator: fc.Arbitrary<Locator> = fc.record(
  { by: fc.constantFrom(...locatorKinds), value: text, name: text, exact: fc.constant(true) },
  { requiredKeys: ['by', 'value'] },
);
const target: fc.Arbitrary<Target> = fc.record({
  name: text,
  locators: fc.array(locator, { maxLength: 3 }),
  frame: fc.array(locator, { maxLength: 2 }),
});

function argsOf({ parameters }: Keyword): fc.Arbitrary<Record<string, string>> {
  const shape = Object.fromEntries(parameters.map(({ name }) => [name, text]));
  return fc.record(shape, { requiredKeys: [] }).map((args) => ({ ...args }) as Record<string, string>);
}

function stepOf(keyword: Keyword, within: fc.Arbitrary<Step[]>): fc.Arbitrary<Step> {
  const hasOtherwise = keyword.holds === 'branch' || keyword.holds === 'try';
  return fc
    .record({
      id: fc.constant('s'),
      keyword: fc.constant(keyword.id),
      target: keyword.target === 'none' ? fc.constant(null) : fc.option(target),
      args: argsOf(keyword),
      onFailure: fc.constantFrom(...failureActions),
      retries: fc.integer({ min: 0, max: 10 }),
      timeoutMs: fc.option(fc.integer({ min: 1, max: 100_000 })),
      evidence: fc.constantFrom(...evidenceChoices),
      comment: text,
      isEnabled: fc.boolean(),
      steps: within,
      otherwise: fc.option(
        fc.tuple(within).map(([steps]) => steps),
        { nil: [] },
      ),
    })
    .map(({ steps, otherwise, ...plain }) => {
      const step: Step = { ...plain };
      if (keyword.holds) step.steps = steps;
      if (hasOtherwise && otherwise.length > 0) step.otherwise = otherwise;
      return step;
    });
}

/** Steps of every keyword, with any texts, nested up to three levels deep. */
export const randomSteps: fc.Arbitrary<Step[]> = levels(3);

function levels(left: number): fc.Arbitrary<Step[]> {
  const choices = catalogue.filter(({ holds }) => left > 0 || !holds);
  const within: fc.Arbitrary<Step[]> = left > 0 ? levels(left - 1) : fc.constant([]);
  return fc.array(fc.oneof(...choices.map((keyword) => stepOf(keyword, within))), { maxLength: left === 3 ? 6 : 2 });
}
