import { screen, waitFor, within } from '@testing-library/react';
import type { MockRecording, ProposedAsset, RecordedCall } from '@touchstone/contracts/service-virtualization';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, mockOf, projectOf } from '../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { RecordingPage } from './recording.page.tsx';

const at = '2026-11-20T08:00:00.000Z';
const options = { isPartial: false, methods: [], paths: [], exceptPaths: [], matchHeaders: [], masksSecrets: true };
const recordingOf = (given: Partial<MockRecording> = {}): MockRecording => ({
  recordingId: id(50),
  projectId: id(1),
  targetUrl: 'https://api.example.com',
  status: 'recording',
  options,
  count: 1,
  sizeBytes: 2048,
  problem: null,
  startedAt: at,
  startedByName: 'Ana Lima',
  stoppedAt: null,
  savedAt: null,
  ...given,
});
const recorded: RecordedCall = {
  callId: id(51),
  at,
  method: 'GET',
  url: '/orders?open=true',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  sizeBytes: 2048,
};
const proposed = (end: number, path: string, given: Partial<ProposedAsset> = {}): ProposedAsset => ({
  callId: id(end),
  name: `GET ${path}`,
  method: 'GET',
  path,
  status: 200,
  calls: 1,
  sizeBytes: 10,
  step: null,
  isParameterised: false,
  ...given,
});
let recordings: MockRecording[] = [];
const sent: [call: string, body?: unknown][] = [];
const server = serverFor(
  http.get(call('recordings/all/:id'), () => HttpResponse.json(pageOf(...recordings))),
  http.get(call('recordings/:id/calls'), () => HttpResponse.json(pageOf(recorded))),
  http.post(call('recordings'), async ({ request }) => {
    sent.push(['start', await request.json()]);
    recordings = [recordingOf()];
    return HttpResponse.json(recordings[0], { status: 201 });
  }),
  http.put(call('recordings/:id/status'), async ({ request }) => {
    const { status } = (await request.json()) as Pick<MockRecording, 'status'>;
    sent.push([status]);
    recordings = [recordingOf({ status })];
    return HttpResponse.json(recordings[0]);
  }),
  http.post(call('recordings/:id/preview'), async ({ request }) => {
    const { parameterises } = (await request.json()) as { parameterises: boolean };
    const rows = parameterises
      ? [proposed(60, '/users/{id}', { isParameterised: true, calls: 2 })]
      : [
          proposed(60, '/users/1'),
          proposed(61, '/queue', { step: { scenario: 's', step: 1, of: 2 } }),
          proposed(62, '/queue', { step: { scenario: 's', step: 2, of: 2 } }),
        ];
    return HttpResponse.json({ ...pageOf(...rows), calls: 3, scenarios: 1 });
  }),
  http.post(call('recordings/:id/save'), async ({ request }) => {
    sent.push(['save', await request.json()]);
    recordings = recordings.map((each) => ({ ...each, savedAt: at }));
    return HttpResponse.json({ suiteId: id(9), created: 2, disabled: 0 }, { status: 201 });
  }),
  http.delete(call('recordings/:id'), () => {
    sent.push(['delete']);
    recordings = [];
    return HttpResponse.json({ message: 'Deleted' });
  }),
);
beforeEach(() => {
  sent.length = 0;
  recordings = [];
});
const open = (path = '') => show(<RecordingPage />, `/service-virtualization/recording${path}`);

