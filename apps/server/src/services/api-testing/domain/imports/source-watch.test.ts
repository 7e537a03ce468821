import { expect, test } from 'vitest';
import { brokenBy, changesText, fetchProblem, isWebPage, nextCheckAt } from './source-watch.ts';

const now = new Date('2026-03-02T10:00:00Z');
const minutes = (everyMinutes: 15 | 60 | 1440, failures: number, random = 0.5) =>
  (nextCheckAt(now, { everyMinutes, failures }, random).getTime() - now.getTime()) / 60_000;

test.each([
  [15, 0, 15],
  [15, 1, 30],
  [15, 2, 60],
  [15, 10, 1440],
  [15, 5000, 1440],
  [60, 0, 60],
  [60, 3, 480],
  [60, 5, 1440],
  [1440, 0, 1440],
  [1440, 9, 1440],
] as const)('every %i minutes with %i failures: the next check is %i minutes later', (every, failures, expected) => {
  expect(minutes(every, failures)).toBe(expected);
});

test('checks are spread by up to a tenth in either direction', () => {
  expect(minutes(60, 0, 0)).toBe(54);
  expect(minutes(60, 0, 1)).toBe(66);
});

test('a change is written with all three figures', () => {
  expect(changesText({ added: 3, changed: 1, removed: 0 })).toBe('3 added, 1 changed, 0 removed');
});

test.each([
  ['<!DOCTYPE html><html><body>Sign in</body></html>', true],
  ['\uFEFF\n  <html lang="en">', true],
  ['<!-- generated -->\n<!doctype   html>', true],
  ['<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">', false],
  ['{"openapi":"3.1.0","info":{"description":"<html>"}}', false],
  ['', false],
])('%j is a web page: %s', (text, expected) => {
  expect(isWebPage(Buffer.from(text))).toBe(expected);
});

const problem = (place: string) => ({ place, reason: 'Missing }.' });
test.each([
  [
    'with a fault of its syntax',
    [1],
    [problem('line 3, column 7')],
    "The document isn't valid: line 3, column 7: Missing }.",
  ],
  ['without requests and with a problem', [], [problem('document')], "The document can't be read. Missing }."],
  ['with a problem of one request', [1], [problem('GET /pets')], undefined],
  ['without requests and problems', [], [], undefined],
])('a document %s', (_, steps, problems, expected) => {
  expect(brokenBy({ steps, problems })).toBe(expected);
});

const address = 'https://ada:s3cret%21@api.test/openapi.json?token=Tr0ub4dor&v=1';
test.each([
  ['The address answered with status 404.', /404: the document is no longer there/],
  ['The address answered with status 410.', /410: the document is no longer there/],
  ['The address answered with status 401.', /401: it asks for a sign-in/],
  ['The address answered with status 503.', /^The address answered with status 503\.$/],
  [`Could not reach ${address}.`, /^Could not reach …\.$/],
  ['Host refused s3cret! and s3cret%21 and Tr0ub4dor.', /^Host refused … and … and …\.$/],
])('%s', (message, expected) => {
  const problem = fetchProblem(message, address);
  expect(problem).toMatch(expected);
  expect(problem).not.toMatch(/Tr0ub4dor|s3cret/);
});
