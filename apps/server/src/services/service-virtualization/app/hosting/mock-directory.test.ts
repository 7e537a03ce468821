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

test('unknown addresses cause at most one lookup a second in total', async () => {
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

test('new and renamed mocks are found immediately', async () => {
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

test('mocks created while the list is read are found by everyone who looks for them', async () => {
  const rows = [{ id: '1', pathKey: 'a', port: null }];
  const open: (() => void)[] = [];
  /** The database's content at the time of the read, returned when the test allows it. */
  const list = () => {
    const told = rows.map((row) => ({ ...row }));
    return new Promise<typeof told>((resolve) => open.push(() => resolve(told)));
  };
  const mocks = new MockDirectory(list, () => 0);
  const first = mocks.find('a');
  for (const key of ['b', 'c']) rows.push({ id: key, pathKey: key, port: null });
  mocks.changed();
  const others = ['b', 'c'].map((key) => mocks.find(key));
  open[0]?.();
  await first;
  await expect.poll(() => open.length).toBe(2);
  open[1]?.();
  expect((await Promise.all(others)).map((found) => found?.id)).toEqual(['b', 'c']);
});

test('a failed read of the list is repeated', async () => {
  let fails = true;
  const mocks = new MockDirectory(
    async () => {
      if (fails) throw new Error('The database is away.');
      return [{ id: '1', pathKey: 'a', port: null }];
    },
    () => 0,
  );
  await expect(mocks.find('a')).rejects.toThrow('The database is away.');
  fails = false;
  expect(await mocks.find('a')).toMatchObject({ id: '1' });
});
