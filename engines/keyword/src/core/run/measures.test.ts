import { FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { FakeDriver, step } from '../../testing/index.ts';
import type { Step } from '../step.ts';
import type { RunEvent } from './run-event.ts';
import { runSteps } from './run-steps.ts';

/** Each driver call takes 10 ms. */
async function run(steps: Step[], secrets: string[] = []) {
  const clock = new FakeClock();
  const events: RunEvent[] = [];
  const result = await runSteps(
    { steps, timeoutMs: 5000 },
    {
      driver: new FakeDriver(clock),
      variables: { limit: '15' },
      functions: [],
      rows: [],
      clock,
      secrets,
      report: (event) => void events.push(event),
    },
  );
  return { result, ends: events.filter((event) => event.type === 'stepFinished') };
}

const wait = () => step('wait', { ms: '1' });

test('a measure is the time between its steps, and is stored in a variable', async () => {
  const { result, ends } = await run([
    step('startMeasure', { name: 'Sign in' }),
    wait(),
    wait(),
    step('endMeasure', { name: 'Sign in', variable: 'took' }),
  ]);
  expect(result).toMatchObject({ status: 'passed', variables: { took: '20' } });
  expect(ends.at(-1)).toMatchObject({ measure: { name: 'Sign in', ms: 20 }, message: '"Sign in" took 20 ms.' });
});

test('measures may be nested, and restart in each round', async () => {
  const { ends } = await run([
    step('startMeasure', { name: 'all' }),
    step(
      'forEach',
      { values: 'a\nb' },
      {
        steps: [step('startMeasure', { name: '{{item}}' }), wait(), step('endMeasure', { name: '{{item}}' })],
      },
    ),
    step('endMeasure', { name: 'all' }),
  ]);
  expect(ends.flatMap(({ measure }) => (measure ? [measure] : []))).toEqual([
    { name: 'a', ms: 10 },
    { name: 'b', ms: 10 },
    { name: 'all', ms: 20 },
  ]);
});

test.each([
  [{ most: '20' }, 'passed', '"x" took 20 ms.'],
  [{ most: '19' }, 'failed', '"x" took 20 ms; expected: at most 19 ms.'],
  [{ most: '{{limit}}' }, 'failed', '"x" took 20 ms; expected: at most 15 ms.'],
  [{ most: 'soon' }, 'error', '"soon" is not a number of milliseconds.'],
])('%o: %s', async (args, status, message) => {
  const { ends } = await run([
    step('startMeasure', { name: 'x' }),
    wait(),
    wait(),
    step('endMeasure', { name: 'x', variable: 'took', ...args }),
  ]);
  expect(ends.at(-1)).toMatchObject({ status, message });
});

test("ending a stopwatch that wasn't started is an error, and no name shows a secret", async () => {
  const { ends } = await run([step('endMeasure', { name: 'x' })]);
  expect(ends[0]).toMatchObject({ status: 'error', message: expect.stringContaining('No measure "x" was started.') });
  const hidden = await run(
    [step('startMeasure', { name: 'tr0ub4dor' }), step('endMeasure', { name: 'tr0ub4dor' })],
    ['tr0ub4dor'],
  );
  expect(JSON.stringify(hidden.ends.map(({ message, measure }) => [message, measure]))).not.toContain('tr0ub4dor');
});
