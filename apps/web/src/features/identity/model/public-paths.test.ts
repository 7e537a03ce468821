import { expect, test } from 'vitest';
import { firstCalls } from '../first-calls.ts';
import { identityPaths } from '../paths.ts';
import { isPublicPath } from './public-paths.ts';

test('the document requests no token on a page that needs no session', () => {
  const paths = [
    ...Object.values(identityPaths),
    '/login-actions/reset-credentials',
    '/login-actions/reset-credentials/ana',
  ];
  for (const path of paths) {
    const isPublic = firstCalls.some(({ page, isPublic }) => isPublic && page.test(path));
    expect([path, isPublic]).toEqual([path, isPublicPath(path)]);
  }
});
