import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { projectOf } from '../testing/monitors.ts';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { ProjectsPage } from './projects.page.tsx';

const server = serverFor();
const open = (path = '/api-monitoring/projects') => show(<ProjectsPage />, path);

test('a project is created and opens; a taken name is reported at its field', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf())),
    http.post(call('projects'), async ({ request }) => {
      sent.push(await request.json());
      if (sent.length > 1) return HttpResponse.json(projectOf({ projectName: 'Blog' }), { status: 201 });
      const message = 'A project with this name exists already. Choose another name.';
      return HttpResponse.json({ code: 'API_MONITORING_PROJECT_NAME_TAKEN', message }, { status: 409 });
    }),
  );
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Create project' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Project name'), 'Shop');
  await user.click(dialog.getByRole('button', { name: 'Create project' }));
  await dialog.findByText('A project with this name exists already. Choose another name.');
  await user.clear(dialog.getByLabelText('Project name'));
  await user.type(dialog.getByLabelText('Project name'), 'Blog');
  await user.click(dialog.getByRole('button', { name: 'Create project' }));
  await waitFor(() => expect(address()).toContain(`project=${projectOf().projectId}`));
  expect(sent[1]).toMatchObject({ projectName: 'Blog', workspaceType: 'SHARED' });
});

test('a project is deleted once its name is typed; editors have no such entry', async () => {
  const deletedIds: string[] = [];
  server.use(
    http.get(call('projects/all/:id'), () =>
      HttpResponse.json(
        pageOf(
          projectOf(),
          projectOf({ projectId: '01900000-0000-7000-8000-00000000000b', projectName: 'Blog', role: 'EDITOR' }),
        ),
      ),
    ),
    http.put(call('projects/:id'), ({ params }) => {
      deletedIds.push(String(params.id));
      return HttpResponse.json({ message: 'Deleted.' });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Blog' }));
  await screen.findByRole('menuitem', { name: 'Edit project' });
  expect(screen.queryByRole('menuitem', { name: 'Delete project…' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Shop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete project…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete project' }).disabled).toBe(true);
  await user.type(dialog.getByRole('textbox'), 'Shop');
  await user.click(dialog.getByRole('button', { name: 'Delete project' }));
  await waitFor(() => expect(deletedIds).toEqual([projectOf().projectId]));
});

test('a search without results can be cleared', async () => {
  server.use(
    http.get(call('projects/all/:id'), ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.get('searchTerm') ? pageOf() : pageOf(projectOf())),
    ),
  );
  const { user, address } = open('/api-monitoring/projects?q=nothing');
  await user.click(await screen.findByRole('button', { name: 'Clear the filter' }));
  await screen.findByRole('link', { name: 'Shop' });
  expect(address()).toBe('/api-monitoring/projects');
});
