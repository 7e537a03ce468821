import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FlowHook } from '@touchstone/contracts/flows';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { setSubjectParts } from '../../../../shared/subjects/subject-parts.ts';
import { closeTopDialogOnEscape } from '../../../../ui/dialog/close-top-dialog.ts';
import { ConfirmHost } from '../../../../ui/dialog/confirm-dialog.tsx';
import { TriggersDialog } from './triggers-dialog.tsx';

const at = '2026-11-20T08:00:00.000Z';
const hookOf = (given: Partial<FlowHook> = {}): FlowHook => ({
  hookId: 'h1',
  flowId: 'f1',
  name: 'Pipeline',
  configurationId: null,
  createdBy: 'ada',
  createdByName: 'Ada Admin',
  createdAt: at,
  lastCalledAt: at,
  lastRunId: 'r1',
  lastProblem: 'Ada Admin may not run tests here any more.',
  ...given,
});
const address = 'https://touchstone.example.test/services/workflow/api/hooks/secret';
let hooks: FlowHook[] = [];
const sent: unknown[] = [];
const server = setupServer(
  ...signInHandlers,
  http.get('*/api/run-configurations', () => HttpResponse.json({ content: [] })),
  http.get('*/api/flows/f1/hooks', () => HttpResponse.json({ content: hooks })),
  http.post('*/api/flows/f1/hooks', async ({ request }) => {
    const body = (await request.json()) as { name: string };
    sent.push(body);
    if (body.name === '') return HttpResponse.json({ message: 'Please enter a name.' }, { status: 400 });
    const made = hookOf({ hookId: 'h2', name: body.name, lastCalledAt: null, lastRunId: null, lastProblem: null });
    hooks = [...hooks, made];
    return HttpResponse.json({ ...made, token: 'secret', address }, { status: 201 });
  }),
  http.delete('*/api/flows/f1/hooks/:hookId', ({ params }) => {
    hooks = hooks.filter(({ hookId }) => hookId !== params.hookId);
    return HttpResponse.json({ message: 'Deleted' });
  }),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await signIn();
});
afterAll(() => {
  setSubjectParts([]);
  server.close();
});
beforeEach(() => {
  hooks = [hookOf()];
  sent.length = 0;
});

const onClose = vi.fn();

function show(canWrite = true) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <TriggersDialog
            subject={{ kind: 'workflow', id: 'f1', projectId: 'p1', name: 'Checkout', canWrite }}
            runPath={(runId) => `/runs/${runId}`}
            onClose={onClose}
          />
        </MemoryRouter>
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

test('a webhook is created; its address is shown once, with a command to copy', async () => {
  const writeText = vi.fn(async () => undefined);
  const user = show();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('Please enter a name.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Webhook name' }), 'Release');
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  const made = within(await screen.findByRole('region', { name: 'Address of Release' }));
  expect(made.getByText(address)).toBeTruthy();
  await user.click(made.getByRole('button', { name: 'Copy address' }));
  expect(writeText).toHaveBeenCalledWith(address);
  expect(made.getByText(/^curl -X POST/).textContent).toContain(`'${address}'`);
  await user.click(made.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(address)).toBeNull();
  expect(await screen.findByText('Never called')).toBeTruthy();
  expect(sent.at(-1)).toEqual({ name: 'Release', configurationId: null });
});

test('a webhook shows its last call, its run or why it started none, and is revoked after confirmation', async () => {
  const stop = closeTopDialogOnEscape();
  const user = show();
  expect((await screen.findByRole('link', { name: 'Last run' })).getAttribute('href')).toBe('/runs/r1');
  expect(screen.getByText('Ada Admin may not run tests here any more.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Revoke Pipeline' }));
  await screen.findByRole('dialog', { name: 'Revoke Pipeline?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Revoke Pipeline?' })).toBeNull());
  stop();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Revoke Pipeline' }));
  const question = await screen.findByRole('dialog', { name: 'Revoke Pipeline?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke webhook' }));
  expect(await screen.findByText('No webhook yet.')).toBeTruthy();
});

test('a viewer only sees the triggers of a workflow, including those of other features', async () => {
  setSubjectParts([
    async () => ({
      triggers: [
        {
          kinds: ['workflow'],
          load:
            async () =>
            ({ subject }) => <p>{`Schedules of ${subject.name}`}</p>,
        },
      ],
    }),
  ]);
  show(false);
  expect(await screen.findByText('Schedules of Checkout')).toBeTruthy();
  expect(await screen.findByText('Pipeline')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /webhook|Revoke/ })).toBeNull());
});
