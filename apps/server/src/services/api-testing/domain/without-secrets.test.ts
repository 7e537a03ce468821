import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

test.each([
  [
    'a literal password',
    { type: 'basic', username: 'ana', password: 'secret' },
    { type: 'basic', username: 'ana', password: '{{password}}' },
  ],
  ['a variable, which stays', { type: 'bearer', token: '{{apiToken}}' }, { type: 'bearer', token: '{{apiToken}}' }],
  [
    'a key in the address',
    { type: 'apiKey', key: 'k', value: 'secret', in: 'query' },
    { type: 'apiKey', key: 'k', value: '{{value}}', in: 'query' },
  ],
  ['nothing', { type: 'none' }, { type: 'none' }],
] as const)('hides %s', (_name, given, expected) => {
  expect(withoutSecrets(given)).toEqual(expected);
});