test('a service is recorded: started with rules, paused, stopped, selected from, saved', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Start recording' }));
  expect(await screen.findByText('Give an address such as https://api.example.com.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Service address' }), 'https://api.example.com');
  await user.type(screen.getByRole('combobox', { name: 'Paths (optional)' }), 'api{Enter}');
  await user.click(screen.getByRole('button', { name: 'Start recording' }));
  expect(await screen.findByText('Begin paths with /, such as /api/**.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(screen.getByRole('combobox', { name: 'Paths (optional)' }), '{Backspace}/api/**{Enter}');
  await user.click(screen.getByRole('checkbox', { name: /^Only unknown requests/ }));
  await user.click(screen.getByRole('button', { name: 'Start recording' }));
  const table = within(await screen.findByRole('table', { name: 'Recorded calls' }));
  expect(await table.findByText('/orders?open=true')).toBeTruthy();
  expect(screen.getByText('https://touchstone.example/mock/shop')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('Paused')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop recording' }));
  const proposals = within(await screen.findByRole('table', { name: 'Proposed assets' }));
  expect(await proposals.findByText('Step 2 of 2')).toBeTruthy();
  await user.click(proposals.getByRole('checkbox', { name: /\/users\/1/ }));
  await user.click(screen.getByRole('button', { name: 'Save 2 assets' }));
  await waitFor(() => expect(address()).toBe(`/service-virtualization?suite=${id(9)}`));
  expect(sent).toEqual([
    [
      'start',
      {
        projectId: id(1),
        targetUrl: 'https://api.example.com',
        ...options,
        isPartial: true,
        paths: ['/api/**'],
      },
    ],
    ['paused'],
    ['stopped'],
    [
      'save',
      {
        repeats: 'sequence',
        parameterises: false,
        leaveOut: [id(60)],
        isEnabled: true,
        suiteName: 'Recorded',
      },
    ],
  ]);
});

test('saving opens the assets, even if the page notices it before everything is refetched', async () => {
  recordings = [recordingOf({ status: 'stopped' })];
  const shown = Promise.withResolvers<void>();
  server.use(
    http.get(call('mocks/:id'), async () => {
      if (recordings[0]?.savedAt) await shown.promise;
      return HttpResponse.json(mockOf());
    }),
  );
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Save 3 assets' }));
  // The recording form has disappeared.
  await screen.findByRole('button', { name: 'Start recording' });
  shown.resolve();
  await waitFor(() => expect(address()).toBe(`/service-virtualization?suite=${id(9)}`));
});

test('similar requests are merged if selected; previously excluded ones count again', async () => {
  recordings = [recordingOf({ status: 'stopped' })];
  const { user } = open();
  const table = within(await screen.findByRole('table', { name: 'Proposed assets' }));
  await user.click(await table.findByRole('checkbox', { name: /\/users\/1/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Merge requests/ }));
  expect(await screen.findByText('/users/{id}')).toBeTruthy();
  expect(screen.getByText('With a template')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save 1 asset' })).toBeTruthy();
});

test('a recording is deleted after confirmation; a saved one is shown again by its link', async () => {
  recordings = [recordingOf({ status: 'stopped', savedAt: at })];
  const { user } = open();
  expect(await screen.findByRole('button', { name: 'Start recording' })).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Proposed assets' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'https://api.example.com' }));
  expect(await screen.findByRole('table', { name: 'Proposed assets' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Actions for the recording of https://api.example.com' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete recording…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete this recording with 1 call?' }));
  await user.click(question.getByRole('button', { name: 'Delete recording' }));
  await waitFor(() => expect(sent).toEqual([['delete']]));
});

test('a refusal is shown next to the button', async () => {
  server.use(
    http.post(call('recordings'), () =>
      HttpResponse.json({ code: 'X', message: 'This mock records already.', details: [] }, { status: 409 }),
    ),
  );
  const { user } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Service address' }), 'https://api.example.com');
  await user.click(screen.getByRole('button', { name: 'Start recording' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This mock records already.');
});

test('a viewer sees the calls but no buttons', async () => {
  server.use(http.get(call('projects/:id'), () => HttpResponse.json(projectOf({ role: 'VIEWER' }))));
  server.use(http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf(projectOf({ role: 'VIEWER' })))));
  recordings = [recordingOf({ problem: 'The recording has 10000 calls, the most it keeps. Stop and save it.' })];
  open();
  expect(await screen.findByText('/orders?open=true')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('the most it keeps');
  expect(screen.queryByRole('button', { name: 'Stop recording' })).toBeNull();
});

test('an error loading the mock is shown, with a retry', async () => {
  server.use(
    http.get(call('mocks/:id'), () => HttpResponse.json({ message: 'Not at the moment.' }, { status: 503 }), {
      once: true,
    }),
  );
  const { user } = open();
  await screen.findByText('Not at the moment.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: /^Start recording/ });
});
