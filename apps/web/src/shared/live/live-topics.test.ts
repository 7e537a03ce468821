import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { LiveTopics } from './live-topics.ts';
import { FakeChannels, FakeLocks, FakeServer, refusal } from './testing/fake-browser.ts';

let locks: FakeLocks;
let channels: FakeChannels;
let server: FakeServer;
let count: number;
beforeEach(() => {
  locks = new FakeLocks();
  channels = new FakeChannels();
  server = new FakeServer();
  count = 0;
});

/** Waits until every message in flight has arrived. */
const settle = async () => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

function openTab({ scope = 'ada', canShare = true } = {}) {
  count += 1;
  const live = new LiveTopics({
    tab: `tab ${count}`,
    locks: canShare ? locks : undefined,
    openChannel: channels.open,
    open: server.open,
    again: (work) => void setImmediate(work),
  });
  live.start(scope);
  return {
    live,
    follow(topic: string, { until, after = 0 }: { until?: unknown; after?: number } = {}) {
      const controller = new AbortController();
      const seen: unknown[] = [];
      const states: string[] = [];
      const done = live.follow(topic, {
        after,
        signal: controller.signal,
        onState: (state) => states.push(state),
        onEvent: ({ data }) => {
          seen.push(data);
          return data === until;
        },
      });
      done.catch(() => undefined);
      return { seen, states, done, leave: () => controller.abort() };
    },
  };
}

test('ten tabs with ten runs need one stream, and each receives only its own run', async () => {
  const tabs = Array.from({ length: 10 }, (_, index) => openTab().follow(`run:${index}`));
  await settle();
  for (let step = 1; step <= 3; step += 1)
    for (const [index] of tabs.entries()) server.publish(`run:${index}`, `${index}.${step}`);
  await settle();
  for (const [index, { seen }] of tabs.entries()) expect(seen).toEqual([1, 2, 3].map((step) => `${index}.${step}`));
  expect([server.openStreams, server.most]).toEqual([1, 1]);
  // Everything the tabs requested while a stream was being opened needed only one more.
  expect(server.opened).toBeLessThan(6);
});

test('another tab takes over when the leader closes, without losing or repeating events', async () => {
  const [leader, ...others] = [openTab(), openTab(), openTab()];
  leader.follow('run:1');
  const followers = others.map((tab) => tab.follow('run:1'));
  await settle();
  server.publish('run:1', 'a');
  await settle();
  leader.live.stop();
  server.publish('run:1', 'b');
  await settle();
  server.publish('run:1', 'c');
  await settle();
  for (const { seen } of followers) expect(seen).toEqual(['a', 'b', 'c']);
  expect(server.openStreams).toBe(1);
});

test('a tab that joins late reads earlier events, and the others do not read them again', async () => {
  const first = openTab().follow('run:1');
  await settle();
  for (const data of ['a', 'b', 'c']) server.publish('run:1', data);
  await settle();
  const late = openTab().follow('run:1');
  const later = openTab().follow('run:1', { after: 2 });
  server.publish('run:1', 'd');
  await settle();
  expect([first.seen, late.seen, later.seen]).toEqual([
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c', 'd'],
    ['c', 'd'],
  ]);
});

test('a follower leaves at the end of its topic, and an unused stream is closed', async () => {
  const [one, two] = [openTab(), openTab()].map((tab) => tab.follow('run:1', { until: 'end' }));
  const stays = openTab().follow('unread');
  await settle();
  server.publish('run:1', 'end');
  await Promise.all([one?.done, two?.done]);
  server.end('run:1');
  await settle();
  server.state('unread', 3);
  await settle();
  expect(stays.seen).toEqual([3]);
  stays.leave();
  await stays.done;
  await settle();
  expect(server.openStreams).toBe(0);
});

test.each([
  ['users', 'ada', 'bob'],
  ['organizations', 'ada acme', 'ada zoo'],
])('tabs of different %s share nothing', async (_what, one, two) => {
  const [ada, bob] = [openTab({ scope: one }).follow('unread'), openTab({ scope: two }).follow('unread')];
  await settle();
  expect(server.openStreams).toBe(2);
  expect([ada.seen, bob.seen]).toEqual([[], []]);
});

test('a tab that changes its scope continues there', async () => {
  const [first, second] = [openTab(), openTab()];
  const [left, stayed] = [first.follow('run:1'), second.follow('run:1')];
  await settle();
  server.publish('run:1', 'a');
  await settle();
  first.live.start('another team');
  await settle();
  server.publish('run:1', 'b');
  await settle();
  expect([left.seen, stayed.seen, server.openStreams]).toEqual([['a', 'b'], ['a', 'b'], 2]);
});

