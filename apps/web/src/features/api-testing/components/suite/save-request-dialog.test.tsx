import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newScript } from '../../model/editor/script-draft.ts';
import type { SaveRequestDialog } from './save-request-dialog.tsx';

let suites: { suiteId: string; suiteName: string }[] = [];
let folders: { path: string }[] = [];
let sent: { path: string; search: string; body: Record<string, unknown> }[] = [];
let refusal: string | null = null;
const take = async (request: Request, answer: object) => {
  const { pathname, search } = new URL(request.url);
  sent.push({
    path: pathname.split('/').at(-1) ?? '',
    search,
    body: (await request.json()) as Record<string, unknown>,
  });
  if (refusal) return HttpResponse.json({ code: 'X', message: refusal, details: [] }, { status: 409 });
  return HttpResponse.json(answer, { status: 201 });
};
const server = setupServer(
  http.get('*/api/suites', () =>
    HttpResponse.json({ content: suites, totalElements: suites.length, page: 0, size: 10 }),
  ),
  http.get('*/api/projects', () => HttpResponse.json({ content: [], totalElements: 0, page: 0, size: 10 })),
  http.get('*/api/project', () => HttpResponse.json({ projectId: 'p1', projectName: 'Shop', role: 'OWNER' })),
  http.get('*/api/suite-folders', () => HttpResponse.json({ folders })),
  http.post('*/api/projects', ({ request }) => take(request, { projectId: 'made-project' })),
  http.post('*/api/suites', ({ request }) => take(request, { suiteId: 'made' })),
  http.post('*/api/scripts', ({ request }) => take(request, { scriptId: 'new', suiteId: 's1' })),
);
let Dialog: typeof SaveRequestDialog;
beforeAll(async () => {
  server.listen();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  Dialog = (await import('./save-request-dialog.tsx')).SaveRequestDialog;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});
const onSaved = vi.fn();
beforeEach(() => {
  suites = [];
  folders = [];
  sent = [];
  refusal = null;
  onSaved.mockClear();
});
function open(suite?: { value: string; label: string }, projectId: string | null = 'p1') {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Dialog
          projectId={projectId ?? undefined}
          suite={suite}
          draft={{ ...newScript(), method: 'POST', url: 'https://a.test/orders' }}
          onSaved={onSaved}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const save = () => screen.getByRole('button', { name: 'Save request' });
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('without a suite the first one is created; the name is suggested from method and path', async () => {
  const user = open();
  expect((await field('New suite name')).value).toBe('My requests');
  expect((await field('Name')).value).toBe('POST /orders');
  expect(screen.queryByRole('button', { name: 'Choose a suite' })).toBeNull();
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent.map(({ path }) => path)).toEqual(['suites', 'scripts']);
  expect(sent[0]?.body).toEqual({ projectId: 'p1', suiteName: 'My requests' });
  expect(sent[1]?.search).toContain('suiteId=made');
  expect(sent[1]?.body).toMatchObject({ scriptName: 'POST /orders', url: 'https://a.test/orders' });
});

test('without a workspace one is created with the given name, and the suite in it', async () => {
  const user = open(undefined, null);
  expect((await field('New suite name')).value).toBe('My requests');
  await user.clear(await field('New project name'));
  await user.click(save());
  await screen.findByText('Please enter project name.');
  expect(sent).toEqual([]);
  await user.type(await field('New project name'), 'Orders');
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([
    { path: 'projects', body: { projectName: 'Orders' } },
    { path: 'suites', body: { projectId: 'made-project', suiteName: 'My requests' } },
    { path: 'scripts' },
  ]);
});

test('the open suite is preselected, with its folders', async () => {
  suites = [{ suiteId: 's1', suiteName: 'Orders' }];
  folders = [{ path: 'Open' }];
  const user = open({ value: 's1', label: 'Orders' });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Test suite' }).value).toBe('Orders');
  await user.click(await screen.findByRole('combobox', { name: 'Folder' }));
  await user.click(await screen.findByRole('option', { name: 'Open' }));
  await user.clear(await field('Name'));
  await user.type(await field('Name'), 'Create an order');
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([{ path: 'scripts', body: { scriptName: 'Create an order', folder: 'Open' } }]);
});

test('an invalid name and a suite without a name are reported at their fields, and nothing is sent', async () => {
  suites = [{ suiteId: 's1', suiteName: 'Orders' }];
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'New suite' }));
  await user.clear(await field('Name'));
  await user.click(save());
  await screen.findByText('Please provide API Name.');
  screen.getByText('Please enter suite name.');
  expect(sent).toEqual([]);
});

test('server-side errors are shown, and the dialog stays open', async () => {
  refusal = 'A suite with this name exists in this workspace already. Choose another name.';
  const user = open();
  await field('New suite name');
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toBe(refusal);
  expect(onSaved).not.toHaveBeenCalled();
});
