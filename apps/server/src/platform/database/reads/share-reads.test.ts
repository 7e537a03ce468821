import { expect, test } from 'vitest';
import { shareReads } from './share-reads.ts';

test('concurrent equal reads are one; callers during a read share the next one, whatever the outcome of the first', async () => {
  const ends: ((fails: boolean) => void)[] = [];
  const read = shareReads(
    ({ page }: { page: number }) =>
      new Promise<string>((resolve, reject) => {
        const number = ends.length;
        ends.push((fails) => (fails ? reject(new Error('away')) : resolve(`${page}, read ${number}`)));
      }),
  );
  const first = read({ page: 1 });
  const other = read({ page: 2 });
  const later = [read({ page: 1 }), read({ page: 1 })];
  expect(ends).toHaveLength(2);
  ends[1]?.(false);
  expect(await other).toBe('2, read 1');
  ends[0]?.(true);
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => ends.length).toBe(3);
  const last = read({ page: 1 });
  ends[2]?.(false);
  expect(await Promise.all(later)).toEqual(['1, read 2', '1, read 2']);
  await expect.poll(() => ends.length).toBe(4);
  ends[3]?.(false);
  expect(await last).toBe('1, read 3');
  void read({ page: 1 });
  expect(ends).toHaveLength(5);
});
