import type { Target } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, found, play } from '../../testing/index.ts';
import { BrowserPool } from '../browser-pool.ts';
import { browserEngines, findBrowserPath } from '../find-browsers.ts';

const rows = (buttons: Record<string, string>) =>
  Object.entries(buttons)
    .map(([name, html]) => `<tr><td>${name}</td><td>3 items</td><td>${html}</td></tr>`)
    .join('');
const pageOf = (body: string) =>
  `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><title>Orders</title><main>${body}</main>`)}`;

/** The page when its elements were known. */
const before = pageOf(`<h1>Orders</h1><nav><a href="/orders">Orders</a> <a href="/people">People</a></nav>
<form><label for="q">Search orders</label><input id="q" name="q" placeholder="Number or name"><button id="go" class="btn btn-primary" type="button" onclick="log.textContent='searched'">Search</button></form>
<table>${rows({ Ada: '<button class="link">Cancel order</button>', Max: '<button class="link" id="cancel-max" onclick="log.textContent=\'Max\'">Cancel order</button>', Zoë: '<button class="link">Cancel order</button>' })}</table>
<p id="note">Orders are kept for a year.</p><output id="log"></output>`);
/** Its next version: new ids and classes, a new order, other words. */
const after =
  pageOf(`<header><nav><a href="/orders">Orders</a> <a href="/people">People</a></nav></header><h1>All orders</h1>
<div class="panel"><table>${rows({ Zoë: '<button class="btn-text">Cancel</button>', Max: '<button class="btn-text" data-x="1" onclick="log.textContent=\'Max\'">Cancel</button>', Ada: '<button class="btn-text">Cancel</button>' })}</table></div>
<form class="search"><label for="term">Search orders</label><div><input id="term" name="q" placeholder="Number or name"></div><button id="submit" class="button primary" type="button" onclick="log.textContent='searched'">Search now</button></form>
<output id="log"></output>`);

const search = found('css', '#go');
const cancelMax = found('css', '#cancel-max');
const note = found('css', '#note');
const field = found('css', '#q');

describe.each(browserEngines)('a healer in %s', (engine) => {
  let pool: BrowserPool;
  let isHere = false;
  const known = new Map<Target, Target>();
  beforeAll(async () => {
    isHere = (await findBrowserPath(engine)) !== undefined;
    if (!isHere) return;
    pool = new BrowserPool();
    const targets = [search, cancelMax, note, field];
    const steps = [
      act('openUrl', { url: before }),
      ...targets.map((target) => act('verifyState', { state: 'visible' }, target)),
    ];
    const { finished } = await play(pool, steps, { engine, healing: { goesOn: false } });
    for (const [at, target] of targets.entries())
      known.set(target, { ...target, fingerprint: finished[at + 1]?.seen ?? {} });
  });
  afterAll(() => pool?.close());
  const asKnown = (target: Target): Target => known.get(target) ?? target;

  it('tells what a failed step looked for may be now', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const steps = [act('openUrl', { url: after }), act('click', {}, asKnown(search))];
    const { result, finished } = await play(pool, steps, { engine, timeoutMs: 300, healing: { goesOn: false } });
    expect(result.status).toBe('failed');
    const { healing, message } = finished[1]!;
    expect(healing).toMatchObject({ verdict: 'same', isUsed: false });
    expect(message).toMatch(/^"#go" was not found .* It is surely "Search now" \(\d+ %\) now\.$/);
    const [first] = healing?.suspects ?? [];
    expect(first?.target.locators).toContainEqual({ by: 'css', value: '#submit' });
    expect(first?.target.fingerprint).toMatchObject({ tag: 'button', text: 'Search now' });
    expect(first?.evidence.find(({ trait }) => trait === 'name')).toMatchObject({ was: 'Search', is: 'Search now' });
    expect(first?.box).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
  });

  it('goes on with what is surely the same, also among twins that only their rows tell apart', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const log = found('css', '#log');
    const steps = [
      act('openUrl', { url: after }),
      act('click', {}, asKnown(search)),
      act('verifyText', { expected: 'searched' }, log),
      act('click', {}, asKnown(cancelMax)),
      act('verifyText', { expected: 'Max' }, log),
      act('setText', { value: 'Ada' }, asKnown(field)),
      act('verifyValue', { expected: 'Ada' }, asKnown(field)),
    ];
    const { result, finished } = await play(pool, steps, { engine, timeoutMs: 300, healing: { goesOn: true } });
    expect(finished.map(({ message, status }) => `${status} ${message}`)).toEqual([
      'passed ',
      expect.stringMatching(/^passed None of its locators found it, so the step went on with "Search now"/),
      'passed ',
      expect.stringMatching(/^passed None of its locators found it/),
      'passed ',
      expect.stringMatching(/^passed None of its locators found it/),
      expect.stringMatching(/^passed None of its locators found it/),
    ]);
    expect(result.status).toBe('passed');
  });

  it('says that an element is gone, and goes on with no other', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const steps = [
      act('openUrl', { url: after }),
      act('verifyText', { expected: 'year', operator: 'contains' }, asKnown(note)),
    ];
    const { finished } = await play(pool, steps, { engine, timeoutMs: 300, healing: { goesOn: true } });
    expect(finished[1]).toMatchObject({ status: 'failed', healing: { verdict: 'gone', isUsed: false } });
    expect(finished[1]?.message).toMatch(/Nothing like it is on the page any more\.$/);
  });
});
