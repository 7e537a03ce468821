import { afterEach, expect, test } from 'vitest';
import { followCutText } from './cut-text.ts';

const long = 'n'.repeat(255);
let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** jsdom measures nothing: what is cut says so itself. */
function put(html: string, widths: { scrollWidth: number; clientWidth: number }): HTMLElement {
  document.body.innerHTML = html;
  const text = document.querySelector<HTMLElement>('.name');
  if (!text) throw new Error('The page has no name.');
  for (const [key, value] of Object.entries(widths))
    Object.defineProperty(text, key, { configurable: true, get: () => value });
  stop = followCutText();
  return text;
}
const pointTo = (element: Element) => element.dispatchEvent(new Event('pointerover', { bubbles: true }));
const named = (inside: string, title = '') =>
  `<div class="name" style="text-overflow: ellipsis" ${title && `title="${title}"`}>${inside}</div>`;

test('a text that is cut gets its whole as tooltip, also from something within it', () => {
  const text = put(named(`<b>${long}</b>`), { scrollWidth: 900, clientWidth: 100 });
  pointTo(text.firstElementChild as Element);
  expect(text.title).toBe(long);
});

test('a text with room has none, and loses it when it gets room', () => {
  const text = put(named(long), { scrollWidth: 900, clientWidth: 100 });
  pointTo(text);
  Object.defineProperty(text, 'clientWidth', { configurable: true, get: () => 900 });
  pointTo(text);
  expect(text.hasAttribute('title')).toBe(false);
});

test('a tooltip that says something else stays', () => {
  const text = put(named(long, 'Changed by Ana'), { scrollWidth: 900, clientWidth: 100 });
  pointTo(text);
  expect(text.title).toBe('Changed by Ana');
});
