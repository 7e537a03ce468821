import { afterEach, expect, test } from 'vitest';
import { focusHeading } from './follow-navigation.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  document.body.innerHTML = '';
});

function page(content: string): HTMLElement {
  document.body.innerHTML = `<nav><button id="link">Suites</button></nav><main tabindex="-1">${content}</main>`;
  document.getElementById('link')?.focus();
  return document.querySelector('main')!;
}
const follow = (main: HTMLElement) => stops.push(focusHeading(main));
const focused = () => document.activeElement?.textContent;
const drawn = () => new Promise((resolve) => setTimeout(resolve));

test('focus moves to the heading of the opened page', () => {
  follow(page('<h1>Suites</h1>'));
  expect(focused()).toBe('Suites');
  expect(document.activeElement?.tagName).toBe('H1');
});

test('a heading that renders late, or again, gets the focus', async () => {
  const main = page('<p>Loading</p>');
  follow(main);
  expect(focused()).toBe('Suites');
  for (const name of ['Orders', 'Order history']) {
    main.innerHTML = `<h1>${name}</h1>`;
    await drawn();
    expect(focused()).toBe(name);
  }
});

test('a closing menu does not keep the focus', () => {
  follow(page('<h1>Orders</h1>'));
  document.getElementById('link')?.focus();
  expect(focused()).toBe('Orders');
});

test('a page that sets the focus itself, and a user who presses a key, are left alone', async () => {
  const main = page('<p>Loading</p>');
  follow(main);
  main.innerHTML = '<h1>Orders</h1><input id="name">';
  document.getElementById('name')?.focus();
  await drawn();
  expect(document.activeElement?.id).toBe('name');

  const next = page('<p>Loading</p>');
  follow(next);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  next.innerHTML = '<h1>Orders</h1>';
  await drawn();
  expect(document.activeElement?.id).toBe('link');
});

test('an open dialog keeps the focus', () => {
  const main = page('<h1>Orders</h1>');
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"><button>OK</button></div>');
  follow(main);
  expect(document.activeElement?.id).toBe('link');
});
