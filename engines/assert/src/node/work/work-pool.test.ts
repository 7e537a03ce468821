import { expect, test } from 'vitest';
import { WorkPool, WorkStopped } from './work-pool.ts';

const source = `
  export const double = ({ value }) => value * 2;
  export const fails = () => { throw new TypeError('no such thing') };
  export const loops = () => { for (;;); };
  export const fills = () => { const all = []; for (;;) all.push(new Array(100000).fill({})); };
  export const spreads = () => { for (let all = [1]; ; ) all = [...all, ...all]; };
  export const pushes = () => { for (const all = [1]; ; ) all.push(all.length); };
  export const ends = () => process.exit(0);
`;
const module = `data:text/javascript,${encodeURIComponent(source)}`;
const pool = new WorkPool({ slots: 2, perOrganization: 1, perUser: 1 });
const order = (name: string, limitMs = 30_000) => ({
  module,
  name,
  input: { value: 21 },
  limitMs,
  subject: 'The work',
});

test('returns the result of a function in a worker, or its error', async () => {
  expect(await pool.run(order('double'))).toBe(42);
  await expect(pool.run(order('fails'))).rejects.toMatchObject({ name: 'TypeError', message: 'no such thing' });
  expect(pool.figures()).toMatchObject({ running: 0, waiting: 0, killed: 0 });
});

test.each([
  ['loops', 50, /^The work took longer than 50 ms and was stopped/],
  ['fills', 30_000, /^The work needs more than 768 MB of memory and was stopped/],
  ['spreads', 30_000, /^The work needs more than 768 MB of memory and was stopped/],
  ['pushes', 30_000, /^The work needs more than 768 MB of memory and was stopped/],
  ['ends', 30_000, /^The work ended without a result/],
])('a worker that %s is killed, and the next order gets a new one', async (name, limitMs, message) => {
  const { killed } = pool.figures();
  const stopped = pool.run(order(name, limitMs));
  await expect(stopped).rejects.toBeInstanceOf(WorkStopped);
  await expect(stopped).rejects.toThrow(message);
  expect(pool.figures().killed).toBe(killed + 1);
  expect(await pool.run(order('double'))).toBe(42);
});

test('work ends when its signal is aborted, running or waiting', async () => {
  const owner = { organizationId: 'a', userId: '1' };
  const leaver = new AbortController();
  const running = pool.run({ ...order('loops'), owner, signal: leaver.signal });
  const waiting = pool.run({ ...order('loops'), owner, signal: leaver.signal });
  const other = pool.run({ ...order('double'), owner: { organizationId: 'b', userId: '1' } });
  expect(await other).toBe(42);
  leaver.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect(waiting).rejects.toThrow('gone');
  expect(pool.figures()).toMatchObject({ running: 0, waiting: 0 });
});
