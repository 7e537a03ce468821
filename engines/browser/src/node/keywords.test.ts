import type { Step } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, found, openShop, play, type Shop } from '../testing/index.ts';
import { BrowserPool } from './browser-pool.ts';
import { browserEngines, findBrowserPath } from './find-browsers.ts';

let shop: Shop;
let broken: Shop;
const pool = new BrowserPool();
beforeAll(async () => {
  shop = await openShop();
  broken = await openShop({ isBroken: true });
});
afterAll(async () => {
  await pool.close();
  await shop.close();
  await broken.close();
});

const button = (name: string) => found('role', 'button', name);
const add = (name: string) => act('click', {}, button(`Add to cart: ${name}`));
const badge = found('css', 'header .badge');
const inCart = (count: string) => act('verifyText', { expected: count }, badge);
const total = found('testid', 'total');
const cardFrame = [{ by: 'css', value: 'iframe[name=card]' }] as const;
const open = (path = '/') => act('openUrl', { url: path });

/** Scripts that pass in every engine. */
const scripts: Record<string, () => Step[]> = {
  'openUrl, goBack, goForward, reload, verifyUrl, verifyTitle': () => [
    open(),
    act('verifyTitle', { expected: 'Products – Leaf & Bean' }),
    act('click', {}, found('text', 'Sign in')),
    act('verifyUrl', { operator: 'ends with', expected: '/login' }),
    act('goBack'),
    act('verifyTitle', { operator: 'starts with', expected: 'Products' }),
    act('goForward'),
    act('waitForUrl', { url: '/login' }),
    act('reload'),
    act('verifyTitle', { operator: 'matches', expected: '^Sign' }),
  ],
  'setText, pressKey, clear, verifyValue, verifyState': () => [
    open('/login'),
    act('setText', { value: 'ada@example.com' }, found('label', 'Email')),
    act('verifyValue', { expected: 'ada@example.com' }, found('label', 'Email')),
    act('clear', {}, found('label', 'Email')),
    act('verifyValue', { operator: 'is empty' }, found('label', 'Email')),
    act('verifyState', { state: 'focused' }, found('label', 'Email')),
    act('setText', { value: 'max@example.com' }, found('label', 'Email')),
    act('setText', { value: 'coffee' }, found('label', 'Password')),
    act('pressKey', { keys: 'Enter' }, found('label', 'Password')),
    act('verifyText', { expected: 'max' }, found('css', '#user')),
  ],
  'click, hover, storeText, storeAttribute, verifyAttribute': () => [
    open(),
    add('Sencha Spring'),
    add('Sencha Spring'),
    inCart('2'),
    act('storeText', { variable: 'count' }, badge),
    act('storeAttribute', { name: 'href', variable: 'link' }, found('role', 'link', 'Cart')),
    act('verifyAttribute', { name: 'data-category', expected: 'Tea' }, found('testid', 'product-sencha')),
    act('verifyAttribute', { name: 'data-missing', operator: 'is empty' }, found('testid', 'product-sencha')),
    act('verifyState', { state: 'hidden' }, found('css', '.tip')),
    act('hover', {}, button('Help')),
    act('verifyState', { state: 'visible' }, found('css', '.tip')),
    act('setVariable', { variable: 'where', value: '{{link}}?{{count}}' }),
    open('{{where}}'),
    act('verifyUrl', { operator: 'ends with', expected: '/cart?2' }),
  ],
  'typeSlowly, selectOption, verifyCount, storeCount': () => [
    open(),
    act('typeSlowly', { value: 'tea', delayMs: '5' }, found('placeholder', 'Name of a product')),
    act('clear', {}, found('label', 'Search')),
    act('selectOption', { value: 'Tea' }, found('label', 'Category')),
    act('verifyText', { expected: '2 products' }, found('css', '#found')),
    act('selectOption', { by: 'number', value: '2' }, found('label', 'Category')),
    act('verifyText', { expected: '3 products' }, found('css', '#found')),
    act('verifyCount', { operator: 'is greater than', expected: '7' }, found('css', '.products li')),
    act('storeCount', { variable: 'cards' }, found('css', '.products li')),
    act('verifyCount', { expected: '{{cards}}' }, found('xpath', '//ul[@class="products"]/li')),
  ],
  'check, setDate, scrollTo, doubleClick, rightClick': () => [
    open('/checkout'),
    act('verifyState', { state: 'disabled' }, found('label', 'Text of the card')),
    act('check', {}, found('label', 'It is a gift')),
    act('verifyState', { state: 'checked' }, found('label', 'It is a gift')),
    act('verifyState', { state: 'editable' }, found('label', 'Text of the card')),
    act('check', { on: 'false' }, found('label', 'It is a gift')),
    act('waitForElement', { state: 'unchecked' }, found('label', 'It is a gift')),
    act('check', {}, found('label', 'Express')),
    act('setDate', { date: '2026-12-24' }, found('label', 'Delivery on')),
    act('verifyValue', { expected: '2026-12-24' }, found('label', 'Delivery on')),
    act('setDate', { date: '1990-02-01', format: 'DD/MM/YYYY' }, found('label', 'Date of birth')),
    act('verifyValue', { expected: '01/02/1990' }, found('label', 'Date of birth')),
    act('scrollTo', {}, found('css', 'footer')),
    act('doubleClick', {}, found('css', 'footer')),
    act('scrollTo'),
    act('rightClick', {}, found('css', 'h1')),
    act('verifyState', { state: 'enabled' }, button('Send order')),
  ],
  'dragAndDrop, mockResponse, waitForText': () => [
    act('mockResponse', { url: '/api/suggest*', body: '["Mocked biscuits"]' }),
    open(),
    act('dragAndDrop', { onto: 'role=region name="Drop here"' }, found('testid', 'product-cup')),
    inCart('1'),
    act('waitForText', { text: 'Mocked biscuits' }),
    act('waitForText', { text: 'Mocked' }, found('label', 'Suggestions')),
  ],
  'waitForResponse, wait, waitForElement': () => [
    open(),
    act('waitForResponse', { url: '/api/*tions', status: '200', method: 'get', variable: 'body' }),
    act('waitForElement', {}, found('text', 'Oat biscuits')),
    act('wait', { ms: '1' }),
    act('setVariable', { variable: 'copy', value: '{{body}}' }),
  ],
  acceptDialog: () => [
    open(),
    add('Stoneware Cup'),
    add('Hand Grinder'),
    open('/cart'),
    act('acceptDialog', { text: 'SPRING', message: 'Which code' }),
    act('click', {}, button('Use a code')),
    act('verifyText', { expected: 'Code SPRING is used.' }, found('css', '#coupon-note')),
    act('acceptDialog', { action: 'dismiss' }),
    act('click', {}, button('Remove Stoneware Cup')),
    act('verifyText', { expected: '61.50 €' }, total),
    act('acceptDialog'),
    act('click', {}, button('Remove Stoneware Cup')),
    act('verifyText', { expected: '45.00 €' }, total),
  ],
  'switchFrame, and targets within frames': () => [
    open('/checkout'),
    act('setText', { value: '4111 1111 1111 1111' }, found('label', 'Card number', undefined, [...cardFrame])),
    act('switchFrame', {}, found('css', 'iframe[name=card]')),
    act('click', {}, button('Check card')),
    act('verifyText', { expected: 'Card accepted' }, found('css', '#state')),
    act('switchFrame'),
    act('verifyText', { expected: 'Checkout' }, found('css', 'h1')),
  ],
  'elements in a shadow tree': () => [
    open('/checkout'),
    act('click', {}, button('4 stars')),
    act('verifyText', { expected: '4 of 5' }, found('css', 'shop-rating output')),
  ],
  'newTab, switchTab, closeTab, setViewport': () => [
    open(),
    act('setViewport', { width: '600', height: '700' }),
    act('runJavaScript', { code: 'return innerWidth', variable: 'width' }),
    act('click', {}, button('Help')),
    act('switchTab', { by: 'title', value: 'Help' }),
    act('verifyText', { expected: 'Help' }, found('css', 'h1')),
    act('closeTab'),
    act('verifyTitle', { operator: 'starts with', expected: 'Products' }),
    act('newTab', { url: '/cart' }),
    act('verifyTitle', { operator: 'starts with', expected: 'Cart' }),
    act('switchTab', { value: '1' }),
    act('closeTab', { number: '2' }),
    act('if', { left: '{{width}}', right: '600' }),
    act('verifyTitle', { operator: 'contains', expected: 'Products' }),
  ],
  'runJavaScript under a strict policy of the page': () => [
    open(),
    act('runJavaScript', { code: 'await null; return element.id;', variable: 'id' }, found('label', 'Search')),
    act('runJavaScript', { code: 'return { a: [1, "x"] }', variable: 'json' }),
    act('runJavaScript', { code: 'localStorage.setItem("cart", \'{"cup":3}\');' }),
    act('reload'),
    inCart('3'),
  ],
  'setCookie, setStorage, setGeolocation, takeScreenshot': () => [
    open(),
    act('setCookie', { name: 'user', value: 'eve' }),
    act('setStorage', { key: 'cart', value: '{"decaf":5}' }),
    act('setGeolocation', { latitude: '48.14', longitude: '11.58' }),
    act('reload'),
    inCart('5'),
    act('verifyText', { expected: 'eve' }, found('css', '#user')),
    act('click', {}, button('Where am I?')),
    act('verifyText', { expected: '48.14, 11.58' }, found('css', '#place')),
    act('takeScreenshot', { name: 'Shop' }),
    act('takeScreenshot', {}, found('testid', 'product-cup')),
  ],
  'if and while over states of elements': () => [
    open(),
    {
      ...act('if', { state: 'visible' }, found('text', 'Sign in')),
      steps: [act('click', {}, found('text', 'Sign in'))],
      otherwise: [act('stop', { result: 'failed' })],
    },
    {
      ...act('while', { state: 'hidden', max: '2' }, found('label', 'Email')),
      steps: [act('stop', { result: 'failed' })],
    },
    act('verifyUrl', { operator: 'ends with', expected: '/login' }),
  ],
};

