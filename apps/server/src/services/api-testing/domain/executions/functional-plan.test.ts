import { expect, test } from 'vitest';
import { draft } from '../../testing/builders.ts';
import { toHttpStep, usesDynamicNames } from './functional-plan.ts';

test('a script becomes a step: what is sent and checked, without documentation', () => {
  const { authentication, ...document } = draft({
    scriptName: 'List',
    scriptType: 'REST',
    description: 'All orders',
    method: 'GET',
    url: 'https://a.test/',
    folder: 'Orders',
    documentation: { operationId: 'list' },
    examples: [],
    preRequestScript: 'pm.test()',
  });
  expect(toHttpStep({ stepId: 'step', suiteId: 'suite', document }, { type: 'bearer', token: 't' })).toEqual({
    id: 'step',
    name: 'List',
    group: 'suite',
    method: 'GET',
    url: 'https://a.test/',
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
    authentication: { type: 'bearer', token: 't' },
    assertions: [],
    dataHandlers: [],
    preRequestScript: 'pm.test()',
    settings: { timeoutMs: 30_000, followRedirects: true, maxRedirects: 10, verifyCertificate: true },
  });
  expect(authentication).toEqual({ type: 'none' });
});

test.each([
  ['https://a.test/{{$randomCity}}', true],
  ['{{ $guid }}', true],
  ['{{$serverUrl}}/{{$guid}}', true],
  ['{{$serverUrls}}', true],
  ['{{$serverUrl}}/orders', false],
  ['{{ $serverUrl }}/orders', false],
  ['{{name}} costs $5', false],
  ['', false],
])('"%s" uses a dynamic name: %s', (text, uses) => {
  expect(usesDynamicNames(text)).toBe(uses);
});
