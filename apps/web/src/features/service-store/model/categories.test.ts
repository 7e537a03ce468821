import { expect, test } from 'vitest';
import { byCategory } from './categories.ts';

test('services are grouped by category, alphabetically, with underscores as spaces [service-store-1]', () => {
  const entries = [
    { category: 'WEB_TESTING', name: 'Web' },
    { category: 'API_TESTING', name: 'Monitoring' },
    { category: 'API_TESTING', name: 'API' },
  ];
  expect(
    byCategory(entries).map(({ category, entries: members }) => [category, ...members.map(({ name }) => name)]),
  ).toEqual([
    ['API TESTING', 'API', 'Monitoring'],
    ['WEB TESTING', 'Web'],
  ]);
  expect(byCategory([])).toEqual([]);
});
