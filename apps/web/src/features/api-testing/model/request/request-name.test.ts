import { expect, test } from 'vitest';
import { newScript } from '../editor/script-draft.ts';
import { suggestedName, withName } from './request-name.ts';

test.each([
  ['GET', 'https://api.test/pets/{id}?x=1', 'GET /pets/{id}'],
  ['POST', '{{base}}/orders/', 'POST /orders'],
  ['GET', 'https://user:key@api.test/', 'GET api.test'],
  ['GET', '{{base}}', 'GET {{base}}'],
  ['GET', 'https://', undefined],
  ['GET', '', undefined],
])('%s %s is named %s', (method, url, name) => {
  expect(suggestedName({ method, url })).toBe(name);
});

test('a name never exceeds the allowed length, and a typed one stays', () => {
  expect(suggestedName({ method: 'GET', url: `https://a.test/${'x'.repeat(200)}` })).toHaveLength(60);
  expect(withName({ ...newScript(), url: 'https://a.test/x' }).scriptName).toBe('GET /x');
  expect(withName({ ...newScript('Mine'), url: 'https://a.test/x' }).scriptName).toBe('Mine');
  expect(withName(newScript()).scriptName).toBe('New request');
});
