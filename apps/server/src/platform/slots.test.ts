import { expect, test } from 'vitest';
import { add, defineSlot, fillSlots, type SlotUser, take, takeNamed } from './slots.ts';

const kinds = defineSlot<string>('kinds of run');
const fill = (services: Record<string, SlotUser>) => fillSlots(new Map(Object.entries(services)));

test('additions reach the service with the slot in the order of the services, whichever comes first', () => {
  const taken: string[] = [];
  fill({
    early: { adds: [add(kinds, 'ping')] },
    runs: { takes: [take(kinds, (kind) => void taken.push(kind))] },
    late: { adds: [add(kinds, 'pong', 'audit')] },
  });
  expect(taken).toEqual(['ping', 'pong', 'audit']);
});

test('an addition that no service takes prevents the start', () => {
  expect(() => fill({ monitoring: { adds: [add(kinds, 'check')] } })).toThrow(
    'The service monitoring adds to the kinds of run, but no listed service takes them. Add that service to services/manifest.ts.',
  );
});

test('two services that take from one slot prevent the start', () => {
  const takes = [take(kinds, () => undefined)];
  expect(() => fill({ runs: { takes }, queue: { takes } })).toThrow(
    'runs and queue both take the kinds of run; exactly one may.',
  );
});

test('definitions of all services are in one list, and two with the same name prevent the start', () => {
  const limits = defineSlot<Readonly<Record<string, number>>>('limits of plans');
  const all: Record<string, number> = {};
  const owner = { takes: [takeNamed(limits, all)] };
  fill({ owner, load: { adds: [add(limits, { USERS: 1 })] }, mocks: { adds: [add(limits, { MOCKS: 2 })] } });
  expect(all).toEqual({ USERS: 1, MOCKS: 2 });
  expect(() => fill({ owner, other: { adds: [add(limits, { MOCKS: 3 })] } })).toThrow(
    'Two services bring MOCKS to the limits of plans. Rename one.',
  );
});
