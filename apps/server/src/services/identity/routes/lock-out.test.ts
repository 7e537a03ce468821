import { FakeClock } from '@touchstone/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { addUser, query, startTestApp, type TestApp } from '../testing/test-app.ts';

const password = 'a quiet password';
const clock = new FakeClock('2026-03-01T08:00:00.000Z');
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock, trustProxy: true });
});
afterAll(() => app?.stop());

const attempt = (username: string, secret: string, address = '192.0.2.1', origin = app.url) =>
  new Browser(origin).postForm(
    '/services/identity/token',
    { grant_type: 'password', username, password: secret },
    { 'x-forwarded-for': address, origin: app.url },
  );
const fail = async (login: string, times: number, address?: string) => {
  for (let index = 0; index < times; index += 1) await attempt(login, 'wrong password', address);
};

describe('lock-out', () => {
  test('the delay grows with every failure, and the text says how long to wait', async () => {
    await addUser(app, { email: 'one@example.test', password });
    await fail('one@example.test', 5);
    const delays = [5, 10, 20, 40];
    for (const seconds of delays) {
      const locked = await attempt('one@example.test', password);
      expect(locked.status).toBe(429);
      expect(locked.headers.get('retry-after')).toBe(String(seconds));
      expect(locked.json).toMatchObject({
        error: 'invalid_grant',
        code: 'IDENTITY_TOO_MANY_FAILURES',
        error_description: `Too many failed attempts. Wait ${seconds} seconds and try again.`,
      });
      clock.advance(seconds * 1000);
      expect((await attempt('one@example.test', 'wrong password')).json.code).toBe('IDENTITY_INVALID_CREDENTIALS');
    }
  });

  test('it applies in another process and after a restart, for this account and this address only', async () => {
    await addUser(app, { email: 'two@example.test', password });
    await addUser(app, { email: 'three@example.test', password });
    await fail('TWO@example.test', 5);
    const sibling = await app.startSibling();
    try {
      expect((await attempt('two@example.test', password, '192.0.2.1', sibling.url)).status).toBe(429);
    } finally {
      await sibling.stop();
    }
    expect((await attempt('two@example.test', password, '192.0.2.2')).status).toBe(200);
    expect((await attempt('three@example.test', password)).status).toBe(200);
  });

  test('an account that does not exist locks in the same way', async () => {
    await fail('nobody@example.test', 5);
    expect((await attempt('nobody@example.test', password)).status).toBe(429);
  });

  test('a correct password clears the failures', async () => {
    await addUser(app, { email: 'four@example.test', password });
    await fail('four@example.test', 4);
    expect((await attempt('four@example.test', password)).status).toBe(200);
    await fail('four@example.test', 4);
    expect((await attempt('four@example.test', password)).status).toBe(200);
  });

  test('concurrent guesses do not slip through', async () => {
    await addUser(app, { email: 'five@example.test', password });
    const guesses = Array.from({ length: 40 }, () => attempt('five@example.test', 'wrong password', '192.0.2.5'));
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    const tried = statuses.filter((status) => status === 400).length;
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(tried).toBeLessThanOrEqual(8);
    expect(statuses.filter((status) => status === 429).length).toBe(40 - tried);
  });

  test('an address that tries many accounts locks, automation that succeeds does not', async () => {
    await addUser(app, { email: 'robot@example.test', password });
    const guess = (user: number) => attempt(`user${user}@example.test`, 'wrong password', '192.0.2.6');
    expect((await guess(1)).status).toBe(400);
    // As if ninety-nine users had failed; guessing them all takes too long.
    await query(app, `update identity.sign_in_failure set failures = 99 where key = 'address:192.0.2.6'`);
    const successes = Array.from({ length: 3 }, () => attempt('robot@example.test', password, '192.0.2.6'));
    expect((await Promise.all(successes)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await guess(2)).status).toBe(400);
    expect((await attempt('robot@example.test', password, '192.0.2.6')).status).toBe(429);
    expect((await attempt('robot@example.test', password, '192.0.2.7')).status).toBe(200);
  });

  test('a known and an unknown account cost the same number of statements', async () => {
    await addUser(app, { email: 'six@example.test', password });
    const { pool } = app.platform.database;
    const original = pool.query;
    let statements = 0;
    pool.query = ((...args: Parameters<typeof original>) => {
      statements += 1;
      return original.apply(pool, args);
    }) as typeof original;
    const count = async (login: string) => {
      statements = 0;
      await attempt(login, 'wrong password', '192.0.2.8');
      return statements;
    };
    try {
      const known = await count('six@example.test');
      expect(known).toBeGreaterThan(0);
      expect(await count('seven@example.test')).toBe(known);
    } finally {
      pool.query = original;
    }
  });
});
