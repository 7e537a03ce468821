import { expect, test } from 'vitest';
import { FairQueue, type FairQueueLimits, type WorkOwner } from './fair-queue.ts';

/**
 * A pool whose work ends when the test says so: `a1 a1 b2` are two waits of user 1 of organization a, then one of user
 * 2 of organization b.
 */
class FakePool {
  readonly order: string[] = [];
  readonly #ends = new Map<string, (() => void)[]>();
  readonly queue: FairQueue;

  constructor(limits: FairQueueLimits) {
    this.queue = new FairQueue(limits, () => 0);
  }

  async ask(names: string): Promise<void> {
    for (const name of names.split(' ').filter(Boolean)) {
      void this.queue.enter(ownerOf(name)).then((end) => {
        this.order.push(name);
        this.#ends.set(name, [...(this.#ends.get(name) ?? []), end]);
      });
    }
    await settled();
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.shift()?.();
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const ownerOf = (name: string): WorkOwner | undefined =>
  name === '-' ? undefined : { organizationId: name[0]!, userId: name.slice(1) };

const four: FairQueueLimits = { slots: 4, perOrganization: 3, perUser: 2 };
const one: FairQueueLimits = { slots: 1, perOrganization: 1, perUser: 1 };

test.each([
  { name: 'a user has no more at once than allowed', limits: four, asks: 'a1 a1 a1 a1', ends: '', order: 'a1 a1' },
  { name: 'an organization leaves a slot free', limits: four, asks: 'a1 a1 a2 a2 a3', ends: '', order: 'a1 a1 a2' },
  { name: 'the free slot is for others', limits: four, asks: 'a1 a1 a2 a3 b1', ends: '', order: 'a1 a1 a2 b1' },
  { name: 'work without an owner has all slots', limits: four, asks: '- - - - -', ends: '', order: '- - - -' },
  {
    name: 'organizations take turns, however many one waits for',
    limits: one,
    asks: 'a1 a1 a1 a1 a1 b1 c1',
    ends: 'a1 b1 c1 a1',
    order: 'a1 b1 c1 a1 a1',
  },
  {
    name: 'users of one organization take turns',
    limits: one,
    asks: 'a1 a1 a1 a2 a2 a3',
    ends: 'a1 a2 a3 a1 a2',
    order: 'a1 a2 a3 a1 a2 a1',
  },
  {
    name: 'who has less in work goes first',
    limits: { slots: 3, perOrganization: 3, perUser: 3 },
    asks: 'a1 a1 b1 a1 b1',
    ends: 'b1',
    order: 'a1 a1 b1 b1',
  },
  {
    name: 'the same user id in another organization is another user',
    limits: four,
    asks: 'a1 a1 b1 b1',
    ends: '',
    order: 'a1 a1 b1 b1',
  },
  { name: 'what one user waits for keeps its order', limits: one, asks: 'a1 a1', ends: 'a1', order: 'a1 a1' },
])('$name', async ({ limits, asks, ends, order }) => {
  const pool = new FakePool(limits);
  await pool.ask(asks);
  for (const name of ends.split(' ').filter(Boolean)) await pool.end(name);
  expect(pool.order.join(' ')).toBe(order);
});

test('no one starves: a newcomer is served after at most one turn of each other organization', async () => {
  const pool = new FakePool(one);
  await pool.ask('a1 b1 c1');
  let turns = 0;
  await pool.ask('d1');
  while (!pool.order.includes('d1')) {
    const running = pool.order.at(-1)!;
    await pool.ask(`${running} ${running} ${running}`);
    await pool.end(running);
    turns += 1;
  }
  expect(turns).toBeLessThanOrEqual(3);
});

test('a waiter that leaves the queue gets no turn and takes none from others', async () => {
  const queue = new FairQueue(one);
  const first = await queue.enter(ownerOf('a1'));
  const leaver = new AbortController();
  const left = queue.enter(ownerOf('b1'), leaver.signal);
  const stays = queue.enter(ownerOf('c1'));
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(queue.enter(ownerOf('b1'), leaver.signal)).rejects.toThrow('gone');
  first();
  first();
  (await stays)();
  expect(queue.figures()).toMatchObject({ running: 0, waiting: 0, started: 2 });
});

test('waiting is counted for the metrics', async () => {
  let nowMs = 0;
  const queue = new FairQueue(one, () => nowMs);
  const end = await queue.enter(ownerOf('a1'));
  const second = queue.enter(ownerOf('b1'));
  expect(queue.figures()).toEqual({ running: 1, waiting: 1, started: 1, waitedMs: 0 });
  nowMs = 250;
  end();
  await second;
  expect(queue.figures()).toEqual({ running: 1, waiting: 0, started: 2, waitedMs: 250 });
});
