import { createHash } from 'node:crypto';
import { FakeClock } from '@touchstone/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, solveBotCheck } from '../testing/browser.ts';
import { beginFlow, openInteraction, postLogin } from '../testing/sign-in.ts';
import { addUser, startTestApp, type TestApp } from '../testing/test-app.ts';

const clock = new FakeClock('2026-03-01T08:00:00.000Z');
const login = 'ada@example.test';
const password = 'a quiet password';
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startTestApp({ clock });
  browser = new Browser(app.url);
  await addUser(app, { email: login, password });
});
afterAll(() => app?.stop());

interface Solution {
  algorithm: string;
  challenge: string;
  number: number;
  salt: string;
  signature: string;
}
const encode = (solution: object) => Buffer.from(JSON.stringify(solution)).toString('base64');
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString()) as Solution;
const validate = (recaptcha: string) => browser.postJson('/services/identity/validate-recaptcha', { recaptcha, login });

describe('bot check', () => {
  test('a challenge is small enough to be solved in the page', async () => {
    const { json, headers } = await browser.send('/services/identity/bot-challenge');
    expect(json).toMatchObject({ required: true, algorithm: 'SHA-256', maxnumber: 50_000 });
    expect(headers.get('cache-control')).toBe('no-store');
    await solveBotCheck(browser);
  });

  test('checking a solution does not use it up, signing in does', async () => {
    const solution = await solveBotCheck(browser);
    expect((await validate(solution)).status).toBe(200);
    expect((await validate(solution)).status).toBe(200);
    const interaction = await openInteraction(browser, await beginFlow(app.url));
    const wrong = await postLogin(browser, { interaction, login, password: 'wrong password', botCheck: solution });
    expect(wrong.json.code).toBe('IDENTITY_INVALID_CREDENTIALS');
    const replayed = await postLogin(browser, { interaction, login, password, botCheck: solution });
    expect([replayed.status, replayed.json.message]).toEqual([400, 'Recaptcha verification error.']);
    expect((await validate(solution)).json.code).toBe('IDENTITY_RECAPTCHA_REJECTED');
  });

  test('an expired solution is rejected', async () => {
    const solution = await solveBotCheck(browser);
    clock.advance(60 * 60_000);
    expect((await validate(solution)).json.code).toBe('IDENTITY_RECAPTCHA_REJECTED');
  });

  test('a missing solution has its own error [sign-in-3]', async () => {
    expect((await validate('')).json).toMatchObject({
      code: 'IDENTITY_RECAPTCHA_MISSING',
      message: 'Recaptcha validation error.',
    });
  });

  const forgeries: [string, (solution: Solution) => object | string][] = [
    ['a wrong number', (solution) => ({ ...solution, number: (solution.number + 1) % 50_000 })],
    ['a signature of one’s own', (solution) => ({ ...solution, signature: 'a'.repeat(64) })],
    [
      'a challenge of one’s own',
      (solution) => ({
        ...solution,
        challenge: createHash('sha256').update(`${solution.salt}1`).digest('hex'),
        number: 1,
      }),
    ],
    [
      'digits moved from the number to the expiry',
      (solution) => {
        const digits = String(solution.number);
        return { ...solution, salt: solution.salt.slice(0, -1) + digits.slice(0, 1), number: Number(digits.slice(1)) };
      },
    ],
    ['another algorithm', (solution) => ({ ...solution, algorithm: 'none' })],
    ['no JSON', () => 'bm90IGpzb24='],
    ['not even base64', () => '💥'],
  ];
  test.each(forgeries)('%s is rejected', async (_name, forge) => {
    const forged = forge(decode(await solveBotCheck(browser)));
    const answer = await validate(typeof forged === 'string' ? forged : encode(forged));
    expect([answer.status, answer.json.code]).toEqual([400, 'IDENTITY_RECAPTCHA_REJECTED']);
  });
});
