import { afterEach, expect, test } from 'vitest';
import { followCutText } from './cut-text.ts';

const long = 'n'.repeat(255);
let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** jsdom has no layout, so the widths are set explicitly. */
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

test('a truncated text gets its full text as a tooltip, also when an element inside it is hovered', () => {
  const text = put(named(`<b>${long}</b>`), { scrollWidth: 900, clientWidth: 100 });
  pointTo(text.firstElementChild as Element);
  expect(text.title).toBe(long);
});

test('a text that fits has no tooltip, and loses it once it fits', () => {
  const text = put(named(long), { scrollWidth: 900, clientWidth: 100 });
  pointTo(text);
  Object.defineProperty(text, 'clientWidth', { configurable: true, get: () => 900 });
  pointTo(text);
  expect(text.hasAttribute('title')).toBe(false);
});

test('a tooltip with other content stays', () => {
  const text = put(named(long, 'Changed by Ana'), { scrollWidth: 900, clientWidth: 100 });
  pointTo(text);
  expect(text.title).toBe('Changed by Ana');
});
