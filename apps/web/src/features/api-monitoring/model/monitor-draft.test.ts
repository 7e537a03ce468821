import { monitorKinds, newMonitorSchema } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { monitorOf } from '../testing/monitors.ts';
import { newDefinition, withTest } from './definition-draft.ts';
import { draftOf, draftProblems, inputOf, newDraft, withKind } from './monitor-draft.ts';

const id = '01900000-0000-7000-8000-000000000001';
const start = { timezone: 'Europe/Berlin', collectionId: id };
const filled = (given: object = {}) =>
  newDraft('http', {
    ...start,
    name: 'Orders',
    definition: { ...newDefinition('http'), url: 'https://api.example.com' } as never,
    ...given,
  });

test('a completed form is valid input for the server', () => {
  expect(draftProblems(filled(), id)).toEqual({});
  const read = newMonitorSchema.parse(inputOf(filled(), id));
  expect(read).toMatchObject({ name: 'Orders', state: 'STARTED', timeoutMs: 30_000, retries: 1 });
  expect(read.schedule).toEqual({ type: 'interval', everySeconds: 60 });
});

test.each([
  ['', 'Please provide API Name.'],
  [' Orders', 'API Name must not start with whitespace.'],
  ['x'.repeat(61), 'API Name is at most 60 characters.'],
])('the name %j is refused: %s', (name, message) => {
  expect(draftProblems(filled({ name }), id)).toEqual({ name: message });
});

test.each([
  [{ everySeconds: 9 }, { everySeconds: 'The shortest interval is 10 seconds.' }],
  [{ everySeconds: 86_401 }, { everySeconds: 'The longest interval is 1 day.' }],
  [{ everySeconds: Number.NaN }, { everySeconds: 'Enter a number.' }],
  [{ scheduleType: 'cron', cron: '' }, { cron: 'Enter a cron line such as */5 * * * *.' }],
  [{ timeoutSeconds: 61 }, { timeoutSeconds: 'Enter 0.1 to 60 seconds.' }],
  [{ timeoutSeconds: Number.NaN }, { timeoutSeconds: 'Enter 0.1 to 60 seconds.' }],
  [{ regions: ['eu'], downIn: 2 }, { downIn: 'Choose at most 1, the number of regions.' }],
  [{ collectionId: '' }, { collectionId: 'Choose a collection.' }],
])('%j is reported at its field', (given, problems) => {
  expect(draftProblems(filled(given), id)).toEqual(problems);
});

test.each([
  ['http', { 'definition.url': 'API Endpoint is required.' }],
  ['tcp', { 'definition.host': 'Please enter host.', 'definition.port': 'Enter a number.' }],
  ['dns', { 'definition.hostName': 'Please enter host name.' }],
  ['domain', { 'definition.domainName': 'Please enter domain name.' }],
  ['websocket', { 'definition.url': 'Please enter URL.' }],
  ['api-script', { 'definition.projectId': 'Choose a workspace.', 'definition.scriptId': 'Choose a test.' }],
  ['heartbeat', {}],
] as const)('missing values of a new %s are reported at their fields', (kind, problems) => {
  expect(draftProblems(newDraft(kind, { ...start, name: 'Orders' }), id)).toEqual(problems);
});

test('a suite may take as long as a run needs', () => {
  const draft = newDraft('api-suite', { ...start, name: 'Orders', definition: withTest('api-suite', id, id) });
  expect(draftProblems({ ...draft, timeoutSeconds: 3600 }, id)).toEqual({});
});

test('a saved monitored API survives the round trip through its form', () => {
  const monitor = monitorOf({
    monitorId: id,
    collectionId: id,
    schedule: { type: 'cron', cron: '0 6 * * *', timezone: 'Asia/Tokyo' },
    timeoutMs: 2500,
    state: 'STOPPED',
  });
  const draft = draftOf(monitor, 'Europe/Berlin');
  expect(draft).toMatchObject({ scheduleType: 'cron', timezone: 'Asia/Tokyo', timeoutSeconds: 2.5, isStarted: false });
  expect(inputOf(draft, id)).toMatchObject({ schedule: monitor.schedule, timeoutMs: 2500, state: 'STOPPED' });
});

test.each(monitorKinds)('common fields stay when the kind changes to %s', (kind) => {
  const draft = withKind(filled({ tags: ['shop'], description: 'Why' }), kind);
  expect(draft).toMatchObject({ name: 'Orders', tags: ['shop'], description: 'Why', definition: { kind } });
});
