import { expect, test } from 'vitest';
import { MockDirectory } from './mock-directory.ts';

function directory() {
  const rows = [{ id: '1', pathKey: 'a', port: null }];
  const seen = { reads: 0, nowMs: 0 };
  const list = async () => {
    seen.reads += 1;
    return rows.map((row) => ({ ...row }));
  };
  return { rows, seen, list: new MockDirectory(list, () => seen.nowMs) };
}

test('addresses that no mock has are looked for at most once a second, all together', async () => {
  const { seen, list } = directory();
  await Promise.all(Array.from({ length: 100 }, async (_, n) => expect(await list.find(`x${n}`)).toBeUndefined()));
  expect(seen.reads).toBe(1);
  seen.nowMs = 999;
  await list.find('y');
  expect(seen.reads).toBe(1);
  seen.nowMs = 1000;
  await list.find('y');
  expect(seen.reads).toBe(2);
  expect(await list.find('a')).toMatchObject({ id: '1' });
  seen.nowMs = 9000;
  await list.find('a');
  expect(seen.reads).toBe(2);
});

test('what was made or renamed is found at once', async () => {
  const { rows, seen, list } = directory();
  expect(await list.find('b')).toBeUndefined();
  rows.push({ id: '2', pathKey: 'b', port: null });
  rows[0]!.pathKey = 'c';
  list.changed();
  expect(await list.find('b')).toMatchObject({ id: '2' });
  expect(await list.find('a')).toBeUndefined();
  expect(await list.find('c')).toMatchObject({ id: '1' });
  expect(seen.reads).toBe(2);
});