test('a broken connection is reopened, and followers are notified', async () => {
  const [leader, other] = [openTab(), openTab()].map((tab) => tab.follow('run:1'));
  await settle();
  server.publish('run:1', 'a');
  await settle();
  server.disconnect();
  server.publish('run:1', 'b');
  await vi.waitFor(
    () =>
      expect([leader?.seen, other?.seen]).toEqual([
        ['a', 'b'],
        ['a', 'b'],
      ]),
    { timeout: 10_000 },
  );
  expect(other?.states.slice(-3)).toEqual(['waiting', 'connecting', 'open']);
});

test('a refused topic rejects its followers, and leaves other topics alone', async () => {
  server.refused.add('run:gone');
  const [leader, tab] = [openTab(), openTab()];
  const stays = leader.follow('run:1');
  const gone = [leader.follow('run:gone'), tab.follow('run:gone')];
  for (const { done } of gone) await expect(done).rejects.toMatchObject({ status: 404, message: 'This run is gone.' });
  server.publish('run:1', 'a');
  await settle();
  expect(stays.seen).toEqual(['a']);
});

test('a topic that ends too early is requested again', async () => {
  const tab = openTab().follow('run:1');
  await settle();
  server.publish('run:1', 'a');
  server.end('run:1');
  server.publish('run:1', 'b');
  await settle();
  expect([tab.seen, tab.states.includes('waiting')]).toEqual([['a', 'b'], true]);
});

test('a leader whose session has ended fails alone, and the next tab takes over', async () => {
  const [leader, tab] = [openTab().follow('run:1'), openTab().follow('run:1')];
  server.failures.push(refusal());
  await expect(leader.done).rejects.toMatchObject({ status: 401 });
  await settle();
  server.publish('run:1', 'a');
  await settle();
  expect(tab.seen).toEqual(['a']);
});

test('without locks each tab reads for itself, and resumes where it slept', async () => {
  const tabs = [openTab({ canShare: false }), openTab({ canShare: false })];
  const [one, two] = tabs.map((tab) => tab.follow('run:1'));
  await settle();
  server.publish('run:1', 'a');
  await settle();
  expect(server.openStreams).toBe(2);
  tabs[0]?.live.stop();
  server.publish('run:1', 'b');
  await settle();
  expect([one?.seen, two?.seen, server.openStreams]).toEqual([['a'], ['a', 'b'], 1]);
  tabs[0]?.live.start('ada');
  await settle();
  expect(one?.seen).toEqual(['a', 'b']);
});

test('whichever tabs open, close and follow, each follower receives every event once and in order', async () => {
  const topic = fc.constantFrom('run:1', 'run:2');
  const act = fc.oneof(
    fc.record({ kind: fc.constant('open' as const), topic }),
    fc.record({ kind: fc.constant('close' as const), index: fc.nat(5) }),
    fc.record({ kind: fc.constant('publish' as const), topic }),
    fc.record({ kind: fc.constant('turns' as const), turns: fc.nat(4) }),
    fc.record({ kind: fc.constant('follow' as const), index: fc.nat(5), topic }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
      [locks, channels, server] = [new FakeLocks(), new FakeChannels(), new FakeServer()];
      const published: Record<string, number[]> = { 'run:1': [], 'run:2': [] };
      const tabs: ReturnType<typeof openTab>[] = [];
      const followed: { tab: unknown; topic: string; seen: unknown[] }[] = [];
      const join = (tab: ReturnType<typeof openTab> | undefined, name: string) => {
        if (tab) followed.push({ tab, topic: name, seen: tab.follow(name).seen });
      };
      for (const step of acts) {
        if (step.kind === 'open') {
          tabs.push(openTab());
          join(tabs.at(-1), step.topic);
        } else if (step.kind === 'close') tabs.splice(step.index, 1)[0]?.live.stop();
        else if (step.kind === 'follow') join(tabs[step.index], step.topic);
        else if (step.kind === 'publish') {
          const events = published[step.topic] ?? [];
          events.push(events.length + 1);
          server.publish(step.topic, events.length);
        } else for (let turn = 0; turn < step.turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      }
      await settle();
      for (const { tab, topic: name, seen } of followed) {
        const all = published[name] ?? [];
        expect(seen).toEqual(tabs.includes(tab as never) ? all : all.slice(0, seen.length));
      }
      expect(server.openStreams).toBeLessThanOrEqual(1);
      for (const { live } of tabs) live.stop();
    }),
    { numRuns: 60 },
  );
});
