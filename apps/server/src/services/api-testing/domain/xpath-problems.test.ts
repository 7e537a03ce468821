import { expect, test } from 'vitest';
import { isPlainXPath, xpathProblems } from './xpath-problems.ts';

test.each([
  ['/pet/name', true],
  ['/pet[{{index}}]/name', true],
  ['/{{root}}/name', true],
  ['{{whole}}', true],
  ['/pet[', false],
  ['for $pet in /pets/pet return $pet/name', false],
])('%s is readable for sure: %s', (path, plain) => {
  expect(isPlainXPath(path)).toBe(plain);
});

test('each invalid path has its problem, in their order', async () => {
  const [good, broken, later, both, named, numbered] = await xpathProblems({
    paths: [
      '/pet/name',
      '/pet[',
      'for $pet in /pets/pet return $pet/name',
      '/{{root}}/{{leaf}}',
      '/pet/@{{name}}',
      '/pet[1{{count}}]',
    ],
  });
  expect([good, later, both, named, numbered]).toEqual(Array(5).fill(undefined));
  expect(broken).toEqual(expect.any(String));
});

test('a broken path is shown with placeholders of the same length as its variables', async () => {
  const [plain, withVariable] = await xpathProblems({ paths: ['/xxxxx[', '/{{a}}['] });
  expect(withVariable).toBe(plain);
});
