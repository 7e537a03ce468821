import { expect, test } from 'vitest';
import { newId } from './id.ts';

test('ids are UUIDs of version 7, sorted by creation, and unique', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  const ms = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16);
  expect(ms).toBeGreaterThanOrEqual(before - 1);
  expect(new Set(ids.map((id) => id.slice(24))).size).toBe(ids.length);
});
