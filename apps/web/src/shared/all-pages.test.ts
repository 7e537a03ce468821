import { expect, test } from 'vitest';
import { eachPage, readAllPages } from './all-pages.ts';

function listOf(total: number) {
  const asked: { page: number; size: number }[] = [];
  const read = async (given: { page: number; size: number }) => {
    asked.push(given);
    const first = given.page * given.size;
    const content = Array.from(
      { length: Math.min(given.size, Math.max(0, total - first)) },
      (_, index) => first + index,
    );
    return { content, totalElements: total };
  };
  return { read, asked };
}

test.each([
  [0, 1],
  [1, 1],
  [199, 1],
  [200, 1],
  [201, 2],
  [400, 2],
  [401, 3],
])('a list of %i is read completely, in order, with %i calls', async (total, calls) => {
  const { read, asked } = listOf(total);
  const all = await readAllPages(read);
  expect(all).toEqual(Array.from({ length: total }, (_, index) => index));
  expect(asked).toEqual(Array.from({ length: calls }, (_, page) => ({ page, size: 200 })));
});

test('pages are only read as they are consumed', async () => {
  const { read, asked } = listOf(1000);
  for await (const page of eachPage(read)) if (page.includes(250)) break;
  expect(asked.map(({ page }) => page)).toEqual([0, 1]);
});

test('a list that shrank while being read ends', async () => {
  const pages = [[1, 2], []];
  const read = async () => ({ content: pages.shift() ?? [], totalElements: 500 });
  expect(await readAllPages(read)).toEqual([1, 2]);
});
