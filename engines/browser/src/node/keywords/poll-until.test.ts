import { expect, it } from 'vitest';
import { pollUntil } from './poll-until.ts';
import type { StepAction } from './step-action.ts';

/** A step with time for this many further looks. */
const withPolls = (left: number) => {
  const polls = Array.from({ length: left }, () => 'look');
  return { polling: { another: async () => polls.pop() !== undefined } } as unknown as StepAction;
};
const late = new Error('locator.evaluate: Timeout 500ms exceeded.');
const left = new Error('Execution context was destroyed, most likely because of a navigation');
const closed = new Error('Target page, context or browser has been closed');

/** Looks that return these values, one after the other. */
const sees = (...seen: (string | Error)[]) => {
  const rest = [...seen];
  return async () => {
    const next = rest.shift() ?? 'nothing more';
    if (next instanceof Error) throw next;
    return next;
  };
};
const isNine = (text: string) => text === '9';

it.each<[what: string, polls: number, seen: (string | Error)[], value: string, isRight: boolean]>([
  ['right at once', 0, ['9'], '9', true],
  ['right later', 2, ['0', '1', '9'], '9', true],
  ['never right', 1, ['0', '1', '9'], '1', false],
  ['a last look that is late', 5, ['0', late, '9'], '0', false],
  ['a page that is left', 2, ['0', left, '9'], '9', true],
])('%s', async (_what, polls, seen, value, isRight) => {
  expect(await pollUntil(withPolls(polls), sees(...seen), isNine)).toEqual({ value, isRight });
});

it.each<[what: string, polls: number, seen: (string | Error)[], error: Error]>([
  ['a first look that is late', 5, [late, '9'], late],
  ['a tab that is closed', 5, ['0', closed, '9'], closed],
  ['a page that is left at the end', 0, [left, '9'], left],
])('throws for %s', async (_what, polls, seen, error) => {
  await expect(pollUntil(withPolls(polls), sees(...seen), isNine)).rejects.toBe(error);
});
