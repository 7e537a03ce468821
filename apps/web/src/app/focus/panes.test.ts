import { afterEach, beforeEach, expect, test } from 'vitest';
import { followPanes, goToPane } from './panes.ts';

// jsdom has no layout.
Element.prototype.checkVisibility ??= () => true;

beforeEach(() => {
  document.body.innerHTML = `
    <section data-pane><a href="/" id="logo"></a></section>
    <nav data-pane><a href="/suites" id="suites"></a><a href="/runs" id="runs"></a></nav>
    <main data-pane tabindex="-1">
      <div data-pane><p>Nothing to focus</p></div>
      <div data-pane><button disabled id="off"></button><input id="name"></div>
    </main>`;
});
afterEach(() => document.body.replaceChildren());
const focused = () => document.activeElement?.id;

test('F6 cycles through the focusable panes, in both directions', () => {
  const order = ['logo', 'suites', 'name', 'logo'];
  for (const id of order) {
    goToPane(1);
    expect(focused()).toBe(id);
  }
  goToPane(-1);
  expect(focused()).toBe('name');
});

test('a pane restores its last focus', () => {
  const stop = followPanes();
  document.getElementById('runs')?.focus();
  goToPane(1);
  expect(focused()).toBe('name');
  goToPane(-1);
  expect(focused()).toBe('runs');
  stop();
});
