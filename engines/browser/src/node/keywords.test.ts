import type { Step } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  act,
  badge,
  button,
  clockScript,
  found,
  open,
  openShop,
  type Played,
  placeScript,
  play,
  playIn,
  type Shop,
  scripts,
  total,
} from '../testing/index.ts';
import { pool } from '../testing/pool.ts';
import { seconds } from './failures.ts';
import { browserEngines, findBrowserPath } from './find-browsers.ts';
import { openSession, type Session } from './session.ts';

let shop: Shop;
let broken: Shop;
/** Nothing listens on this port, and no other test is given it. */
const closed = 'http://127.0.0.1:2';
beforeAll(async () => {
  shop = await openShop();
  broken = await openShop({ isBroken: true });
});
afterAll(async () => {
  await shop.close();
  await broken.close();
});

/** Failures reported before the browser is asked for anything; they are the same in every browser. */
const reportedBefore = new Set([
  'a file of the machine',
  'a pattern that is not valid',
  'a number that is none',
  'a finger without a touchscreen',
  'a swipe without a touchscreen',
  'a database that is not there',
  'a file that is not there',
  'a secret that is none',
]);

/**
 * An open dialog or a page that keeps loading would disturb the next script; the last one needs a browser without
 * history.
 */
const failsAlone = new Set(['a dialog that says something else', 'a page that is slow', 'no page before']);

/**
 * Responses, windows, clocks and downloads stay as scripts leave them; and after a page with a strict policy, WebKit
 * runs no script of a data: URL.
 */
const playsAlone = new Set([
  'setText and typeSlowly in fields that the page follows',
  'verifyTable, verifyDownload',
  'dragAndDrop, mockResponse, waitForText',
  'newTab, switchTab, closeTab, setViewport',
  clockScript,
  placeScript,
]);

/** Clears the script's state in the shop, if the page is one of the shop's. */
const forget = act('runJavaScript', {
  code: "if (location.protocol === 'http:') { localStorage.clear(); document.cookie = 'user=; Max-Age=0; Path=/'; }",
});

/** Adds a field to the page that no click changes. */
const added = (html: string) =>
  act('runJavaScript', {
    code: `document.body.insertAdjacentHTML('afterbegin', '${html}'); document.querySelector('input').addEventListener('click', (event) => event.preventDefault());`,
  });

