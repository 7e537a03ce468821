import { expect, test } from 'vitest';
import { seatRefusal, seatsAfter } from './seats.ts';

test.each([
  { before: 'FREE', after: 'PRO', total: 5, expected: 25 },
  { before: 'FREE', after: 'ENTERPRISE', total: 5, expected: 100 },
  { before: 'PRO', after: 'ENTERPRISE', total: 500, expected: 500 },
  { before: 'PRO', after: 'PRO', total: 8, expected: 8 },
  { before: 'FREE', after: 'FREE', total: 5, expected: 5 },
  { before: 'ENTERPRISE', after: 'PRO', total: 100, expected: 25 },
  { before: 'PRO', after: 'FREE', total: 3, expected: 5 },
] as const)('$total licences of $before are $expected of $after', ({ before, after, total, expected }) => {
  expect(seatsAfter(total, before, after)).toBe(expected);
});

test.each([
  { name: 'as many', total: 5, assigned: 5, after: 5, isConfirmed: false, expected: undefined },
  { name: 'more', total: 5, assigned: 5, after: 9, isConfirmed: false, expected: undefined },
  { name: 'fewer', total: 9, assigned: 2, after: 5, isConfirmed: false, expected: 'fewer' },
  { name: 'fewer, confirmed', total: 9, assigned: 2, after: 5, isConfirmed: true, expected: undefined },
  { name: 'fewer than are held', total: 9, assigned: 7, after: 5, isConfirmed: true, expected: 'held' },
])('$name licences: $expected', ({ total, assigned, after, isConfirmed, expected }) => {
  expect(seatRefusal([{ serviceId: 'a', total, assigned }], () => after, isConfirmed)?.kind).toBe(expected);
});
