import type { StepSummary } from '@touchstone/contracts/api-testing';
import { noCounts } from '@touchstone/report';
import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';
import { Progress } from './progress.ts';
import { findNamed } from './remote/remote-lookup.ts';
import { parseReporters } from './reporters.ts';
import { StepSpool } from './step-spool.ts';

const step = (changes: Partial<StepSummary>): StepSummary => ({
  stepId: '1',
  index: 0,
  name: 'Read',
  suiteId: null,
  suiteName: 'Pets',
  scriptId: null,
  method: 'GET',
  url: 'http://a/',
  status: 'passed',
  statusCode: 200,
  durationMs: 12,
  assertionsPassed: 1,
  assertionsFailed: 0,
  message: null,
  attempt: 1,
  ...changes,
});
function screen(isTerminal: boolean) {
  const parts: string[] = [];
  return { isTerminal, columns: 40, write: (part: string) => void parts.push(part), text: () => parts.join('') };
}
const counts = { ...noCounts(), total: 3, passed: 1, failed: 1, queued: 1 };

test('a pipeline gets one line per finished step', () => {
  const out = screen(false);
  const progress = new Progress(out, { isListed: true });
  progress.finished(step({}));
  progress.update(counts, 500);
  progress.finished(step({ status: 'failed', message: 'expected 1, got 2' }));
  expect(out.text()).toBe('✔ GET    Read  200  12 ms\n✖ GET    Read  200  12 ms\n         expected 1, got 2\n');
});

test('a terminal gets a line that moves, and failures that stay', () => {
  const out = screen(true);
  const progress = new Progress(out, { isListed: true, hasColour: false });
  progress.finished(step({}));
  progress.update(counts, 500);
  progress.finished(step({ status: 'error', statusCode: null, message: 'refused' }));
  progress.end('Fail', false, counts, 1500);
  expect(out.text()).toBe(
    '2/3  1 passed, 1 failed  500 ms\r\u001b[2K! GET    Read  12 ms\n         refused\n\nFail: 1 passed, 1 failed of 3 steps in 1.5 s\n',
  );
});

test('without the list only notes and the end are written', () => {
  const out = screen(false);
  const progress = new Progress(out, { isListed: false });
  progress.finished(step({ status: 'failed' }));
  progress.end('Fail', false, { ...noCounts(), total: 1, failed: 1 }, 20);
  expect(out.text()).toBe('\nFail: 1 failed of 1 step in 20 ms\n');
});

test.each([
  [{ passed: 2 }, false, 'passed'],
  [{ passed: 2, failed: 1 }, false, 'failed'],
  [{ failed: 1, errors: 1 }, false, 'error'],
  [{ passed: 2 }, true, 'cancelled'],
  [{}, false, 'empty'],
  [{ skipped: 2 }, false, 'empty'],
] as const)('%j, stopped: %s, is %s', (some, isStopped, outcome) => {
  expect(outcomeOf({ ...noCounts(), ...some }, isStopped)).toBe(outcome);
});

test('reads reporters with and without paths', () => {
  expect(parseReporters('list, html,junit=a=b.xml', 'out')).toEqual({
    isListed: true,
    files: [
      { type: 'html', path: expect.stringMatching(/^out.report\.html$/) },
      { type: 'junit', path: 'a=b.xml' },
    ],
  });
});

const suites = [
  { id: '1', name: 'Orders' },
  { id: '2', name: 'orders' },
  { id: '3', name: 'Users' },
  { id: '4', name: 'Twice' },
  { id: '5', name: 'Twice' },
];
const find = (wanted: string) => findNamed(suites, wanted, 'suite', (item) => item).id;
test.each([
  ['3', '3'],
  ['Orders', '1'],
  ['orders', '2'],
  ['USERS', '3'],
])('finds the suite %s', (wanted, id) => {
  expect(find(wanted)).toBe(id);
});
test.each([
  ['Twice', /2 suites called "Twice"; give the id: 4, 5/],
  ['ORDERS', /2 suites/],
  ['None', /No suite is named "None". There are: "Orders", /],
])('says why the suite %s is not found', (wanted, reason) => {
  expect(() => find(wanted)).toThrow(reason);
});

test('the spool returns steps in the order of the plan, more than once, and leaves nothing behind', async () => {
  const spool = await StepSpool.create();
  const detail = (index: number, name: string) => ({
    ...step({ index, name }),
    startedAt: null,
    exchange: null,
    assertions: [],
    extracted: [],
    unresolved: [],
    error: null,
  });
  await spool.add(detail(2, 'zwölf'));
  await spool.add(detail(0, 'a'));
  await spool.add(detail(1, 'b'));
  for (const _ of [1, 2]) {
    const names: string[] = [];
    for await (const { name } of spool.steps()) names.push(name);
    expect(names).toEqual(['a', 'b', 'zwölf']);
  }
  await spool.remove();
});