/** Scripts whose last step ends with this status and message; "700 ms" stands for its timeout. */
const failures: [name: string, steps: () => Step[], status: 'failed' | 'error', message: string | RegExp][] = [
  [
    'an element that is not there',
    () => [
      open(),
      act(
        'click',
        {},
        {
          ...button('Fly'),
          locators: [
            { by: 'role', value: 'button', name: 'Fly' },
            { by: 'css', value: '#fly' },
          ],
        },
      ),
    ],
    'failed',
    '"Fly" was not found within 700 ms. Tried: role=button name="Fly", css="#fly".',
  ],
  [
    'several elements',
    () => [open(), act('click', {}, found('css', '.products button'))],
    'error',
    /ambiguous: css="\.products button" finds 8 elements \(<button data-add="harbour"[^)]*…\)/,
  ],
  [
    'a text that is another one',
    () => [open(), act('verifyText', { expected: '9' }, badge)],
    'failed',
    'The text of "header .badge" is "0" after 700 ms; expected: equals "9".',
  ],
  [
    'a count',
    () => [open(), act('verifyCount', { expected: '3' }, found('css', '.products li'))],
    'failed',
    'The number of ".products li" is "8" after 700 ms; expected: equals "3".',
  ],
  [
    'a state',
    () => [open('/checkout'), act('verifyState', { state: 'enabled' }, found('label', 'Text of the card'))],
    'failed',
    '"Text of the card" was not enabled within 700 ms.',
  ],
  [
    'a disabled field',
    () => [open('/checkout'), act('setText', { value: 'x' }, found('label', 'Text of the card'))],
    'failed',
    /"Text of the card" (stayed disabled|could not be edited) for 700 ms\./,
  ],
  [
    'a hidden element',
    () => [
      open('/cart'),
      act('runJavaScript', { code: 'document.getElementById("empty").hidden = true' }),
      act('click', {}, found('css', '#empty')),
    ],
    'failed',
    '"#empty" is on the page, but was hidden for 700 ms.',
  ],
  [
    'a box that stays as it is',
    () => [open(), added('<label><input type="checkbox">Gift</label>'), act('check', {}, found('label', 'Gift'))],
    'failed',
    '"Gift" was clicked, and was still not checked after 700 ms.',
  ],
  [
    'a radio button that is switched off',
    () => [
      open(),
      added('<label><input type="radio" checked>Card</label>'),
      act('check', { on: 'false' }, found('label', 'Card')),
    ],
    'error',
    '"Card" is a radio button: choose another one instead.',
  ],
  [
    'an option that is not offered',
    () => [open(), act('selectOption', { value: 'Juice' }, found('label', 'Category'))],
    'failed',
    '"Category" has no option with the label "Juice". It offers: All, Coffee, Tea, Ware.',
  ],
  [
    'text for what is no field',
    () => [open(), act('setText', { value: 'x' }, found('css', 'h1'))],
    'error',
    '"h1" is no field that text can be set in.',
  ],
  [
    'a bad selector',
    () => [open(), act('click', {}, found('css', 'div[['))],
    'error',
    'A locator of "div[[" is not valid.',
  ],
  ['a key that is not there', () => [open(), act('pressKey', { keys: 'Fly' })], 'error', 'There is no key "Fly".'],
  [
    'code that throws',
    () => [open(), act('runJavaScript', { code: 'missing()' })],
    'failed',
    /The code ended with ReferenceError: (missing is not defined|Can't find variable: missing)/,
  ],
  [
    'code that is not valid',
    () => [open(), act('runJavaScript', { code: 'return (' })],
    'error',
    'The code is not valid:',
  ],
  ['no page before', () => [act('goBack')], 'failed', 'The tab has no previous page.'],
  [
    'a tab that does not come',
    () => [open(), act('switchTab', { by: 'title', value: 'Sauna' })],
    'failed',
    /No tab with the title "Sauna" was there within 700 ms\. Open are 1: http/,
  ],
  [
    'nothing that listens',
    () => [act('openUrl', { url: closed })],
    'error',
    /^Nothing answers at 127\.0\.0\.1:\d+\. Check/,
  ],
  [
    'a host that is not there',
    () => [act('openUrl', { url: 'http://no-such-host.invalid/' })],
    'error',
    'The host no-such-host.invalid was not found.',
  ],
  [
    'a file of the machine',
    () => [act('openUrl', { url: 'file:///etc/passwd' })],
    'error',
    'Addresses of file: cannot be opened.',
  ],
  [
    'a dialog that says something else',
    () => [open('/cart'), act('acceptDialog', { message: 'Delete' }), act('click', {}, button('Use a code'))],
    'failed',
    'The dialog says something else.',
  ],
  [
    'a page that is slow',
    () => [act('openUrl', { url: '/slow?ms=30000' })],
    'failed',
    /The page was not loaded within 700 ms\. Still loading: http:.*slow/,
  ],
  [
    'an answer that does not come',
    () => [open(), act('waitForResponse', { url: '/api/none' })],
    'failed',
    'No such answer of /api/none came within 700 ms.',
  ],
  [
    'a pattern that is not valid',
    () => [open(), act('verifyTitle', { operator: 'matches', expected: '(' })],
    'error',
    'The regular expression ( is not valid',
  ],
  [
    'a number that is none',
    () => [open(), act('setViewport', { width: 'wide', height: '1' })],
    'error',
    '"wide" is not a number.',
  ],
  [
    'a covered element',
    () => [
      open(),
      act('runJavaScript', {
        code: 'const cover = document.createElement("div"); cover.id = "cover"; Object.assign(cover.style, { position: "fixed", inset: 0, zIndex: 9 }); document.body.append(cover);',
      }),
      act('click', {}, button('Help')),
    ],
    'failed',
    /"Help" was covered by <div id="cover"> for 700 ms\./,
  ],
  [
    'a finger without a touchscreen',
    () => [open(), act('tap', {}, button('Help'))],
    'error',
    'Tap needs a touchscreen',
  ],
  ['a swipe without a touchscreen', () => [open(), act('swipe')], 'error', 'Swipe needs a touchscreen'],
  [
    'a database that is not there',
    () => [act('runSql', { connection: 'Shop', query: 'select 1' })],
    'error',
    'No database can be asked from here.',
  ],
  [
    'a table',
    () => [open('/cart'), act('verifyTable', { rows: 'Tea | 1', isComplete: 'true' }, found('label', 'Cart'))],
    'failed',
    '"Cart" does not have these rows after 700 ms.',
  ],
  [
    'no download',
    () => [open(), act('verifyDownload', { expected: 'x' })],
    'failed',
    'No download began within 700 ms.',
  ],
  [
    'a download of another name',
    () => [
      open('/cart'),
      act('click', {}, found('text', 'Download as CSV')),
      act('verifyDownload', { operator: 'ends with', expected: '.pdf' }),
    ],
    'failed',
    'The download is called "invoice.csv"; expected: ends with ".pdf".',
  ],
  [
    'a file that is not there',
    () => [open('/checkout'), act('uploadFile', { file: 'x.png' }, found('label', 'Photo for the card'))],
    'error',
    'There is no file "x.png" here.',
  ],
  [
    'a secret that is none',
    () => [open('/checkout'), act('enterOneTimeCode', { secret: '!!' }, found('label', 'Name'))],
    'error',
    'is not written in base 32',
  ],
];

