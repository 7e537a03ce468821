import type { Step } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, button, found, open, openShop, play, type Shop } from '../testing/index.ts';
import { pool } from '../testing/pool.ts';
import { findBrowserPath } from './find-browsers.ts';
import type { AskDatabase } from './keywords/database.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
});

const touched = found('css', '#touched');
/** A box that shows where a finger went. */
const box = act('runJavaScript', {
  code: `document.body.innerHTML = '<div id="box" style="width:300px;height:300px;touch-action:none">Box</div><p id="touched"></p><p id="end">End</p>';
const box = document.getElementById('box');
const say = (text) => { document.getElementById('touched').textContent = text; };
let start;
box.addEventListener('touchstart', ({ touches: [at] }) => { start = at; say('start'); });
box.addEventListener('touchmove', ({ touches: [at] }) => say(Math.round(at.clientX - start.clientX) + ' ' + Math.round(at.clientY - start.clientY)));
box.addEventListener('click', ({ offsetX, offsetY }) => say('click ' + offsetX + ' ' + offsetY));`,
});

const scripts: Record<string, () => Step[]> = {
  'taps, in the middle or at a place': () => [
    open(),
    act('tap', {}, button('Add to cart: Sencha Spring')),
    act('verifyText', { expected: '1' }, found('css', 'header .badge')),
    box,
    act('tap', { x: '20', y: '30' }, found('css', '#box')),
    act('verifyText', { expected: 'click 20 30' }, touched),
  ],
  'swipes in a direction': () => [
    open(),
    box,
    act('swipe', { direction: 'right', distance: '100' }, found('css', '#box')),
    act('verifyText', { expected: '100 0' }, touched),
    act('swipe', { distance: '80' }, found('css', '#box')),
    act('verifyText', { expected: '0 -80' }, touched),
  ],
  'swipes to the edge of the screen at the latest': () => [
    open(),
    box,
    act('swipe', { direction: 'left', distance: '5000' }, found('css', '#box')),
    act('verifyText', { operator: 'matches', expected: '^-1[0-9]{2} 0$' }, touched),
  ],
  'swipes to an element': () => [
    open(),
    box,
    act('swipe', { to: 'css="#end"' }, found('css', '#box')),
    act('verifyText', { operator: 'matches', expected: '^-?[0-9]+ [1-9][0-9]+$' }, touched),
  ],
  'scrolls the page': () => [
    open(),
    act('swipe', { direction: 'up', distance: '400' }),
    act('runJavaScript', {
      code: 'while (scrollY < 100) await new Promise(requestAnimationFrame); return scrollY;',
    }),
  ],
};

describe.skipIf(!(await findBrowserPath('chromium')))('a finger', () => {
  it.each(Object.entries(scripts))('%s', async (_name, steps) => {
    const { result } = await play(pool, steps(), { engine: 'chromium', device: 'Pixel 7', baseUrl: shop.url });
    expect(result).toMatchObject({ status: 'passed', message: '' });
  });

  it("reports which element it didn't find", async () => {
    const steps = [open(), act('swipe', { to: 'css="#nowhere"' })];
    const options = { engine: 'chromium', device: 'Pixel 7', baseUrl: shop.url, lastTimeoutMs: 500 } as const;
    const { result } = await play(pool, steps, options);
    expect(result).toMatchObject({ status: 'failed', message: expect.stringContaining('#nowhere') });
  });
});

describe.skipIf(!(await findBrowserPath('chromium')))('a database', () => {
  const rows = [{ name: 'Tea', price: 8.9 }, { name: null }];
  const ask = (args: Record<string, string>, answer: () => Promise<Record<string, unknown>[]> = async () => rows) => {
    const asked: unknown[] = [];
    const steps = [act('runSql', { connection: 'Shop', query: 'select {{id}}', variable: 'answer', ...args })];
    const askDatabase: AskDatabase = ({ database, query, values, maxRows }) => {
      asked.push({ database, query, values, maxRows });
      return answer();
    };
    return play(pool, steps, { engine: 'chromium', variables: { id: '7' }, askDatabase }).then((played) => ({
      ...played,
      asked,
    }));
  };

  it('returns all rows, or the first value', async () => {
    const all = await ask({});
    expect(all.asked).toEqual([{ database: 'Shop', query: 'select {{id}}', values: { id: '7' }, maxRows: 501 }]);
    expect(all.result.variables).toEqual({ answer: JSON.stringify(rows) });
    const one = await ask({ result: 'value' });
    expect(one.result.variables).toEqual({ answer: 'Tea' });
  });

  it.each<[string, Record<string, string>, () => Promise<Record<string, unknown>[]>, object]>([
    ['no row', { result: 'value' }, async () => [], { status: 'failed', message: 'The query gives no row.' }],
    [
      'too many rows',
      {},
      async () => Array.from({ length: 501 }, () => ({})),
      { status: 'error', message: 'The query gives more than 500 rows. Add a limit or a condition.' },
    ],
    ['what went wrong', {}, () => Promise.reject(new Error('No.')), { status: 'error', message: 'No.' }],
  ])('reports: %s', async (_name, args, answer, end) => {
    expect((await ask(args, answer)).result).toMatchObject(end);
  });
});
