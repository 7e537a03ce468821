import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Configuration } from '@touchstone/contracts/flows';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { preferences } from '../../../../shared/preferences.ts';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import type { RunDraft } from '../../model/run-draft.ts';
import { RunButton, useRunDraft } from './run-button.tsx';

const nightly: Configuration = {
  configurationId: 'c1',
  projectId: 'p1',
  name: 'Nightly',
  environmentId: 'e1',
  variables: { region: 'eu' },
  parallel: 4,
  updatedAt: '2026-01-01T00:00:00Z',
  updatedByName: 'Ada',
};
let configurations: Configuration[];
const saved: unknown[] = [];
const server = setupServer(
  ...signInHandlers,
  http.get('*/api/run-configurations', () => HttpResponse.json({ content: configurations })),
  http.post('*/api/run-configurations', async ({ request }) => {
    const body = (await request.json()) as Configuration;
    saved.push(body);
    if (body.name === 'Taken')
      return HttpResponse.json(
        { code: 'X', message: 'A run configuration named "Taken" exists already.' },
        { status: 409 },
      );
    const made = { ...nightly, ...body, configurationId: 'c2' };
    configurations = [...configurations, made];
    return HttpResponse.json(made, { status: 201 });
  }),
  http.get('*/api/get-environments-by-projectId', () =>
    HttpResponse.json({ environments: [{ environmentId: 'e1', environmentName: 'Staging', projectId: 'p1' }] }),
  ),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  await signIn();
});
afterEach(() => {
  saved.length = 0;
  preferences.set({ runConfigurations: {} });
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function Shown({ onRun }: { onRun: (draft: RunDraft) => void }) {
  return <RunButton projectId="p1" choice={useRunDraft('p1')} isBusy={false} onRun={onRun} />;
}

function show() {
  configurations = [nightly];
  const onRun = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Shown onRun={onRun} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { onRun, user: userEvent.setup() };
}

test('a selected configuration runs the workflow, this time and the next', async () => {
  const { onRun, user } = show();
  await user.click(screen.getByRole('button', { name: 'Run configuration' }));
  const dialog = await screen.findByRole('dialog', { name: 'Run configuration' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Configuration' }));
  await user.click(await screen.findByRole('option', { name: 'Nightly', hidden: true }));
  await user.click(within(dialog).getByRole('button', { name: 'Run' }));
  const expected = expect.objectContaining({ configurationId: 'c1', environmentId: 'e1', parallel: 4 });
  expect(onRun).toHaveBeenLastCalledWith(expected);
  await user.click(await screen.findByRole('button', { name: 'Run Nightly' }));
  expect(onRun).toHaveBeenLastCalledWith(expected);
});

test('a new configuration is named and saved; a taken name is reported at the field', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Run configuration' }));
  await user.click(await screen.findByRole('button', { name: 'New Configuration' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create New Configuration' });
  const name = within(dialog).getByLabelText('Configuration name');
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await user.type(name, 'Taken');
  await user.click(save);
  expect(await within(dialog).findByText(/exists already/)).toBeTruthy();
  await user.clear(name);
  await user.type(name, 'Weekly');
  await user.type(within(dialog).getByLabelText('Blocks at once'), '2');
  await user.click(save);
  await vi.waitFor(() =>
    expect(saved.at(-1)).toEqual({
      projectId: 'p1',
      name: 'Weekly',
      environmentId: null,
      variables: {},
      parallel: 2,
    }),
  );
  expect(await screen.findByRole('button', { name: 'Run Weekly', hidden: true })).toBeTruthy();
});
