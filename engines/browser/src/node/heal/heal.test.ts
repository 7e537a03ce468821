import type { Step, Target } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, found, play, playIn } from '../../testing/index.ts';
import { pool } from '../../testing/pool.ts';
import { browserEngines, findBrowserPath } from '../find-browsers.ts';
import { openSession, type Session } from '../session.ts';

const rows = (buttons: Record<string, string>) =>
  Object.entries(buttons)
    .map(([name, html]) => `<tr><td>${name}</td><td>3 items</td><td>${html}</td></tr>`)
    .join('');
const pageOf = (body: string) =>
  `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><title>Orders</title><main>${body}</main>`)}`;

/** The page when its elements were learned. */
const before = pageOf(`<h1>Orders</h1><nav><a href="/orders">Orders</a> <a href="/people">People</a></nav>
<form><label for="q">Search orders</label><input id="q" name="q" placeholder="Number or name"><button id="go" class="btn btn-primary" type="button" onclick="log.textContent='searched'">Search</button></form>
<table>${rows({ Ada: '<button class="link">Cancel order</button>', Max: '<button class="link" id="cancel-max" onclick="log.textContent=\'Max\'">Cancel order</button>', Zoë: '<button class="link">Cancel order</button>' })}</table>
<p id="note">Orders are kept for a year.</p><output id="log"></output>`);
/** Its next version: other ids, classes and positions, and a label in place of the button's text. */
const afterWith = (label: string) =>
  pageOf(`<header><nav><a href="/orders">Orders</a> <a href="/people">People</a></nav></header><h1>Orders</h1>