/** Scripts whose last step ends so, and says so. */
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
    'The code ended with ReferenceError: missing is not defined',
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
    () => [act('openUrl', { url: 'http://127.0.0.1:9' })],
    'error',
    /Nothing answers at 127\.0\.0\.1:9|unsafe|ERR_UNSAFE_PORT/,
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
    /"Help" was covered by <div id="cover"><\/div> for 700 ms\./,
  ],
];

for (const engine of browserEngines) {
  const path = await findBrowserPath(engine);
  // The title says why nothing ran.
  describe.skipIf(!path)(path ? engine : `${engine} (not installed on this machine)`, () => {
    it.each(Object.entries(scripts))('does %s', async (_name, steps) => {
      const { result, finished } = await play(pool, steps(), { engine, baseUrl: shop.url });
      expect(
        finished.filter(({ status }) => status !== 'passed').map(({ step, message }) => `${step.keyword}: ${message}`),
      ).toEqual([]);
      expect(result.status).toBe('passed');
    });

    it.each(failures)('says what is wrong: %s', async (_name, steps, status, message) => {
      const script = steps();
      const last = script.at(-1)!;
      last.timeoutMs = 700;
      const { result, finished } = await play(pool, script, { engine, baseUrl: shop.url });
      expect(finished.at(-1)?.step).toBe(last);
      if (typeof message === 'string') expect(result.message).toContain(message);
      else expect(result.message).toMatch(message);
      expect(result.status).toBe(status);
    });

    it('finds what the broken shop does wrong', async () => {
      const steps = [open(), act('click', {}, button('Add to cart: Stoneware Cup'))];
      const { result } = await play(pool, steps, { engine, baseUrl: broken.url, timeoutMs: 500 });
      expect(result).toMatchObject({ status: 'failed' });
      const other = [
        open(),
        act('click', {}, button('Buy: Stoneware Cup')),
        open('/cart'),
        act('verifyText', { expected: '16.50 €' }, total),
      ];
      const { finished } = await play(pool, other, { engine, baseUrl: broken.url, timeoutMs: 2000 });
      expect(finished.at(-1)).toMatchObject({ status: 'failed', expected: 'equals "16.50 €"', actual: '17.50 €' });
    });

    it('keeps what pages say and which requests fail, at the step in which it happened', async () => {
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