for (const engine of browserEngines) {
  const path = await findBrowserPath(engine);
  // The title says why nothing ran.
  describe.skipIf(!path)(path ? engine : `${engine} (not installed on this machine)`, () => {
    const beyond = engine === 'webkit' ? [placeScript, clockScript] : [];
    const able = Object.entries(scripts).filter(([name]) => !beyond.includes(name));
    it.skipIf(engine !== 'webkit').each([placeScript, clockScript])("reports that it can't do %s", async (name) => {
      const { result } = await play(pool, scripts[name]!(), { engine, baseUrl: shop.url });
      expect(result).toMatchObject({
        status: 'error',
        message: expect.stringMatching(/^A browser that is driven by WebDriver cannot /),
      });
    });

    // Firefox and WebKit take longer to open a session than to run most scripts, so their scripts share one, except
    // those that would disturb others.
    const shares = engine !== 'chromium';
    let shared: Promise<Session> | undefined;
    afterAll(async () => (await shared)?.close());
    const playShared = async (script: Step[], lastTimeoutMs?: number) => {
      shared ??= openSession(pool, { engine, baseUrl: shop.url });
      return playIn(await shared, script, lastTimeoutMs === undefined ? {} : { lastTimeoutMs });
    };
    const expectPassed = ({ result, finished }: Played) => {
      const others = finished.filter(({ status }) => status !== 'passed');
      expect(others.map(({ step, message }) => `${step.keyword}: ${message}`).join('\n')).toBe('');
      expect(result.status).toBe('passed');
    };
    const sharing = able.filter(([name]) => shares && !playsAlone.has(name));
    const alone = able.filter((script) => !sharing.includes(script));
    it.each(sharing)('does %s', async (_name, steps) => {
      expectPassed(await playShared([...steps(), forget]));
    });
    it.concurrent.each(alone)('does %s', async (_name, steps) => {
      expectPassed(await play(pool, steps(), { engine, baseUrl: shop.url }));
    });

    const playAlone = (script: Step[], lastTimeoutMs: number) =>
      play(pool, script, { engine, baseUrl: shop.url, lastTimeoutMs });
    (shares ? it : it.concurrent).each(failures.filter(([name]) => !(shares && reportedBefore.has(name))))(
      'says what is wrong: %s',
      async (name, steps, status, message) => {
        const written = typeof message === 'string' ? message : message.source;
        const failsIn = async (lastTimeoutMs: number, run: typeof playAlone) => {
          const script = steps();
          const { result, finished } = await run(script, lastTimeoutMs);
          const wanted = written.replaceAll('700 ms', seconds(lastTimeoutMs));
          const isReported =
            typeof message === 'string' ? result.message.includes(wanted) : new RegExp(wanted).test(result.message);
          return isReported && finished.at(-1)?.step.id === script.at(-1)?.id
            ? result.status
            : `${finished.length} of ${script.length} steps: ${result.message}`;
        };
        // A step that waits in vain gets little time; if the browser is slow or the machine busy, a second try has
        // more.
        let ended = await failsIn(shares ? 1500 : 700, shares && !failsAlone.has(name) ? playShared : playAlone);
        if (ended !== status) ended = await failsIn(20_000, playAlone);
        expect(ended).toBe(status);
      },
    );

    it("continues at the run's base URL after a page that couldn't be opened", async () => {
      const steps = [
        { ...act('openUrl', { url: 'http://nowhere.invalid/' }), onFailure: 'continue' as const },
        open('/cart'),
      ];
      const { finished } = await play(pool, steps, { engine, baseUrl: shop.url });
      expect(finished.map(({ status }) => status)).toEqual(['error', 'passed']);
    });

    it('finds the faults of the broken shop', async () => {
      const steps = [open(), act('click', {}, button('Add to cart: Stoneware Cup'))];
      const { result } = await play(pool, steps, { engine, baseUrl: broken.url, lastTimeoutMs: 2000 });
      expect(result).toMatchObject({ status: 'failed' });
      const other = [
        open(),
        act('click', {}, button('Buy: Stoneware Cup')),
        open('/cart'),
        act('verifyText', { expected: '16.50 €' }, total),
      ];
      const { finished } = await play(pool, other, { engine, baseUrl: broken.url, lastTimeoutMs: 3000 });
      expect(finished.at(-1)).toMatchObject({ status: 'failed', expected: 'equals "16.50 €"', actual: '17.50 €' });
    });

    it('logs console messages and failed requests with the step during which they occurred', async () => {
      const steps = [
        open('/checkout'),
        act('runJavaScript', { code: 'for (let at = 0; at < 250; at += 1) console.warn("w" + at + "x".repeat(3000))' }),
        act('setText', { value: 'Ada' }, found('label', 'Name')),
        act('click', {}, button('Send order')),
        act('waitForText', { text: 'The order was not accepted.' }),
      ];
      const { finished } = await play(pool, steps, { engine, baseUrl: broken.url });
      const [opened, said, named] = finished;
      expect(opened?.log ?? []).toEqual([]);
      expect(said?.log).toHaveLength(201);
      expect(said?.log?.at(-1)?.text).toBe('50 further lines are left out.');
      expect(said?.log?.every(({ text }) => text.length <= 2000)).toBe(true);
      expect(named?.log ?? []).toEqual([]);
      const later = finished.slice(3).flatMap(({ log }) => log ?? []);
      expect(later).toContainEqual({
        kind: 'request',
        level: 'warning',
        text: `POST ${broken.url}/api/orders answered 500`,
      });
      expect(later).toContainEqual(expect.objectContaining({ kind: 'console', level: 'error' }));
    });
  });
}
