import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CodeEditorProps } from '../../../../ui/code-editor/code-editor-view.tsx';
import { AssetPage } from '../../pages/asset.page.tsx';
import { assetOf, entryOf, id } from '../../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../../testing/show-page.tsx';

vi.mock('../../../../ui/code-editor/code-editor-view.tsx', () => ({
  default: ({ label, value, onChange, readOnly }: CodeEditorProps) => (
    <textarea
      aria-label={label}
      value={value}
      readOnly={readOnly}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    />
  ),
}));

const sent: [call: string, body?: unknown][] = [];
const checked: { stub?: unknown }[] = [];
const server = serverFor(
  http.put(call('assets'), async ({ request }) => {
    const body = (await request.json()) as object;
    sent.push(['save', body]);
    return HttpResponse.json(assetOf({ ...body, revision: 3 }));
  }),
  http.post(call('assets'), async ({ request }) => {
    const body = (await request.json()) as object;
    sent.push(['create', body]);
    return HttpResponse.json(assetOf({ ...body, assetId: id(8) }), { status: 201 });
  }),
  http.post(call('assets/check'), async ({ request }) => {
    checked.push((await request.json()) as { stub?: unknown });
    return HttpResponse.json({ problems: [], warnings: [] });
  }),
  http.post(call('mocks/:id/try'), async ({ request }) => {
    sent.push(['try', await request.json()]);
    return HttpResponse.json(entryOf());
  }),
);
beforeEach(() => {
  sent.length = 0;
  checked.length = 0;
});
const open = (query = `?asset=${id(3)}`) => show(<AssetPage />, `/service-virtualization/asset${query}`);
const view = (name: string) => within(screen.getByRole('radiogroup', { name: 'View' })).getByRole('radio', { name });
const json = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Stub as JSON' });
const replace = async (user: ReturnType<typeof open>['user'], field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
};

test('form and JSON show and edit the same stub, both ways', async () => {
  const { user } = open();
  const path = await screen.findByRole('textbox', { name: 'Path' });
  await replace(user, path, '/orders/open');
  await user.click(view('JSON'));
  const text = await json();
  expect(JSON.parse(text.value).request.urlPath).toBe('/orders/open');
  await replace(user, text, '{"request":{"method":"PUT","urlPathTemplate":"/orders/{id}"},"response":{"status":204}}');
  await user.click(view('Form'));
  expect(await screen.findByRole('textbox', { name: 'Path' })).toHaveProperty('value', '/orders/{id}');
  expect(screen.getAllByRole('combobox', { name: 'Method' })[0]).toHaveProperty('value', 'PUT');
  expect(screen.getByRole('textbox', { name: 'Status' })).toHaveProperty('value', '204');
});

test('invalid JSON is reported and leaves the stub unchanged', async () => {
  const { user } = open();
  await screen.findByRole('textbox', { name: 'Path' });
  await user.click(view('JSON'));
  await replace(user, await json(), '{"request":');
  expect(await screen.findByText(/This is not JSON/)).toBeTruthy();
  await user.click(view('Form'));
  expect(await screen.findByRole('textbox', { name: 'Path' })).toHaveProperty('value', '/orders');
});

