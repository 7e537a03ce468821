import type { Page } from '@playwright/test';
import { violationsOf } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { keepsColours, lostFocus } from './checks.ts';
import { indistinct, shifts, spills, unreachable } from './sight.ts';

/** A document in the address bar, so that its loading is measured like any page's. */
const show = (page: Page, body: string) =>
  page.goto(`data:text/html,${encodeURIComponent(`<!doctype html><title>Probe</title><body>${body}`)}`);

// A check that never finds anything proves nothing: each one is shown a broken page, and the same page fixed.

test('what moves while a page loads is found', async ({ browser }) => {
  const page = await browser.newPage();
  const late = (height: number) =>
    `<div id="late" style="height:${height}px"></div><main style="height:300px">Content</main>
     <script>requestAnimationFrame(() => setTimeout(() => { late.style.height = '400px'; }, 100));</script>`;
  await show(page, late(0));
  await expect.poll(() => shifts(page)).toEqual([expect.stringContaining('main "Content"')]);
  await show(page, late(400));
  await page.waitForFunction(() => document.querySelector<HTMLElement>('#late')?.style.height === '400px');
  expect(await shifts(page)).toEqual([]);
});

test('a part without height and a main action out of reach are found', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 683, height: 384 } });
  const screen = (overflow: string) =>
    `<main style="height:300px;overflow:${overflow};display:flex;flex-direction:column">
       <div style="flex:none;height:300px">Head</div>
       <div style="flex:1 1 0;min-height:${overflow === 'auto' ? 80 : 0}px;overflow:hidden"><p>Detail</p></div>
       <div style="flex:none;height:30px"><button class="mantine-Button-root">Send</button></div>
     </main>`;
  await show(page, screen('clip'));
  expect(await unreachable(page)).toEqual(['no height: div "Detail"', 'out of reach: button "Send"']);
  await show(page, screen('auto'));
  expect(await unreachable(page)).toEqual([]);
});

test('focus, choice and texts that forced colours hide are found', async ({ browser }) => {
  const page = await browser.newPage({ forcedColors: 'active' });
  const screen = (line: string, ink: string) =>
    `<style>button { outline: none; box-shadow: 0 0 0 2px blue } button:focus, [aria-selected=true] { ${line} }</style>
     <button>Send</button><div role="tablist"><a role="tab" aria-selected="true">Body</a></div>
     <p style="background:#fff;color:${ink};forced-color-adjust:none">Text</p>`;
  await show(page, screen('border-color: blue', '#ddd'));
  expect(await lostFocus(page)).toEqual(['focus not seen: button "Send"']);
  expect(await indistinct(page)).toEqual(['looks as if it were not chosen: a "Body"']);
  expect(await keepsColours(page)).toBe(true);
  expect(await violationsOf(page, { rules: 'contrast' })).toEqual([expect.stringContaining('color-contrast')]);
  await show(page, screen('outline: 2px solid Highlight', '#000'));
  expect(await lostFocus(page)).toEqual([]);
  expect(await indistinct(page)).toEqual([]);
  expect(await violationsOf(page, { rules: 'contrast' })).toEqual([]);
  await show(page, '<p style="color:#ddd">Text</p>');
  expect(await keepsColours(page)).toBe(false);
});

test('long names that leave their box or the window are found, those that are cut, broken or scrolled are not', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const name = 'Wim'.repeat(400);
  const box = (style: string) => `<section style="width:200px;${style}"><b>${name}</b></section>`;
  await show(page, box(''));
  expect(await spills(page)).toEqual([expect.stringContaining('out of section')]);
  for (const style of ['overflow:hidden', 'overflow:auto', 'overflow-wrap:anywhere']) {
    await show(page, box(style));
    expect(await spills(page), style).toEqual([]);
  }
  await show(page, `<b>${name}</b>`);
  expect(await spills(page)).toHaveLength(1);
});
