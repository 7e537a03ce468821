import type { ImportPreview } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import {
  addressProblem,
  choose,
  chosenAmong,
  comesAlong,
  filterRequests,
  firstChoice,
  importBody,
  likelySource,
} from './import-choice.ts';

const projectId = '0198c0de-0000-7000-8000-000000000001';
const preview: ImportPreview = {
  importId: '0198c0de-0000-7000-8000-000000000002',
  format: 'openapi',
  title: ' Pet store ',
  servers: [],
  requests: [
    { index: 0, name: 'List pets', method: 'GET', url: '{{baseUrl}}/pets', folder: 'pets', assertionCount: 1 },
    { index: 1, name: 'Add a pet', method: 'POST', url: '{{baseUrl}}/pets', folder: 'pets', assertionCount: 1 },
    { index: 2, name: 'Login', method: 'GET', url: '{{baseUrl}}/user/login', folder: 'users', assertionCount: 0 },
  ],
  variables: [{ name: 'baseUrl', isSecret: false }],
  environments: [],
  problems: [],
};
const start = firstChoice(preview);

test.each([
  ['', [0, 1, 2]],
  ['  GET pets ', [0]],
  ['users', [2]],
  ['nothing', []],
])('filters by the words of "%s"', (text, want) => {
  expect(filterRequests(preview.requests, text).map(({ index }) => index)).toEqual(want);
});

test('selecting what is visible leaves the rest alone', () => {
  const pets = filterRequests(preview.requests, 'pets');
  const without = choose(start.chosen, pets, false);
  expect([...without]).toEqual([2]);
  expect(chosenAmong(without, pets)).toBe('none');
  expect(chosenAmong(without, preview.requests)).toBe('some');
  expect([...choose(without, pets, true)].sort()).toEqual([0, 1, 2]);
  expect(chosenAmong(start.chosen, pets)).toBe('all');
  expect(start.chosen.size).toBe(3);
});

test.each([
  { name: 'all, so no indexes', change: {}, want: { suiteName: 'Pet store', withEnvironments: true } },
  {
    name: 'some, in order',
    change: { chosen: new Set([2, 0]), suiteName: ' Mine ', withEnvironments: false },
    want: { indexes: [0, 2], suiteName: 'Mine', withEnvironments: false },
  },
  { name: 'a suite for each folder', change: { target: 'folders' }, want: { byFolder: true, withEnvironments: true } },
] as const)('requests $name', ({ change, want }) => {
  const ids = { projectId, importId: preview.importId };
  expect(importBody(projectId, preview, { ...start, ...change })).toEqual({ body: { ...ids, ...want } });
});

test('[api-imports-3] says what is missing, and sends nothing', () => {
  expect(importBody(projectId, preview, { ...start, chosen: new Set() }).problems?.requests).toBe('Please Select API.');
  const nameless = importBody(projectId, preview, { ...start, suiteName: ' ' });
  expect(nameless.problems?.suiteName).toBeTruthy();
  expect(nameless.body).toBeUndefined();
});

test('a document with only variables needs neither requests nor a suite', () => {
  const bare = { ...preview, requests: [], environments: [{ name: 'Staging', variableCount: 2 }] };
  const { body } = importBody(projectId, bare, { ...firstChoice(bare), suiteName: '' });
  expect(body).toEqual({ projectId, importId: preview.importId, withEnvironments: true });
  expect(comesAlong(bare)).toBe('The document also has 1 variable and 1 environment.');
});

test.each([
  ['openapi', 'https://x.test/openapi.json', undefined],
  ['openapi', 'ftp://x.test', 'Invalid url'],
  ['postman', 'x', 'Invalid url'],
  ['wsdl', 'x', 'Invalid WSDL URL.'],
  ['wsdl', 'https://x.test/?wsdl', undefined],
] as const)('[api-imports-2] checks the %s address %s', (kind, url, problem) => {
  expect(addressProblem(kind, url)).toBe(problem);
});

test('an existing suite must be selected', () => {
  const into = { ...start, target: 'existing' as const };
  expect(importBody(projectId, preview, into).problems?.suiteId).toBe('Please select an option');
  expect(importBody(projectId, preview, { ...into, suiteId: preview.importId }).body).toMatchObject({
    suiteId: preview.importId,
  });
  expect(firstChoice(preview, 'x').target).toBe('existing');
});

test('the newest source of the same title and format is the likely one', () => {
  const source = (sourceId: string, title: string, format: 'openapi' | 'postman' = 'openapi') => ({
    sourceId,
    title,
    format,
    suiteId: 's',
    name: 'n',
    isAddress: false,
    requestCount: 1,
    importedAt: '',
    watch: null,
  });
  const sources = [source('a', ' Pet store '), source('b', ' Pet store '), source('c', ' Pet store ', 'postman')];
  expect(likelySource(sources, preview)?.sourceId).toBe('b');
  expect(likelySource([source('d', 'Other')], preview)).toBeUndefined();
});
