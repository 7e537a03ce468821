import { afterAll, beforeAll, expect, test } from 'vitest';
import { collections } from './collections.ts';
import { type Collection, runTouchstone } from './compare.ts';
import verdicts from './newman-verdicts.json' with { type: 'json' };
import { startServer } from './server.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let all: Collection[];

beforeAll(async () => {
  server = await startServer();
  all = collections(server);
});
afterAll(() => server.close());

/** Newman's verdicts are stored by `npm run conformance -- --record`, which runs both. */
test.each(Object.entries(verdicts))('newman gives the same verdict: %s', async (name, newman) => {
  expect(await runTouchstone(all.find((collection) => collection.name === name)!)).toEqual(newman);
});

test('every collection has verdicts of newman', () => {
  expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(verdicts).sort());
});
