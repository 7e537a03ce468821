import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../platform/database/outage.ts';
import { FlowAttempts } from './flow-attempts.ts';

/** The outcome of work that failed with `error`. */
async function endedWith(error: Error, stop = new AbortController()) {
  const fail = vi.fn<(message: string) => void>();
  let attempts: FlowAttempts | undefined;
  await new Promise<void>((resolve) => {
    attempts = new FlowAttempts(stop.signal, resolve);
    attempts.begin('node', fail, () => Promise.reject(error));
  });
  return { fail, attempts: attempts! };
}

test("a node fails with its work's error", async () => {
  const { fail, attempts } = await endedWith(new Error('The output "a" is no number.'));
  expect(fail).toHaveBeenCalledExactlyOnceWith('The output "a" is no number.');
  expect(() => attempts.assertUninterrupted()).not.toThrow();
  expect(attempts.isEmpty).toBe(true);
});

test.each([
  [
    'away',
    new Error('Failed query: select 1\nparams: ', { cause: new DatabaseUnavailable('is stopping or starting') }),
  ],
  ['asked wrongly', new Error('Failed query: selct 1\nparams: secret')],
])('no node fails where the database of the product is %s', async (_name, error) => {
  const { fail, attempts } = await endedWith(error);
  expect(fail).not.toHaveBeenCalled();
  expect(() => attempts.assertUninterrupted()).toThrow(error);
});

test('stopped work interrupts nothing', async () => {
  const stop = new AbortController();
  stop.abort();
  const { fail, attempts } = await endedWith(new DatabaseUnavailable('did not answer in time'), stop);
  expect(fail).not.toHaveBeenCalled();
  expect(() => attempts.assertUninterrupted()).not.toThrow();
});