test('matchers of query and headers are edited and saved with the revision that was opened', async () => {
  const { user } = open();
  await screen.findByRole('textbox', { name: 'Path' });
  await user.type(screen.getByRole('textbox', { name: 'Name of query parameter 1' }), 'open');
  await user.type(await screen.findByRole('textbox', { name: 'Value of query parameter 1' }), 'true');
  await user.click(screen.getByRole('checkbox', { name: 'Ignore case' }));
  await user.click(screen.getAllByRole('tab', { name: /^Headers/ })[0]!);
  expect(await screen.findByRole('textbox', { name: 'Name of header 1' })).toHaveProperty('value', 'Accept');
  await user.click(screen.getByRole('button', { name: 'Remove header Accept' }));
  await user.click(screen.getByRole('button', { name: 'Save asset' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'save',
    {
      assetId: id(3),
      revision: 2,
      name: 'List orders',
      kind: 'static',
      tags: ['smoke'],
      stub: {
        request: {
          method: 'GET',
          urlPath: '/orders',
          queryParameters: { open: { equalTo: 'true', caseInsensitive: true } },
        },
        response: { status: 200, jsonBody: { orders: [] } },
      },
    },
  ]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save asset' })).toHaveProperty('disabled', true));
});

test('problems are next to their fields, warnings link to the other asset, and one click makes it dynamic', async () => {
  server.use(
    http.post(call('assets/check'), async ({ request }) => {
      const { kind } = (await request.json()) as { kind: string };
      return HttpResponse.json({
        problems:
          kind === 'static'
            ? [{ path: 'stub.response.transformers', message: 'This asset has a template. Make it dynamic.' }]
            : [],
        warnings: [
          {
            code: 'shadowed',
            path: 'stub.request',
            message: 'This stub never answers.',
            assetId: id(9),
            assetName: 'All',
          },
        ],
      });
    }),
  );
  const { user } = open();
  expect(await screen.findByText('This asset has a template. Make it dynamic.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open All' }).getAttribute('href')).toContain(`asset=${id(9)}`);
  await user.click(screen.getByRole('button', { name: 'Make it dynamic' }));
  await waitFor(() => expect(screen.queryByText('This asset has a template. Make it dynamic.')).toBeNull());
});

test('a new asset is named by its request, created, and opened', async () => {
  const { user, address } = open('');
  const path = await screen.findByRole('textbox', { name: 'Path' });
  await replace(user, path, '/carts');
  await user.click(screen.getByRole('button', { name: 'Create asset' }));
  expect(await screen.findByText('Please enter asset name.')).toBeTruthy();
  await user.click(screen.getByRole('textbox', { name: 'Name' }));
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Create asset' }));
  await waitFor(() => expect(address()).toContain(`asset=${id(8)}`));
  expect(sent[0]).toMatchObject(['create', { name: 'GET /carts', suiteId: id(2), kind: 'static', isEnabled: true }]);
});

test('records are a separate kind of asset, and dynamic', async () => {
  const { user } = open('');
  await user.click(await screen.findByRole('combobox', { name: 'Made of' }));
  await user.click(await screen.findByRole('option', { name: 'Records' }));
  await replace(user, await screen.findByRole('textbox', { name: 'Resource' }), 'pets');
  await replace(user, screen.getByRole('textbox', { name: 'Path' }), '/pets');
  await replace(user, await screen.findByRole('textbox', { name: 'Records at the start' }), '[{"id":1}]');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Pets');
  await user.click(screen.getByRole('button', { name: 'Create asset' }));
  await waitFor(() =>
    expect(sent[0]).toMatchObject([
      'create',
      { kind: 'dynamic', resource: { name: 'pets', path: '/pets', idKey: 'id', items: [{ id: 1 }] } },
    ]),
  );
});

test('a version saved by someone else is shown next to one’s own, and either can be kept', async () => {
  const theirs = assetOf({ revision: 5, name: 'Theirs', updatedByName: 'Ben Cho' });
  server.use(
    http.put(
      call('assets'),
      () =>
        HttpResponse.json(
          {
            code: 'CONFLICT',
            message: 'Someone saved a newer revision.',
            data: { revision: 5, updatedAt: theirs.updatedAt, updatedByName: 'Ben Cho', asset: theirs },
          },
          { status: 409 },
        ),
      { once: true },
    ),
  );
  const { user } = open();
  await replace(user, await screen.findByRole('textbox', { name: 'Path' }), '/mine');
  await user.click(screen.getByRole('button', { name: 'Save asset' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ben Cho saved this asset too' }));
  await user.click(dialog.getByRole('button', { name: 'Save yours' }));
  await waitFor(() =>
    expect(sent[0]).toMatchObject(['save', { revision: 5, stub: { request: { urlPath: '/mine' } } }]),
  );
});

test('a try shows what responded, or what nearly matched and where it differs', async () => {
  const { user } = open();
  await screen.findByRole('textbox', { name: 'Path' });
  await replace(user, screen.getByRole('textbox', { name: 'Path and query' }), '/orderz');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Unmatched')).toBeTruthy();
  expect(sent[0]).toEqual(['try', { method: 'GET', path: '/orderz', headers: [], body: '' }]);
  const rows = within(screen.getByRole('table', { name: 'Differences to List orders' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DiffersPath equals/orders/orderz',
    'DiffersHeader Accept containsjsonMissing',
    'MatchesMethod equalsGETGET',
  ]);
});

test('a version is compared with the current one and restored', async () => {
  const old = {
    revision: 1,
    name: 'Old',
    change: 'created',
    createdAt: assetOf().createdAt,
    createdByName: 'Ana Lima',
  };
  server.use(
    http.get(call('assets/:id/versions'), () =>
      HttpResponse.json(pageOf({ ...old, revision: 2, change: 'saved' }, old)),
    ),
    http.get(call('assets/:id/versions/1'), () =>
      HttpResponse.json({ ...old, kind: 'static', tags: [], stub: { request: { urlPath: '/old' } }, resource: null }),
    ),
    http.post(call('assets/:id/versions/1/restore'), () => {
      sent.push(['restore']);
      return HttpResponse.json(
        assetOf({ revision: 3, stub: { request: { urlPath: '/old' }, response: { status: 200 } } }),
      );
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Show versions' }));
  await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
  await waitFor(() => expect(sent).toEqual([['restore']]));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Path' })).toHaveProperty('value', '/old'));
});

test('a WebSocket is filled in: messages with their form and delay, pings, and the end', async () => {
  const { user } = open();
  await screen.findByRole('textbox', { name: 'Path' });
  await user.click(
    within(screen.getByRole('radiogroup', { name: 'Answer' })).getByRole('radio', { name: 'WebSocket' }),
  );
  await user.type(screen.getByRole('textbox', { name: 'Message 1' }), 'hello');
  await user.click(screen.getByRole('button', { name: 'Add message' }));
  await replace(user, screen.getByRole('textbox', { name: 'Message 2' }), '{"n":1}');
  await user.click(screen.getByRole('combobox', { name: 'Form of message 2' }));
  await user.click(await screen.findByRole('option', { name: 'JSON' }));
  await replace(user, screen.getByRole('textbox', { name: 'Delay of message 2' }), '250');
  await user.click(screen.getByRole('button', { name: 'Add message' }));
  await user.click(screen.getByRole('button', { name: 'Remove message 3' }));
  await user.type(screen.getByRole('textbox', { name: 'Subprotocol (optional)' }), 'chat');
  await user.click(screen.getByRole('checkbox', { name: 'Close the connection after the messages' }));
  await user.type(screen.getByRole('textbox', { name: 'Close reason (optional)' }), 'done');
  await user.click(view('JSON'));
  expect(JSON.parse((await json()).value).response.webSocket).toEqual({
    messages: [{ body: 'hello' }, { jsonBody: { n: 1 }, delay: 250 }],
    protocol: 'chat',
    close: { code: 1000, reason: 'done' },
  });
  const text = JSON.stringify({
    request: { method: 'MESSAGE', urlPath: '/chat' },
    response: { webSocket: { messages: [{ base64Body: 'AA==', delay: 5 }] } },
  });
  await replace(user, await json(), text);
  await user.click(view('Form'));
  expect(await screen.findByRole('textbox', { name: 'Message 1' })).toHaveProperty('value', 'AA==');
  expect(screen.getByRole('textbox', { name: 'Delay of message 1' })).toHaveProperty('value', '5 ms');
  expect(screen.queryByRole('textbox', { name: 'Close code' })).toBeNull();
  await user.click(within(screen.getByRole('radiogroup', { name: 'Answer' })).getByRole('radio', { name: 'Response' }));
  await user.click(view('JSON'));
  expect(JSON.parse((await json()).value).response).toEqual({});
});
