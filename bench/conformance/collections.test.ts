import { afterAll, beforeAll, expect, test } from 'vitest';
import { collections } from './collections.ts';
import { type Collection, compare } from './compare.ts';
import { startServer } from './server.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let all: Collection[];

beforeAll(async () => {
  server = await startServer();
  all = collections(server);
});
afterAll(() => server.close());

/** The short form: what newman's own collections had shown to differ. All of them: `npm run conformance`. */
test.each([
  'unknown words',
  'expectations of the response',
  'pm.variables',
  'values keep their type between requests',
  'rows of data',
  'addresses without protocol',
  'an error in a script of the collection skips neither folder nor request',
  'a request that cannot be sent',
  'going on across folders',
  'older tests',
  'lodash',
])('newman gives the same verdict: %s', async (name) => {
  const { newman, touchstone } = await compare(all.find((collection) => collection.name === name)!);
  expect(touchstone).toEqual(newman);
});
