import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { useReducer } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newScript } from '../../model/editor/script-draft.ts';
import { editorReducer } from '../../model/tabs/editor-tabs.ts';
import type { ScriptEditor } from './script-editor.tsx';

const answer = {
  method: 'GET',
  status: 'passed',
  durationMs: 12,
  assertions: [],
  extracted: [],
  unresolved: [],
  error: null,
  exchange: {
    request: { method: 'GET', url: 'https://a.test/7', headers: [] },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [['content-type', 'application/json']],
      body: { text: '{"id":7}', sizeBytes: 8, truncated: false, contentType: 'application/json' },
    },
    redirects: [],
  },
};
let details: { path: string; message: string }[] = [];
const account = { userId: 'u1', role: 'ROLE_ADMIN', plan: 'PRO', teams: [] };
const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.post('*/services/api-testing/api/scripts', () =>
    HttpResponse.json({ code: 'PLATFORM_INVALID_INPUT', message: 'Check your input.', details }, { status: 400 }),
  ),
  http.get('*/services/api-testing/api/get-environments-by-projectId', () => HttpResponse.json({ environments: [] })),
  http.get('*/services/api-testing/api/get-variables', () => HttpResponse.json({ variables: [] })),
  http.get('*/services/api-testing/api/suite-variables', () => HttpResponse.json({ variables: [] })),
  http.post('*/services/api-preview/api/preview', () => HttpResponse.json(answer)),
);
let Editor: typeof ScriptEditor;
beforeAll(async () => {
  server.listen();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  const { session } = await import('../../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  Editor = (await import('./script-editor.tsx')).ScriptEditor;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

const row = { key: 'id', value: '7', enabled: true };
const draft: ScriptInput = {
  ...newScript('Get pet'),
  url: 'https://a.test/{id}',
  queryParams: [row],
  pathParams: [row],
  headers: [row],
  body: { type: 'urlencoded', fields: [row] },
  authentication: { type: 'bearer', token: 'x' },
  dataHandlers: [{ name: 'id', source: 'jsonPath', path: '$.id', enabled: true }],
  assertions: [{ kind: 'jsonPath', path: '$.id', operator: 'equals', expected: 1, enabled: true }],
  testScript: 'pm.test("a", () => {})',
};
function Screen({ start }: { start: ScriptInput }) {
  const [state, dispatch] = useReducer(editorReducer, { tabs: [], active: null }, (empty) =>
    editorReducer(empty, { type: 'openNew', id: 'new-1', draft: start }),
  );
  const tab = state.tabs[0];
  return tab ? (
    <Editor
      tab={tab}
      suite={{ value: 's1', label: 'Pets' }}
      projectId="p1"
      canWrite
      dispatch={dispatch}
      onSavedElsewhere={() => undefined}
    />
  ) : null;
}
function show(patch: Partial<ScriptInput> = {}) {
  const router = createMemoryRouter([{ path: '*', element: <Screen start={{ ...draft, ...patch }} /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const tabOf = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });

test.each<[tab: string, path: string, field: string, patch?: Partial<ScriptInput>]>([
  ['Params', 'queryParams.0.value', 'Value of query parameter 1'],
  ['Headers', 'headers.0.key', 'Key of header 1'],
  ['Body', 'body.fields.0.key', 'Key of field 1'],
  ['Body', 'body.content', 'Body as json', { body: { type: 'json', content: '{}' } }],
  ['Auth', 'authentication.token', 'Token'],
  ['Assertions', 'assertions.0.path', 'Path of assertion 1'],
  ['Extract', 'dataHandlers.0.path', 'Extract path of data handler 1'],
  ['Scripts', 'testScript', 'Test script'],
  ['Settings', 'settings.timeoutMs', 'API Timeout'],
  ['Docs', 'description', 'Description'],
])('%s: a server-side error at %s is marked, opened and focused', async (tab, path, field, patch) => {
  details = [{ path, message: 'The server refuses this.' }];
  const user = show(patch);
  await user.click(tabOf(tab === 'Params' ? 'Headers' : 'Params'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(tabOf(tab).getAttribute('aria-selected')).toBe('true'));
  within(tabOf(tab)).getByRole('img', { name: '1 error' });
  within(screen.getByRole('tabpanel')).getAllByText('The server refuses this.');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByLabelText(field)).toContain(document.activeElement);
});

test('the first invalid tab opens, each is marked with its error count, and editing the field clears the mark', async () => {
  details = [
    { path: 'assertions.0.path', message: 'Bad path.' },
    { path: 'headers.0.key', message: 'Bad key.' },
    { path: 'headers.0.value', message: 'Bad value.' },
  ];
  const user = show();
  await user.click(tabOf('Settings'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(tabOf('Headers').getAttribute('aria-selected')).toBe('true'));
  within(tabOf('Headers')).getByRole('img', { name: '2 errors' });
  within(tabOf('Assertions')).getByRole('img', { name: '1 error' });
  await user.type(screen.getByLabelText('Key of header 1'), 'x');
  within(tabOf('Headers')).getByRole('img', { name: '1 error' });
  await user.type(screen.getByLabelText('Value of header 1'), 'x');
  expect(within(tabOf('Headers')).queryByRole('img')).toBeNull();
  within(tabOf('Assertions')).getByRole('img', { name: '1 error' });
});

test('a refused address keeps the open tab and is focused', async () => {
  details = [{ path: 'url', message: 'This address is not allowed.' }];
  const user = show();
  await user.click(tabOf('Auth'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('This address is not allowed.');
  expect(tabOf('Auth').getAttribute('aria-selected')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address' })));
});

test('an empty path parameter stops the send at its field', async () => {
  const user = show({ pathParams: [{ key: 'id', value: '', enabled: true }] });
  await user.click(tabOf('Headers'));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(tabOf('Params').getAttribute('aria-selected')).toBe('true'));
  screen.getByText(/^The path parameter \{id\} has no value/);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Value of path parameter 1')));
});

test('the response suggests assertions, which can be undone immediately; each send is in the history', async () => {
  sessionStorage.clear();
  const user = show();
  // The response has a tab with the same name.
  const requestTab = () => screen.getAllByRole('tab', { name: /^Assertions/ })[0]!;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.click(await screen.findByRole('button', { name: 'Suggest assertions' }));
  await screen.findByText('Added 2 assertions.');
  expect(requestTab().textContent).toBe('Assertions3');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(requestTab().textContent).toBe('Assertions1');
  await user.click(screen.getByRole('button', { name: 'History' }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    expect.stringMatching(/GET.*200.*12 ms/),
  ]);
});
