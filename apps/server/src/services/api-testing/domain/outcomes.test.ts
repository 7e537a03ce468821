import { expect, test } from 'vitest';
import { isFlaky, type JudgedOutcome } from './outcomes.ts';

const words = { p: 'passed', f: 'failed', e: 'error', c: 'cancelled', s: 'skipped' } as const;
/** `p1@live`: passed, as revision 1, in the environment live. */
const read = (text: string): JudgedOutcome[] =>
  text.split(' ').flatMap((word) => {
    const [, status, revision, environmentName = ''] = /^([pfecs])(\d|-)(?:@(\w+))?$/.exec(word) ?? [];
    if (!status || !revision) return [];
    return [
      { status: words[status as keyof typeof words], revision: revision === '-' ? null : revision, environmentName },
    ];
  });

test.each([
  ['nothing ran', '', false],
  ['one result', 'f1', false],
  ['always passed', 'p1 p1 p1', false],
  ['always failed, in two ways', 'f1 e1 f1', false],
  ['failed once and passed again', 'p1 f1 p1', true],
  ['could not run once', 'p1 p1 e1', true],
  ['changed its result with the script', 'p1 f2 f2', false],
  ['fixed by a change of the script', 'f1 f1 p2 p2', false],
  ['a change of the script, then another result without one', 'p1 f2 p2', true],
  ['back to an earlier state of the script', 'p1 f2 p1', false],
  ['passes in one environment and fails in the other', 'p1@test f1@live p1@test f1@live', false],
  ['another result in one of two environments', 'p1@test p1@live f1@live p1@test', true],
  ['stopped and skipped results say nothing', 'p1 c1 s1 p1', false],
  ['another result around a stopped one', 'p1 c1 f1', true],
  ['results of before revisions were kept', 'p- f-', true],
  ['the first result with a revision', 'p- f1 f1', false],
])('%s', (_, outcomes, expected) => {
  expect(isFlaky(read(outcomes))).toBe(expected);
});
