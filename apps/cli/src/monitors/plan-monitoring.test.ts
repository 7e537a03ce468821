import { type MonitoringCodeInput, monitoringCodeSchema } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { planMonitoring } from './plan-monitoring.ts';

const code = (given: MonitoringCodeInput) => monitoringCodeSchema.parse(given);
const monitor = { name: 'Home', definition: { kind: 'http', url: 'https://shop.test/' } } as const;
const channel = { name: 'Chat', settings: { kind: 'slack' }, secrets: { webhookUrl: 'CHAT' } } as const;
const existing = code({ collections: [{ name: 'Shop', monitors: [monitor] }], channels: [channel] });
const lines = (wanted: MonitoringCodeInput, options = { prune: false, rotate: false }) => {
  const { changes, ...counts } = planMonitoring(code(wanted), existing, options);
  return [changes.map(({ action, kind, name, fields }) => `${action} ${kind} ${name} ${fields.join()}`.trim()), counts];
};

test('items that match the file are unchanged, whatever the case of names and the order of fields', () => {
  const reordered = { definition: { url: 'https://shop.test/', kind: 'http' }, name: 'Home' } as const;
  expect(lines({ collections: [{ name: 'Shop', monitors: [reordered] }], channels: [channel] })).toEqual([
    [],
    { unchanged: 3, absent: 0 },
  ]);
});

test('new items are created, different ones are changed by their fields, and items missing in the file stay', () => {
  const changed = { ...monitor, retries: 3, tags: ['shop'] };
  const more = { name: 'More', definition: { kind: 'tcp', host: 'db.test', port: 5432 } } as const;
  expect(lines({ collections: [{ name: 'Shop', monitors: [changed, more] }] })).toEqual([
    ['change monitor Shop / Home tags,retries', 'create monitor Shop / More'],
    { unchanged: 1, absent: 1 },
  ]);
});

test('pruned items are deleted last, dependent ones first', () => {
  expect(lines({ collections: [{ name: 'New' }] }, { prune: true, rotate: false })[0]).toEqual([
    'create collection New',
    'delete channel Chat',
    'delete monitor Shop / Home',
    'delete collection Shop',
  ]);
});

test('secrets are sent again on request', () => {
  const wanted = { collections: [{ name: 'Shop', monitors: [monitor] }], channels: [channel] };
  expect(lines(wanted, { prune: false, rotate: true })[0]).toEqual(['change channel Chat secrets']);
});