<div class="panel"><table>${rows({ Zoë: '<button class="link">Cancel order</button>', Max: '<button class="link" onclick="log.textContent=\'Max\'">Cancel order</button>', Ada: '<button class="link">Cancel order</button>' })}</table></div>
<form class="search"><label for="term">Search orders</label><div><input id="term" name="q" placeholder="Number or name"></div><button id="submit" class="btn" type="button" onclick="log.textContent='searched'">${label}</button></form>
<output id="log"></output>`);
const after = afterWith('Search');

const atLeisure = (step: Step): Step => ({ ...step, timeoutMs: 20_000 });
const opened = (url: string) => atLeisure(act('openUrl', { url }));

const search = found('css', '#go');
const cancelMax = found('css', '#cancel-max');
const note = found('css', '#note');
const field = found('css', '#q');

describe.each(browserEngines)('a healer in %s', (engine) => {
  let isHere = false;
  /** Scripts leave only their page behind, so those that continue share a browser, and so do those that only report. */
  let reporting: Session;
  let continuing: Session;
  const known = new Map<Target, Target>();
  beforeAll(async () => {
    isHere = (await findBrowserPath(engine)) !== undefined;
    if (!isHere) return;
    reporting = await openSession(pool, { engine, healing: { continues: false } });
    continuing = await openSession(pool, { engine, healing: { continues: true } });
    const targets = [search, cancelMax, note, field];
    const steps = [opened(before), ...targets.map((target) => act('verifyState', { state: 'visible' }, target))];
    const { finished } = await playIn(reporting, steps, {});
    for (const [at, target] of targets.entries())
      known.set(target, { ...target, fingerprint: finished[at + 1]?.seen ?? {} });
  });
  afterAll(async () => {
    await reporting?.close();
    await continuing?.close();
  });
  const asKnown = (target: Target): Target => known.get(target) ?? target;

  it('reports what the element of a failed step may be now', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const steps = [opened(afterWith('Search now')), act('click', {}, asKnown(search))];
    const { result, finished } = await playIn(reporting, steps, { timeoutMs: 300 });
    expect(result.status).toBe('failed');
    const { healing, message } = finished[1]!;
    expect(healing).toMatchObject({ verdict: expect.stringMatching(/^(?:same|unsure)$/), isUsed: false });
    expect(message).toMatch(/^"#go" was not found .* It (?:may be|is surely) "Search now" \(\d+ %\) now\.$/);
    const [first] = healing?.suspects ?? [];
    expect(first?.target.locators).toContainEqual({ by: 'css', value: '#submit' });
    expect(first?.target.fingerprint).toMatchObject({ tag: 'button', text: 'Search now' });
    expect(first?.evidence.find(({ trait }) => trait === 'name')).toMatchObject({ was: 'Search', is: 'Search now' });
    expect(first?.box).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
  });

  it('continues with what is certainly the same element', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const log = found('css', '#log');
    const steps = [
      opened(after),
      act('click', {}, asKnown(search)),
      atLeisure(act('verifyText', { expected: 'searched' }, log)),
      act('setText', { value: 'Ada' }, asKnown(field)),
      act('verifyValue', { expected: 'Ada' }, asKnown(field)),
    ];
    const { result, finished } = await playIn(continuing, steps, { timeoutMs: 1500 });
    expect(finished.map(({ message, status }) => `${status} ${message}`)).toEqual([
      'passed ',
      expect.stringMatching(/^passed Its locators did not find it, so the step went on with "Search"/),
      'passed ',
      expect.stringMatching(/^passed Its locators did not find it/),
      expect.stringMatching(/^passed Its locators did not find it/),
    ]);
    expect(result.status).toBe('passed');
  });

  it('distinguishes twins by their rows', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const steps = [opened(after), act('click', {}, asKnown(cancelMax))];
    const { finished } = await playIn(reporting, steps, { timeoutMs: 300 });
    const suspects = finished[1]?.healing?.suspects ?? [];
    const rowOf = (at: number) => suspects[at]?.evidence.find(({ trait }) => trait === 'within')?.is;
    expect(rowOf(0)).toBe('Max › Orders');
    expect(suspects[0]?.probability).toBeGreaterThan(2 * (suspects[1]?.probability ?? 0));
  });

  it('reports that an element is missing, and continues with no other', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const steps = [opened(after), act('verifyText', { expected: 'year', operator: 'contains' }, asKnown(note))];
    const { finished } = await playIn(continuing, steps, { timeoutMs: 1500 });
    expect(finished[1]).toMatchObject({ status: 'failed', healing: { verdict: 'gone', isUsed: false } });
    expect(finished[1]?.message).toMatch(/Nothing like it is on the page any more\.$/);
  });

  it('distrusts a later locator that finds an element other than the known one', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const { fingerprint } = asKnown(search);
    const locators: Target['locators'] = [...search.locators, { by: 'css', value: 'tr:first-child button' }];
    const target: Target = { ...search, locators, fingerprint: fingerprint ?? {} };
    const steps = [
      opened(after),
      act('click', {}, target),
      atLeisure(act('verifyText', { expected: 'searched' }, found('css', '#log'))),
    ];
    const { result, finished } = await playIn(continuing, steps, { timeoutMs: 1500 });
    expect(finished[1]).toMatchObject({ status: 'passed', healing: { verdict: 'same', isUsed: true } });
    expect(result.status).toBe('passed');
    const played = await playIn(reporting, steps.slice(0, 2), { timeoutMs: 5000 });
    expect(played.finished[1]).toMatchObject({
      status: 'passed',
      message: expect.stringMatching(/^Only a later locator found an element, .*: "Search" \(\d+ %\)\.$/),
      healing: { verdict: 'same', isUsed: false },
    });
  });

  it('learns what the first locator finds, and what a later one finds only if it shows the same', async ({ skip }) => {
    if (!isHere) skip(`This machine has no ${engine}.`);
    const { fingerprint = {} } = asKnown(search);
    const old = { ...fingerprint, seenAt: '2020-01-01T00:00:00.000Z' };
    const by = (value: string, known: Target['fingerprint']): Target => ({
      name: value,
      locators: [
        { by: 'css', value: '#none' },
        { by: 'css', value },
      ],
      frame: [],
      ...(known && { fingerprint: known }),
    });
    const verify = (target: Target) => act('verifyState', { state: 'visible' }, target);
    const targets = [{ ...search, fingerprint: old }, search, by('#go', old), by('#go', fingerprint), by('h1', old)];
    // A session learns each element once, so this one knows none yet.
    const { finished } = await play(
      pool,
      targets.flatMap((target) => [opened(before), verify(target)]),
      { engine, healing: { continues: false } },
    );
    const learnt = finished.filter(({ step }) => step.keyword === 'verifyState').map(({ seen }) => seen?.text);
    expect(learnt).toEqual(['Search', undefined, 'Search', undefined, undefined]);
  });
});
