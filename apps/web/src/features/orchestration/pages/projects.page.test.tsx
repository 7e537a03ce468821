import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { folderEntry, projectEntry, projectInfo, workflowEntry } from '../testing/entries.ts';
import { pageOf, serverFor, showPage } from '../testing/show-page.tsx';
import { FolderPage } from './folder.page.tsx';
import { ProjectsPage } from './projects.page.tsx';

const sent: [call: string, body: unknown][] = [];
const keep =
  (call: string, answer: object) =>
  async ({ request }: { request: Request }) => {
    sent.push([call, await request.json()]);
    return HttpResponse.json(answer);
  };
const bank = projectEntry({ folderUuid: 'p2', projectId: 'p2', deepLinkId: 'BANK', name: 'Bank' });
let refusal: object | undefined;
const server = serverFor(
  http.post('*/folder-and-workflow-by-folder', async ({ request }) => {
    const { deepLinkId, searchTerm = '' } = (await request.json()) as { deepLinkId?: string; searchTerm?: string };
    const all =
      deepLinkId === undefined
        ? [projectEntry({ folderCount: 2, workflowCount: 3 }), bank]
        : [folderEntry({ workflowCount: 1 }), workflowEntry()];
    return HttpResponse.json(pageOf(...all.filter(({ name }) => name.toLowerCase().includes(searchTerm))));
  }),
  http.post('*/recent-folders-workflows-by-team', () => HttpResponse.json({ content: [workflowEntry()] })),
  http.get('*/api/folder-info', () => HttpResponse.json(projectInfo())),
  http.post('*/services/orchestration/api/folder', async ({ request }) => {
    sent.push(['create', await request.json()]);
    return refusal ? HttpResponse.json(refusal, { status: 409 }) : HttpResponse.json(projectInfo(), { status: 201 });
  }),
  http.put('*/services/orchestration/api/folder', keep('update', projectInfo())),
  http.put('*/services/orchestration/api/star-folder', keep('star', { message: 'Starred' })),
  http.post('*/delete-folders-workflows', keep('delete', { message: 'Deleted' })),
  http.put('*/services/api-testing/api/restore-deleted-project', keep('restore', { projectName: 'Shop' })),
  http.post('*/move-folders-workflows', keep('move', { message: 'Moved' })),
  http.put('*/star-workflow', keep('star', { message: 'Starred' })),
);
const show = (path = '/test-orchestration/projects') => {
  sent.length = 0;
  refusal = undefined;
  return showPage(path, {
    '/test-orchestration/projects': ProjectsPage,
    '/test-orchestration/project/:deepLinkId': FolderPage,
  });
};
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!;
const menu = async (user: ReturnType<typeof show>['user'], name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

test('projects are listed with their counts, below recent items', async () => {
  show();
  expect((await rowOf('Shop')).textContent).toContain('SHOP23');
  const recent = await screen.findByRole('region', { name: 'Recently opened' });
  expect(
    within(recent)
      .getByRole('link', { name: /Nightly/ })
      .getAttribute('href'),
  ).toBe('/test-orchestration/work-flow/w1');
  expect(await screen.findByText('2 projects')).toBeTruthy();
});

test('a search filters the projects, and hides recent items', async () => {
  const { user } = show();
  await screen.findByRole('region', { name: 'Recently opened' });
  await user.type(screen.getByLabelText('Search projects'), 'bank');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Shop' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Bank' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Recently opened' })).toBeNull();
});

test('without projects the page explains what they are for', async () => {
  server.use(
    http.post('*/folder-and-workflow-by-folder', () => HttpResponse.json(pageOf())),
    http.post('*/recent-folders-workflows-by-team', () => HttpResponse.json({ content: [] })),
  );
  show();
  expect(await screen.findByText('No project yet')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Create Project' })).toHaveLength(1));
});

test('a new project gets a key from its name; it opens once created', async () => {
  const { user, address } = show();
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Project' });
  await user.type(within(dialog).getByLabelText('Project name'), 'Order to cash');
  expect(within(dialog).getByLabelText('Key')).toHaveProperty('value', 'OTC');
  await user.clear(within(dialog).getByLabelText('Key'));
  await user.type(within(dialog).getByLabelText('Key'), 'cash');
  await user.click(within(dialog).getByRole('button', { name: 'Create Project' }));
  await waitFor(() => expect(address()).toBe('/test-orchestration/project/SHOP'));
  expect(sent).toEqual([
    [
      'create',
      {
        name: 'Order to cash',
        description: '',
        color: '#4f7cff',
        deepLinkId: 'CASH',
        icon: 'icon-1',
        isRootFolder: true,
        isStarred: false,
      },
    ],
  ]);
});

test('a taken name and an invalid key are reported at their fields', async () => {
  const { user } = show('/test-orchestration/projects?create=project');
  const dialog = await screen.findByRole('dialog', { name: 'Create Project' });
  await user.type(within(dialog).getByLabelText('Project name'), 'Shop');
  await user.clear(within(dialog).getByLabelText('Key'));
  await user.type(within(dialog).getByLabelText('Key'), '1');
  const create = within(dialog).getByRole('button', { name: 'Create Project' });
  await user.click(create);
  expect(await within(dialog).findByText('A key has 2 to 10 letters or digits and begins with a letter.')).toBeTruthy();
  expect(sent).toEqual([]);
  refusal = { code: 'NAME_TAKEN', message: 'A project of this name exists.', details: [] };
  await user.clear(within(dialog).getByLabelText('Key'));
  await user.type(within(dialog).getByLabelText('Key'), 'SHOP');
  await user.click(create);
  await within(dialog).findByText('A project of this name exists.');
  expect(within(dialog).getByLabelText('Project name').getAttribute('aria-invalid')).toBe('true');
});

test('a project is edited, and deleted only after its name was typed', async () => {
  const { user } = show();
  await menu(user, 'Shop', 'Edit project…');
  const edit = await screen.findByRole('dialog', { name: 'Edit project Shop' });
  await user.type(within(edit).getByLabelText('Project name'), ' 2');
  await user.click(within(edit).getByRole('button', { name: 'Save project' }));
  await waitFor(() => expect(sent.map(([call]) => call)).toEqual(['update']));
  expect(sent[0]?.[1]).toMatchObject({ folderUuid: 'p1', name: 'Shop 2', color: '#4f7cff' });
  await menu(user, 'Shop', 'Delete…');
  const question = await screen.findByRole('dialog', { name: 'Delete project Shop?' });
  expect(question.textContent).toContain('Also deletes 2 folders, 3 workflows and everything below.');
  const confirm = within(question).getByRole('button', { name: 'Delete project' });
  expect(confirm).toHaveProperty('disabled', true);
  await user.type(within(question).getByRole('textbox'), 'Shop');
  await user.click(confirm);
  await waitFor(() =>
    expect(sent.at(-1)).toEqual(['delete', { folderUuids: ['p1'], workflowIds: [], restorable: true }]),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent.at(-1)).toEqual(['restore', { projectId: 'p1' }]));
});

test('a star is shown immediately', async () => {
  const { user } = show();
  const star = await screen.findByRole('button', { name: 'Star Bank' });
  await user.click(star);
  await waitFor(() => expect(sent).toEqual([['star', { folderUuid: 'p2', isStarred: true }]]));
});

test('items selected in a folder are moved together to a searched folder', async () => {
  const { user } = show('/test-orchestration/project/SHOP');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Nightly' }));
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Move…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move workflow Nightly' });
  expect(await within(dialog).findByRole('radio', { name: 'Shop' })).toHaveProperty('disabled', true);
  const move = within(dialog).getByRole('button', { name: 'Move' });
  expect(move).toHaveProperty('disabled', true);
  await user.type(within(dialog).getByLabelText('Search folders'), 'nothing');
  expect(await within(dialog).findByText('No folder matches.')).toBeTruthy();
  await user.clear(within(dialog).getByLabelText('Search folders'));
  await user.click(await within(dialog).findByRole('radio', { name: 'Checkout' }));
  await user.click(move);
  await waitFor(() =>
    expect(sent).toEqual([['move', { folderUuids: [], workflowIds: ['w1'], targetFolderUuid: 'f1' }]]),
  );
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('the information dialog shows who created something, when and how much it contains', async () => {
  const { user } = show('/test-orchestration/project/SHOP');
  await menu(user, 'Nightly', 'Information');
  const dialog = await screen.findByRole('dialog', { name: 'Information about workflow Nightly' });
  for (const text of ['Created byAna Lima', 'Changed byBo Berg', 'Blocks4', 'Scripts and suites2', 'Never run'])
    expect(dialog.textContent).toContain(text);
});

test('a viewer cannot change anything in a project', async () => {
  server.use(http.get('*/api/folder-info', () => HttpResponse.json(projectInfo({ role: 'VIEWER' }))));
  const { user } = show('/test-orchestration/project/SHOP');
  await user.click(await screen.findByRole('button', { name: 'Actions for Nightly' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Export',
    'Information',
  ]);
  expect(screen.queryByRole('button', { name: 'Create Workflow' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
