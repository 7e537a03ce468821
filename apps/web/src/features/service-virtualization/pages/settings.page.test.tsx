import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { mockOf } from '../testing/mocks.ts';
import { call, serverFor, show } from '../testing/show-page.tsx';
import { SettingsPage } from './settings.page.tsx';

const sent: [call: string, body?: unknown][] = [];
let mock = mockOf();
const server = serverFor(
  http.get(call('mocks/:id'), () => HttpResponse.json(mock)),
  http.put(call('mocks/:id'), async ({ request }) => {
    const body = (await request.json()) as Partial<typeof mock>;
    sent.push(['save', body]);
    mock = { ...mock, ...body };
    return HttpResponse.json(mock);
  }),
  http.put(call('mocks/:id/port'), async ({ request }) => {
    const { isOn } = (await request.json()) as { isOn: boolean };
    sent.push(['port', isOn]);
    const own = [
      { kind: 'port' as const, url: 'http://touchstone.example:20000' },
      { kind: 'tls' as const, url: 'https://touchstone.example:20000' },
    ];
    const path = mock.addresses.slice(0, 1);
    mock = { ...mock, port: isOn ? 20_000 : null, addresses: isOn ? [...path, ...own] : path };
    return HttpResponse.json(mock);
  }),
  http.get(call('mock-authority'), () => {
    sent.push(['authority']);
    return new HttpResponse('PEM', { headers: { 'Content-Type': 'application/x-pem-file' } });
  }),
  http.post(call('mocks/:id/key'), () => HttpResponse.json({ key: 'mk_secret' }, { status: 201 })),
  http.post(call('mocks/:id/reset'), async ({ request }) => {
    sent.push(['reset', await request.json()]);
    return HttpResponse.json({ message: 'Done' });
  }),
);
beforeEach(() => {
  sent.length = 0;
  mock = mockOf();
});
const open = () => show(<SettingsPage />, '/service-virtualization/settings');

test('settings are validated, saved together, and errors are shown at their fields', async () => {
  const { user } = open();
  const address = await screen.findByRole('textbox', { name: 'Send unknown requests to (optional)' });
  await user.type(address, 'ftp://x');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Give an address such as https://api.example.com.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.clear(address);
  await user.type(address, 'https://api.example.com');
  await user.click(screen.getByRole('radio', { name: /Only with the key/ }));
  await user.type(screen.getByRole('combobox', { name: 'Allowed networks' }), '10.0.0.0/8{Enter}');
  await user.click(screen.getByRole('checkbox', { name: /^CORS/ }));
  await user.click(screen.getByRole('combobox', { name: 'Delay' }));
  await user.click(await screen.findByRole('option', { name: 'Fixed' }));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'save',
    {
      pathKey: 'shop',
      settings: {
        ...mockOf().settings,
        access: 'key',
        allowedNetworks: ['10.0.0.0/8'],
        cors: true,
        proxyTo: 'https://api.example.com',
        delay: { type: 'fixed', milliseconds: 100 },
      },
    },
  ]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save settings' })).toHaveProperty('disabled', true));
});

test('a key is shown once; replacing it asks for confirmation', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Make key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Key of the mock' }));
  expect(dialog.getByText('mk_secret')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('mk_secret')).toBeNull());
});

test('a mock with a key asks before generating another', async () => {
  server.use(
    http.get(call('mocks/:id'), () =>
      HttpResponse.json(mockOf({ hasKey: true, keyCreatedAt: '2026-11-20T08:00:00.000Z' })),
    ),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Make new key' }));
  const question = within(await screen.findByRole('dialog', { name: 'Make a new key?' }));
  await user.click(question.getByRole('button', { name: 'Make new key' }));
  expect(await screen.findByText('mk_secret')).toBeTruthy();
});

test('the selected parts are reset after confirmation', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: /^Journal/ }));
  await user.click(screen.getByRole('button', { name: 'Reset mock…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Reset the mock?' }));
  await user.click(question.getByRole('button', { name: 'Reset mock' }));
  await waitFor(() => expect(sent).toEqual([['reset', { state: true, records: true, journal: true }]]));
});

test('a mock gets its own port and loses it, and the CA certificate is downloaded', async () => {
  mock = mockOf({ ports: { from: 20_000, to: 20_050 } });
  const { user } = open();
  const own = await screen.findByRole('switch', { name: /^Own port/ });
  expect(screen.getByText('The mock gets one of the ports 20000 to 20050, and keeps it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download CA certificate' })).toBeNull();
  await user.click(own);
  const list = within(await screen.findByRole('list', { name: 'Addresses of the port' }));
  expect(list.getByText('https://touchstone.example:20000')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Download CA certificate' }));
  await waitFor(() => expect(sent).toEqual([['port', true], ['authority']]));
  await user.click(own);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Addresses of the port' })).toBeNull());
});

test('an installation without ports shows none', async () => {
  open();
  expect(await screen.findByRole('textbox', { name: 'Path key' })).toBeTruthy();
  expect(screen.queryByRole('switch', { name: /^Own port/ })).toBeNull();
});
