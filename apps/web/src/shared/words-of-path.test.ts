import { expect, test } from 'vitest';
import { wordsOfPath } from './words-of-path.ts';

test.each([
  ['/nowhere/at-all', 'at all'],
  ['/api-testing/api-test-suite/0190b1c2-7d3e-7000-8000-000000000000', 'api test suite'],
  ['/team_settings.html', 'team settings html'],
  ['/%C5%81%C3%B3d%C5%BA', 'Łódź'],
  ['/%zz', '%zz'],
  ['/42', ''],
  ['/', ''],
])('%s is searched for as "%s"', (pathname, words) => {
  expect(wordsOfPath(pathname)).toBe(words);
});
