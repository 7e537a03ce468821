import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { createClockCheck, dateHeader } from './clock-check.ts';

const start = new Date('2026-03-01T08:00:00.000Z');
function world() {
  const lines: string[] = [];
  const clock = new FakeClock(start);
  const log = { warn: (_fields: object, text: string) => lines.push(text) };
  return { lines, clock, check: createClockCheck({ clock, log: log as never }) };
}
const at = (offsetSeconds: number) => async () => new Date(start.getTime() + offsetSeconds * 1000);

test.each([
  [420, /420 seconds behind that of the issuer/],
  [-420, /420 seconds ahead of that of the issuer/],
  [20, undefined],
  [-20, undefined],
])('a clock there that is %i seconds on is told: %s', async (offset, expected) => {
  const { lines, check } = world();
  await check('the issuer', at(offset));
  expect(lines).toEqual(expected ? [expect.stringMatching(expected)] : []);
});

test("it warns once a minute per clock, and a clock that doesn't answer is not an error", async () => {
  const { lines, clock, check } = world();
  for (let times = 0; times < 3; times += 1) await check('the issuer', at(600));
  await check('the database', at(600));
  expect(lines).toHaveLength(2);
  clock.advance(61_000);
  await check('the issuer', at(600));
  expect(lines).toHaveLength(3);
  await check('somebody else', () => Promise.reject(new Error('ECONNREFUSED')));
  await check('nobody', async () => undefined);
  expect(lines).toHaveLength(3);
});

test("a server's time is that of its responses", async () => {
  const server = createServer((_request, response) =>
    response.setHeader('date', 'Sun, 01 Mar 2026 08:00:00 GMT').end(),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await dateHeader(url)).toEqual(start);
  server.closeAllConnections();
  server.close();
});
