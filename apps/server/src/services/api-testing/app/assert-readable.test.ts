import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { AppError } from '@touchstone/kernel';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { xpathProblems } from '../domain/xpath-problems.ts';
import { draft } from '../testing/builders.ts';
import { assertReadable } from './assert-readable.ts';

type Order = { input: { paths: string[] } };
let run: MockInstance<(order: Order) => Promise<unknown>>;
beforeEach(() => {
  run = vi.spyOn(sharedWorkPool, 'run') as never;
  run.mockImplementation(({ input }) => xpathProblems(input));
});
afterEach(() => void run.mockRestore());

const url = 'https://a.test/';
const owner = { organizationId: 'o', userId: 'u' };
const problemsOf = async (given: object): Promise<string[]> => {
  const error = await assertReadable(draft({ url, ...given }), owner).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error === undefined) return [];
  if (!(error instanceof AppError)) throw error;
  expect([error.status, error.code]).toEqual([400, 'PLATFORM_INVALID_INPUT']);
  return error.details.map(({ path, message }) => `${path}: ${message}`);
};
const xpath = (path: string, kind = 'xpath') => ({ kind, path, operator: 'exists', enabled: true });
const handler = (path: string, source = 'xpath') => ({ name: 'a', source, path, enabled: true });

test('simple XPaths, empty ones and other kinds of paths are not checked in a worker', async () => {
  const assertions = [xpath('/a/b'), xpath('//b[1]'), xpath('$.a', 'jsonPath')];
  expect(await problemsOf({ assertions, dataHandlers: [handler('/a/{{name}}'), handler('$.a', 'jsonPath')] })).toEqual(
    [],
  );
  expect(run).not.toHaveBeenCalled();
});

test('each XPath with a problem is named by its place; equal ones are checked once', async () => {
  const [good, bad] = ['for $x in /a return $x', '/a['];
  const assertions = [xpath(good), xpath('/a'), xpath(bad)];
  const found = await problemsOf({ assertions, dataHandlers: [handler(bad), handler(good)] });
  expect(found).toEqual([
    expect.stringMatching(/^assertions\.2\.path: Please provide a valid XPath\. ./),
    expect.stringMatching(/^dataHandlers\.0\.path: Please provide a valid XPath\. ./),
  ]);
  expect(run.mock.calls.map(([{ input }]) => input.paths)).toEqual([[good, bad]]);
});

test('XPaths that take too long to check are rejected; an internal error stays one', async () => {
  run.mockRejectedValue(new WorkStopped('Reading the XPaths took too long.'));
  expect(await problemsOf({ assertions: [xpath('/a[')] })).toEqual([
    'assertions.0.path: Please provide a valid XPath. Reading the XPaths took too long.',
  ]);
  run.mockRejectedValue(new Error('broken'));
  await expect(problemsOf({ assertions: [xpath('/a[')] })).rejects.toThrow('broken');
});

test('bodies and JSON paths are checked together with XPaths', async () => {
  const assertions = [xpath('$[', 'jsonPath'), xpath('/a[')];
  expect(await problemsOf({ body: { type: 'xml', content: '<a' }, assertions })).toEqual([
    'body.content: Invalid XML format.',
    'assertions.0.path: Please provide a valid JSON path.',
    expect.stringMatching(/^assertions\.1\.path: Please provide a valid XPath\./),
  ]);
  expect(await problemsOf({ body: { type: 'xml', content: '<a/>' } })).toEqual([]);
});
