import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { act, found, playIn } from '../../testing/index.ts';
import { pool } from '../../testing/pool.ts';
import { browserEngines, findBrowserPath } from '../find-browsers.ts';
import { openSession, type Session } from '../session.ts';
import { inFront, inFrontThroughout, openPage } from './in-front.ts';

const html = `<input id="name"><input id="other"><output></output><script>
const told = document.querySelector('output');
const name = document.querySelector('#name');
for (const type of ['focus', 'change', 'blur']) name.addEventListener(type, () => { told.textContent += type + ' '; });
</script>`;
/** Another window that comes to the front takes the focus away, and returns it. */
const steps = () => [
  act('openUrl', { url: `data:text/html;charset=utf-8,${encodeURIComponent(html)}` }),
  act('click', { button: 'left' }, found('css', '#name')),
  act('setText', { value: 'Ada' }, found('css', '#name')),
  act('pressKey', { keys: 'Tab' }, found('css', '#name')),
  act('verifyText', { operator: 'matches', expected: '^focus .*change .*blur$' }, found('css', 'output')),
];

describe.each(browserEngines)('scripts that share %s', (engine) => {
  let sessions: Session[] = [];
  beforeAll(async () => {
    if (await findBrowserPath(engine))
      sessions = [await openSession(pool, { engine }), await openSession(pool, { engine })];
  });
  afterAll(() => Promise.all(sessions.map((session) => session.close())));

  it('each have the focus while they act, one after the other and at the same time', async ({ skip }) => {
    if (sessions.length === 0) skip(`This machine has no ${engine}.`);
    const messages: string[] = [];
    for (const session of sessions) messages.push((await playIn(session, steps(), {})).result.message);
    const together = async (session: Session) => {
      for (let time = 0; time < 3; time += 1) messages.push((await playIn(session, steps(), {})).result.message);
    };
    await Promise.all(sessions.map(together));
    expect(messages).toEqual(Array(8).fill(''));
  });
});

describe("a window's turn", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['a second', 10, 1500, 1010],
    ['as long as the action takes, where the browser is slow', 200, 1500, 1700],
    ['five seconds, where it does not come to the front', 60_000, 1, 5000],
  ])('is %s', async (_name, comesAfterMs, actsForMs, nextAfterMs) => {
    vi.useFakeTimers();
    const browser = {};
    const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const windowThat = (bringToFront: () => Promise<void>) =>
      ({ context: () => ({ browser: () => browser }), bringToFront }) as unknown as Page;
    const startMs = performance.now();
    const first = inFront(
      windowThat(() => after(comesAfterMs)),
      'firefox',
      () => after(actsForMs),
    );
    const second = inFront(
      windowThat(async () => undefined),
      'firefox',
      async () => performance.now() - startMs,
    );
    await vi.runAllTimersAsync();
    await first;
    expect(await second).toBe(nextAfterMs);
  });
});

describe('work that must not be interrupted', () => {
  /** A window that has the focus or not, as given for each check. */
  const windowOf = (...focused: boolean[]) => {
    const asked = vi.fn(async () => focused.shift() ?? true);
    const page = { context: () => ({ browser: () => ({}) }), bringToFront: vi.fn(), evaluate: asked };
    return page as unknown as Page;
  };

  it.each([
    ['once, where the window keeps the focus', [true], [false]],
    ['again, where it lost it', [false, true], [false, true]],
    ['three times at most', [false, false, false], [false, true, true]],
  ])('is done %s', async (_name, focused, done) => {
    const acts: boolean[] = [];
    await inFrontThroughout(windowOf(...focused), 'firefox', async (isAgain) => void acts.push(isAgain));
    expect(acts).toEqual(done);
  });

  it('is done once in browsers whose windows all have the focus', async () => {
    const page = windowOf(false);
    const acts: boolean[] = [];
    await inFrontThroughout(page, 'chromium', async (isAgain) => void acts.push(isAgain));
    expect(acts).toEqual([false]);
    expect(page.bringToFront).not.toHaveBeenCalled();
  });

  it('opens no window beside it, which would come to the front', async () => {
    const browser = {};
    const calls: string[] = [];
    const acted = Promise.withResolvers<void>();
    const context = {
      browser: () => browser,
      newPage: async () => void calls.push('opened'),
    } as unknown as BrowserContext;
    const page = { context: () => context, bringToFront: async () => undefined } as unknown as Page;
    const acting = inFront(page, 'firefox', () => acted.promise.then(() => void calls.push('acted')));
    const opening = openPage(context, 'firefox');
    acted.resolve();
    await Promise.all([acting, opening]);
    expect(calls).toEqual(['acted', 'opened']);
  });
});
