import { expect, test } from 'vitest';
import { newPageDraft, pageFieldsOf, pageProblems, slugOf } from './status-page-draft.ts';

const projectId = '01900000-0000-7000-8000-000000000001';
const monitorId = '01900000-0000-7000-8000-000000000003';

test.each([
  ['Acme status', 'acme-status'],
  ['  Ümlaut & Söhne! ', 'umlaut-sohne'],
  ['x'.repeat(80), 'x'.repeat(63)],
  ['!!!', ''],
])('the address of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a page requires a title, an address, and a password if it is private', () => {
  const draft = { ...newPageDraft(), isPrivate: true };
  expect(Object.keys(pageProblems(projectId, draft, false)).sort()).toEqual(['password', 'slug', 'title']);
  const filled = { ...draft, title: 'Acme', slug: 'acme', password: 'short' };
  expect(pageProblems(projectId, filled, false)).toEqual({ password: 'A password has at least 8 characters.' });
  expect(pageProblems(projectId, { ...filled, password: '' }, true)).toEqual({});
});

test('a monitored API without a public name is reported at its field', () => {
  const groups = [{ name: 'Shop', items: [{ monitorId, name: ' ', description: '' }] }];
  const problems = pageProblems(projectId, { ...newPageDraft(), title: 'Acme', slug: 'acme', groups }, false);
  expect(problems).toEqual({ 'groups.0.items.0.name': 'Please enter a public name.' });
});

test('empty groups and an empty domain are not saved', () => {
  expect(pageFieldsOf({ ...newPageDraft(), title: 'Acme', slug: ' acme ', domain: ' ' })).toMatchObject({
    groups: [],
    domain: null,
    slug: 'acme',
  });
});
