import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, projectOf } from '../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { ProjectsPage } from './projects.page.tsx';

const sent: [call: string, body?: unknown][] = [];
const server = serverFor(
  http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf(projectOf({ assetCount: 7, isEnabled: false })))),
  http.post(call('projects'), async ({ request }) => {
    sent.push(['create', await request.json()]);
    return HttpResponse.json(projectOf({ projectId: id(11) }), { status: 201 });
  }),
  http.put(call('projects/:id'), async ({ request, params }) => {
    sent.push([`delete ${params.id}`, await request.json()]);
    return HttpResponse.json({ message: 'Deleted' });
  }),
  http.put('*/services/api-testing/api/restore-deleted-project', async ({ request }) => {
    sent.push(['restore', await request.json()]);
    return HttpResponse.json(projectOf());
  }),
);
beforeEach(() => {
  sent.length = 0;
});
const open = () => show(<ProjectsPage />, '/service-virtualization/projects');

test('projects are listed with their mock, and one is created and opened', async () => {
  const { user, address } = open();
  const row = within((await screen.findByRole('link', { name: 'Shop' })).closest('tr')!);
  expect(row.getByText('Off')).toBeTruthy();
  expect(row.getByText('7')).toBeTruthy();
  expect(row.getByText('https://touchstone.example/mock/shop')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create project' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }));
  await user.type(dialog.getByRole('textbox', { name: 'Project name' }), 'Payments');
  await user.click(dialog.getByRole('button', { name: 'Create project' }));
  await waitFor(() => expect(address()).toBe(`/service-virtualization?project=${id(11)}`));
  expect(sent[0]).toMatchObject(['create', { projectName: 'Payments', workspaceType: 'SHARED' }]);
});

test('a project is deleted once its name is typed, and restored by Undo', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Shop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete project…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete project Shop?' }));
  expect(question.getByText(/7 assets/)).toBeTruthy();
  await user.type(question.getByRole('textbox'), 'Shop');
  await user.click(question.getByRole('button', { name: 'Delete project' }));
  await waitFor(() => expect(sent).toEqual([[`delete ${id(1)}`, { projectName: 'Shop', restorable: true }]]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent.at(-1)).toEqual(['restore', { projectId: id(1) }]));
});

test('without a project the page explains what one is for', async () => {
  server.use(http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf())));
  open();
  expect(await screen.findByRole('heading', { name: 'No project yet' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Create project' })).toHaveLength(1);
});
