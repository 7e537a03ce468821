import { AppError, FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { createSecretBox } from '../secrets.ts';
import { createTickets } from './tickets.ts';

const clock = new FakeClock(new Date('2026-11-20T10:00:00Z'));
const refused = { code: 'DEMO_REFUSED', status: 403, message: 'Not valid.' };
const make = (place = 'demo', key = 1) =>
  createTickets<{ id: string }>(
    { secrets: createSecretBox(Buffer.alloc(32, key)), clock },
    { place, validMs: 60_000, refused },
  );

test('a ticket can be read as long as it is valid', () => {
  const tickets = make();
  const { token, untilMs } = tickets.write({ id: 'x' });
  expect(untilMs).toBe(clock.now().getTime() + 60_000);
  expect(tickets.read(token)).toEqual({ id: 'x' });
  clock.advance(60_001);
  expect(() => tickets.read(token)).toThrow(AppError);
});

test.each([
  [
    'changed',
    (token: string) => `${Buffer.from('{"id":"y","untilMs":9e15}').toString('base64url')}.${token.split('.')[1]}`,
  ],
  ['without a signature', (token: string) => token.split('.')[0] ?? ''],
  ['empty', () => ''],
  ['of another place', () => make('other').write({ id: 'x' }).token],
  ['of another installation', () => make('demo', 2).write({ id: 'x' }).token],
])('a ticket that is %s is refused', (_what, change) => {
  expect(() => make().read(change(make().write({ id: 'x' }).token))).toThrow('Not valid.');
});
