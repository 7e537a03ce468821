import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { StoredStep } from '../../../runs/index.ts';
import { createReadSteps } from './read-steps.ts';

const actor = { organizationId: 'o' } as never;
const step = (index: number, given: object = {}) =>
  ({ stepId: `s${index}`, index, kind: 'request', title: `Step ${index}`, summary: {}, ...given }) as StoredStep;

/** Steps of one run, read in pages. */
function reading(steps: StoredStep[], detail: object | null = null) {
  const calls: unknown[][] = [];
  const use = createReadSteps({
    platform: {
      files: { open: async (...given: unknown[]) => ({ name: given.join('/'), contentType: 'image/png' }) },
    },
    runs: {
      listSteps: async (filter: object, { page, size }: { page: number; size: number }) => {
        calls.push([filter, page, size]);
        return { content: steps.slice(page * size, (page + 1) * size), totalElements: steps.length };
      },
      getStep: async () => ({ ...step(1), detail }),
    },
    open: async (...given: unknown[]) => void calls.push(given.slice(1)),
  } as never);
  return { use, calls };
}

test.each([
  [0, 1],
  [999, 1],
  [1000, 2],
  [1001, 2],
  [2500, 3],
])('all %i steps of a run are read, in pages', async (count, pages) => {
  const { use, calls } = reading(Array.from({ length: count }, (_, index) => step(index)));
  const names = (await use.allSteps('r')).map(({ name }) => name);
  expect(names).toEqual(Array.from({ length: count }, (_, index) => `Step ${index}`));
  expect(calls).toEqual(Array.from({ length: pages }, (_, page) => [{ runId: 'r' }, page, 1000]));
});

test('a page of steps is read only by users who may open the run', async () => {
  const { use, calls } = reading([step(0), step(1)]);
  const filter = { runId: 'r', status: 'failed' as const };
  expect(await use.listSteps(actor, filter, { page: 1, size: 1 })).toMatchObject({
    content: [{ stepId: 's1', name: 'Step 1' }],
    totalElements: 2,
    page: 1,
    size: 1,
  });
  expect(calls).toEqual([['r'], [filter, 1, 1]]);
});

test('a short body is text, a large one a file, and a missing one is an error', async () => {
  const bodies = {
    exchange: {
      request: { body: { text: 'sent', sizeBytes: 4, fileId: null } },
      response: { body: { text: null, sizeBytes: 9, fileId: 'f' } },
    },
  };
  const bodyOf = async (detail: object | null, side: 'request' | 'response') =>
    reading([], detail).use.body(actor, { runId: 'r', stepId: 's1', side });
  const { stream, ...sent } = await bodyOf(bodies, 'request');
  expect(sent).toEqual({ name: 'request.txt', contentType: 'text/plain; charset=utf-8', sizeBytes: 4 });
  expect(typeof stream === 'string' ? stream : await text(stream)).toBe('sent');
  expect(await bodyOf(bodies, 'response')).toEqual({ name: 'o/f', contentType: 'image/png' });
  const empty = { exchange: { request: { body: { sizeBytes: 0 } } } };
  expect(await bodyOf(empty, 'request')).toMatchObject({ stream: '', sizeBytes: 0 });
  for (const detail of [null, { exchange: null }, { exchange: { response: null } }, { exchange: { response: {} } }])
    await expect(bodyOf(detail, 'response')).rejects.toMatchObject({ status: 404 });
});
