import { Gauge } from 'lucide-react';
import { expect, test } from 'vitest';
import { type Action, rank } from './palette-rank.ts';

const action = (label: string, description?: string): Action => ({
  id: label,
  label,
  description,
  icon: Gauge,
  path: `/${label}`,
  onPick: () => undefined,
});
const groups = [
  { title: 'Suites', actions: [action('Reorder'), action('Orders', 'Shop')] },
  { title: 'Go to', actions: [action('Test Suites'), action('Environments')] },
  { title: 'Actions', actions: [] },
];
const shown = (text: string, recent: Action[] = []) =>
  rank(groups, text, recent).map(({ title, actions }) => [title, ...actions.map(({ label }) => label)]);

test('with no query, recent picks come first and empty groups are left out', () => {
  expect(shown('')).toEqual([
    ['Suites', 'Reorder', 'Orders'],
    ['Go to', 'Test Suites', 'Environments'],
  ]);
  expect(shown(' ', [action('Environments')])[0]).toEqual(['Recent', 'Environments']);
});

test('the group with the best match comes first, and in it the best match', () => {
  expect(shown('order')).toEqual([['Suites', 'Orders', 'Reorder']]);
  expect(shown('suites')).toEqual([['Go to', 'Test Suites']]);
});

test('typos are forgiven', () => {
  expect(shown('enviroment')).toEqual([['Go to', 'Environments']]);
});

test('among equal matches recent picks come first', () => {
  const twins = [{ title: 'Suites', actions: [action('Order a'), action('Order b')] }];
  const labels = (recent: Action[]) => rank(twins, 'order', recent)[0]?.actions.map(({ label }) => label);
  expect(labels([])).toEqual(['Order a', 'Order b']);
  expect(labels([action('Order b')])).toEqual(['Order b', 'Order a']);
});

test('descriptions match too, below names', () => {
  expect(shown('shop')).toEqual([['Suites', 'Orders']]);
});
