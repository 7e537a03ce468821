import type { ChainLink } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { linkProblem, placeOf } from './shown-links.ts';

const requests = ['a', 'b'].map((request) => ({ request, name: request, method: 'GET', url: '/' }));
const link = (more: Partial<ChainLink> = {}): ChainLink => ({
  from: { request: 'a', path: '$.id' },
  to: { request: 'b', in: 'path', name: 'id' },
  variable: 'orderId',
  ...more,
});

test.each([
  ['a fitting link', link(), undefined],
  ['itself', link({ from: { request: 'b', path: '$.id' } }), /its own response/],
  [
    'a later request',
    link({ from: { request: 'b', path: '$.id' }, to: { request: 'a', in: 'path', name: 'id' } }),
    /runs later/,
  ],
  ['no path', link({ from: { request: 'a', path: ' ' } }), /such as \$\.id/],
  ['a name with a space', link({ variable: 'order id' }), /begins with a letter/],
])('%s', (_name, given, problem) => {
  if (problem) expect(linkProblem(given, requests)).toMatch(problem);
  else expect(linkProblem(given, requests)).toBeUndefined();
});

test('places are described in words', () => {
  expect(placeOf(link())).toBe('path parameter id');
  expect(placeOf(link({ to: { request: 'b', in: 'authentication', name: 'token' } }))).toBe('bearer token');
});
