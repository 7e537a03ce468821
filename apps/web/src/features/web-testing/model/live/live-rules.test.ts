import type { LiveNews, LivePicked } from '@touchstone/contracts/web-testing';
import { findKeyword } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { checkStep, checksOf, pageChecks } from './checks.ts';
import { isShortcutFor, keyInput, placeIn } from './live-keys.ts';
import { firstLiveState, withNews } from './live-state.ts';

const picked = (facts: Partial<LivePicked['facts']>): LivePicked => ({
  target: { name: 'Total', locators: [], frame: [] },
  ways: [],
  box: { x: 0, y: 0, width: 10, height: 10 },
  facts: {
    tag: 'p',
    type: '',
    text: '',
    value: '',
    isChecked: false,
    isEnabled: true,
    isEditable: false,
    attributes: {},
    ...facts,
  },
});

test.each([
  ['a text', { text: '12.90 €' }, ['Its text is “12.90 €”', 'Its text contains “12.90 €”', 'It is visible']],
  ['an empty box', {}, ['It is visible']],
  [
    'a field',
    { tag: 'input', isEditable: true, value: 'ada' },
    ['Its value is “ada”', 'It is visible', 'It is enabled'],
  ],
  ['an empty field', { tag: 'input', isEditable: true }, ['It is empty', 'It is visible', 'It is enabled']],
  ['a checkbox', { tag: 'input', type: 'checkbox', isChecked: true }, ['It is visible', 'It is checked']],
  [
    'a button that is off',
    { tag: 'button', text: 'Pay', isEnabled: false },
    ['Its text is “Pay”', 'Its text contains “Pay”', 'It is visible', 'It is disabled'],
  ],
  [
    'a link',
    { tag: 'a', text: 'Cart', attributes: { href: '/cart' } },
    ['Its text is “Cart”', 'Its text contains “Cart”', 'It is visible', 'It leads to /cart'],
  ],
])('what is checked of %s', (_name, facts, labels) => {
  const checks = checksOf(picked(facts));
  expect(checks.map(({ label }) => label)).toEqual(labels);
  // Each check is a runnable step.
  for (const check of checks) {
    const known = findKeyword(checkStep(check, null).keyword)?.parameters.map(({ name }) => name) ?? [];
    expect(known).toEqual(expect.arrayContaining(Object.keys(check.args)));
  }
});

test('the address is checked without its host', () => {
  const [title, address] = pageChecks({ title: 'Cart', url: 'https://shop.test/cart?x=1' });
  expect([title?.args.expected, address?.args.expected]).toEqual(['Cart', '/cart?x=1']);
});

test.each([
  ['a', false, 'a'],
  ['Enter', false, 'Enter'],
  ['Meta', true, 'Control'],
  ['Meta', false, 'Meta'],
  ['Unidentified', false, undefined],
])('the key %s (on a Mac: %s) is sent as %s', (key, isMac, sent) => {
  expect(keyInput('keyDown', key, isMac)).toEqual(sent === undefined ? undefined : { type: 'keyDown', key: sent });
});

test('clipboard shortcuts are recognized', () => {
  const keys = { key: 'V', ctrlKey: true, metaKey: false, altKey: false };
  expect(isShortcutFor('v', keys)).toBe(true);
  expect(isShortcutFor('v', { ...keys, altKey: true })).toBe(false);
  expect(isShortcutFor('c', keys)).toBe(false);
});

test('a screen position maps to a page position', () => {
  const box = { left: 100, top: 50, width: 640, height: 360 };
  expect(placeIn({ clientX: 420, clientY: 230 }, box, { width: 1280, height: 720 })).toEqual({ x: 640, y: 360 });
});

test('the state follows the events', () => {
  const all: LiveNews[] = [
    { type: 'tabs', tabs: [{ title: 'Shop', url: 'https://shop.test/' }], current: 1 },
    { type: 'control', userId: 'u', name: 'Ada' },
    { type: 'dialog', kind: 'alert', message: 'Hello', initial: '' },
    { type: 'dialogAnswered' },
    { type: 'problem', message: 'No.' },
    { type: 'idle' },
  ];
  const state = all.reduce(withNews, firstLiveState);
  expect(state).toMatchObject({
    tabs: [],
    current: 0,
    holder: { name: 'Ada' },
    dialog: null,
    problem: 'No.',
    isIdle: true,
  });
  expect(withNews(state, { type: 'ended', message: 'Closed.' })).toMatchObject({ status: 'ended', message: 'Closed.' });
});
