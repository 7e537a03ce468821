import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [2140, '2.1 kB'],
  [999_900, '999.9 kB'],
  [999_960, '1 MB'],
  [52_428_800, '52.4 MB'],
  [999_999_999, '1 GB'],
  [5e15, '5000 TB'],
])('%i bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
