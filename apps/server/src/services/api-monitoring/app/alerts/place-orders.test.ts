import { afterEach, expect, test, vi } from 'vitest';
import type { PolicyRules } from '../../domain/alerts/plan-alerts.ts';
import { deliveriesStore } from '../../store/alert-deliveries.store.ts';
import type { PolicyRow } from '../../store/alert-policies.store.ts';
import { type Ordered, orderEnd, orderSteps, toldChannels } from './place-orders.ts';

const at = new Date('2026-01-13T03:00:00Z');
const rules: PolicyRules = {
  tellsDegraded: false,
  steps: [{ afterMinutes: 0, channelIds: ['chat'] }],
  groupSeconds: 30,
  reminderMinutes: null,
  tellsAcknowledged: true,
  tellsRecovery: true,
  tellsBurnRate: false,
  quietHours: [],
  collectionIds: [],
  monitorIds: [],
  tags: [],
};
const policy = (id: string, given: Partial<PolicyRules> = {}) =>
  ({ id, name: id.toUpperCase(), rules: { ...rules, ...given } }) as PolicyRow;

let counter = 0;
/** A message of policy "p" to a channel; delivered by default. */
function ordered(channelId: string, given: object = {}, order: object = {}): Ordered {
  counter += 1;
  return {
    order: { id: `o${counter}`, channelId, event: 'opened', isCancelled: false, ...order },
    delivery: { policyId: 'p', policyName: 'P', state: 'DELIVERED', attemptCount: 1, ...given },
  } as unknown as Ordered;
}
const untried = { state: 'WAITING', attemptCount: 0 };

afterEach(() => vi.restoreAllMocks());

test.each<[string, Ordered, boolean]>([
  ['was told', ordered('chat'), true],
  ['is being tried', ordered('chat', { state: 'WAITING', attemptCount: 2 }), true],
  ['waits', ordered('chat', untried), false],
  ['was given up', ordered('chat', { state: 'FAILED', attemptCount: 9 }), false],
  ['was told of something else in the same message', ordered('chat', {}, { isCancelled: true }), false],
  ['was told of the end alone', ordered('chat', {}, { event: 'closed' }), false],
  ['was told of the recovery alone', ordered('chat', {}, { event: 'recovered' }), false],
  ['was only told that it was acknowledged', ordered('chat', {}, { event: 'acknowledged' }), false],
])('a channel that %s has heard of it: %s', (_name, one, expected) => {
  expect(toldChannels([one])).toEqual(expected ? [{ channelId: 'chat', policyId: 'p', policyName: 'P' }] : []);
});

test('a channel counts once, with the policy that alerted it first', () => {
  const all = [ordered('chat'), ordered('chat', { policyId: 'q' }), ordered('pager')];
  expect(toldChannels(all).map(({ channelId, policyId }) => `${channelId} ${policyId}`)).toEqual(['chat p', 'pager p']);
});

test('only policies that cover the severity start', async () => {
  const told: string[] = [];
  const order = async ({ id }: { id: string }) => void told.push(id);
  const policies = [policy('down'), policy('slow', { tellsDegraded: true })];
  await orderSteps(policies, { event: 'opened', severity: 'DEGRADED', at }, order);
  await orderSteps(policies, { event: 'opened', severity: 'DOWN', at }, order);
  expect(told).toEqual(['slow', 'down', 'slow']);
});

/** The channels that are told about the end, and the orders that are cancelled. */
async function end(
  event: 'acknowledged' | 'closed',
  before: Ordered[],
  { all = [policy('p')], always = [] as string[] } = {},
) {
  const cancelled: string[] = [];
  vi.spyOn(deliveriesStore, 'cancel').mockImplementation(async (_sql, ids) => void cancelled.push(...ids));
  const told: unknown[] = [];
  await orderEnd({} as never, {
    all,
    before,
    event,
    severity: 'DOWN',
    at,
    order: async (of, to) =>
      void told.push([to.channelId, to.event, of.groupSeconds, to.dueAt.toISOString().slice(11, 16)]),
    always: new Set(always),
    now: at,
  });
  return { cancelled, told };
}

test.each<['acknowledged' | 'closed', Ordered, boolean]>([
  ['closed', ordered('chat', untried), true],
  ['closed', ordered('chat', untried, { event: 'acknowledged' }), true],
  ['closed', ordered('chat', untried, { isCancelled: true }), false],
  ['closed', ordered('chat'), false],
  ['acknowledged', ordered('chat', untried), true],
  ['acknowledged', ordered('chat', untried, { event: 'acknowledged' }), false],
])('once it is %s, a message that is still to be sent is dropped: %o', async (event, one, expected) => {
  expect((await end(event, [one])).cancelled).toEqual(expected ? [one.order.id] : []);
});

const quietHours = [{ days: ['TUE' as const], from: '02:00', to: '04:00', timezone: 'UTC', downGoesThrough: false }];

test.each<[string, 'acknowledged' | 'closed', Parameters<typeof end>[2], unknown[]]>([
  ['its policy', 'closed', {}, [['chat', 'closed', 30, '03:00']]],
  [
    'its policy alone',
    'closed',
    { all: [policy('other', { tellsRecovery: false }), policy('p')] },
    [['chat', 'closed', 30, '03:00']],
  ],
  ['no policy that keeps silent', 'closed', { all: [policy('p', { tellsRecovery: false }), policy('q')] }, []],
  [
    'no policy that keeps silent about who looks after it',
    'acknowledged',
    { all: [policy('p', { tellsAcknowledged: false })] },
    [],
  ],
  [
    'a policy that tells this though not the other',
    'acknowledged',
    { all: [policy('p', { tellsRecovery: false })] },
    [['chat', 'acknowledged', 30, '03:00']],
  ],
  ['its policy after quiet hours', 'closed', { all: [policy('p', { quietHours })] }, [['chat', 'closed', 30, '04:00']]],
  [
    'channels that keep incidents, at once',
    'closed',
    { all: [policy('p', { tellsRecovery: false, quietHours })], always: ['chat'] },
    [['chat', 'closed', 30, '03:00']],
  ],
  ['a policy that is gone', 'closed', { all: [] }, [['chat', 'closed', 0, '03:00']]],
])('who was told hears of the end by %s', async (_name, event, given, expected) => {
  expect((await end(event, [ordered('chat')], given)).told).toEqual(expected);
});
