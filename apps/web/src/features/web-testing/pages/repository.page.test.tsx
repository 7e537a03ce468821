import { screen, waitFor, within } from '@testing-library/react';
import { usualRunSettings } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, moduleOf, projectOf, scriptOf } from '../testing/mocks.ts';
import { call, pageOf, sentCalls, serverFor, show } from '../testing/show-page.tsx';
import { ModulesPage } from './modules.page.tsx';
import { OverviewPage } from './overview.page.tsx';
import { ProjectsPage } from './projects.page.tsx';
import { ScriptsPage } from './scripts.page.tsx';

const { sent, keep } = sentCalls();
const server = serverFor(
  http.post(call('projects'), keep('create project', projectOf({ projectId: id(11) }), 201)),
  http.delete(call('projects/:id'), keep('delete project', { message: 'Deleted' })),
  http.post(call('create-module'), keep('create module', moduleOf({ uuid: id(12) }), 201)),
  http.delete(call('module-repositories/:id'), keep('delete module', { message: 'Deleted' })),
  http.post(call('create-script'), keep('create script', scriptOf({ uuid: id(13) }), 201)),
  http.put(call('update-script'), keep('update script', scriptOf())),
  http.put(call('test-scripts'), keep('delete scripts', { message: 'Deleted', deleted: 1 })),
  http.post(
    call('move-clone-scripts'),
    keep('clone scripts', { scripts: [scriptOf({ testScriptName: 'Buy a lamp 2' })] }),
  ),
  http.post(
    call('execute-test'),
    keep('run', { runId: id(9), number: 8, executionStatus: 'Queued', message: 'Run initiated' }, 201),
  ),
);
beforeEach(() => {
  sent.length = 0;
});

test('projects are listed with their contents, and one is created and opened', async () => {
  const { user, address } = show(<ProjectsPage />, '/web-testing/projects');
  const row = within((await screen.findByRole('link', { name: 'Shop' })).closest('tr')!);
  expect(row.getByText('2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create project' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }));
  await user.type(dialog.getByRole('textbox', { name: 'Project name' }), 'Bank');
  await user.click(dialog.getByRole('button', { name: 'Create project' }));
  await waitFor(() => expect(address()).toBe(`/web-testing/project-dashboard?project=${id(11)}`));
  expect(sent[0]).toMatchObject(['create project', { projectName: 'Bank' }]);
});

test('a project is deleted once its name is typed, restored by Undo, and listed as deleted', async () => {
  server.use(
    http.put('*/services/api-testing/api/restore-deleted-project', keep('restore', projectOf())),
    http.get('*/services/api-testing/api/deleted-projects', ({ request }) => {
      const isOurs = new URL(request.url).searchParams.get('service') === 'web-testing';
      const at = '2026-01-01T00:00:00.000Z';
      const bank = { projectId: id(1), projectName: 'Bank', deletedByName: 'Ana', deletedAt: at, expiresAt: at };
      return HttpResponse.json({ projects: isOurs ? [bank] : [] });
    }),
  );
  const { user } = show(<ProjectsPage />, '/web-testing/projects');
  await user.click(await screen.findByRole('button', { name: 'Actions for Shop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete project…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete project Shop?' }));
  expect(question.getByText(/You can restore it for 30 days\.$/)).toBeTruthy();
  await user.type(question.getByRole('textbox'), 'Shop');
  await user.click(question.getByRole('button', { name: 'Delete project' }));
  await waitFor(() => expect(sent).toEqual([['delete project?projectName=Shop&restorable=true']]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent[1]).toEqual(['restore', { projectId: projectOf().projectId }]));
  await user.click(screen.getByRole('button', { name: 'Recently deleted' }));
  expect(await screen.findByRole('button', { name: 'Restore Bank' })).toBeTruthy();
});

test('an empty project can start with scripts of the sample shop', async () => {
  server.use(
    http.get(call('get-projects-by-team'), () => HttpResponse.json(pageOf(projectOf({ moduleCount: 0 })))),
    http.post(call('create-sample-scripts'), keep('sample', { moduleUUID: id(15), scriptUUIDs: [] }, 201)),
  );
  const { user, address } = show(<OverviewPage />, `/web-testing/project-dashboard?project=${id(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Start with the sample shop' }));
  await waitFor(() => expect(address()).toBe(`/web-testing/module-scripts?module=${id(15)}`));
  expect(sent).toEqual([['sample', { projectUUID: id(1) }]]);
});

test('what is below the lists of a project’s overview is shown once both have loaded', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const module = { ...moduleOf(), workedAt: '2026-01-01T00:00:00.000Z' };
  server.use(
    http.get('*/services/runs/api/runs', () => HttpResponse.json(pageOf())),
    http.get(call('recently-worked-module-repository'), () => HttpResponse.json([module])),
    http.get(call('recently-worked-script'), async () => {
      await answered;
      return HttpResponse.json([]);
    }),
  );
  show(<OverviewPage />, `/web-testing/project-dashboard?project=${id(1)}`);
  const runs = await screen.findByRole('link', { name: 'All runs' });
  await waitFor(() => expect(runs.closest('[data-waits]')).not.toBeNull());
  expect(screen.queryByText('Recent modules')).toBeNull();
  answer();
  expect(await screen.findByText('Recent modules')).toBeTruthy();
  await waitFor(() => expect(runs.closest('[data-waits]')).toBeNull());
  expect(screen.queryByText('Recent scripts')).toBeNull();
});

test('a module is created and opened; server-side errors are shown at its name', async () => {
  server.use(
    http.post(
      call('create-module'),
      () => HttpResponse.json({ code: 'X', message: 'A module named “Checkout” exists already.' }, { status: 409 }),
      { once: true },
    ),
  );
  const { user, address } = show(<ModulesPage />, `/web-testing/modules?project=${id(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Create module' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create module' }));
  await user.type(dialog.getByRole('textbox', { name: 'Module name' }), 'Checkout');
  await user.click(dialog.getByRole('button', { name: 'Create module' }));
  expect(await dialog.findByText('A module named “Checkout” exists already.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Module name' }), ' 2');
  await user.click(dialog.getByRole('button', { name: 'Create module' }));
  await waitFor(() => expect(address()).toBe(`/web-testing/module-scripts?module=${id(12)}`));
  expect(sent[0]).toMatchObject([`create module?projectId=${id(1)}`, { moduleName: 'Checkout 2' }]);
});

test('a module with scripts is deleted once its name is typed', async () => {
  const { user } = show(<ModulesPage />, `/web-testing/modules?project=${id(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Actions for Checkout' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete module…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete module Checkout?' }));
  await user.type(question.getByRole('textbox'), 'Checkout');
  await user.click(question.getByRole('button', { name: 'Delete module' }));
  await waitFor(() => expect(sent).toEqual([['delete module']]));
});

const openScripts = () => show(<ScriptsPage />, `/web-testing/module-scripts?module=${id(2)}`);

test('a script is created in its module and its editor opens', async () => {
  const { user, address } = openScripts();
  expect(await screen.findByRole('heading', { name: 'Checkout' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Create script' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create script' }));
  await user.type(dialog.getByRole('textbox', { name: 'Script name' }), 'Pay by card');
  await user.click(dialog.getByRole('button', { name: 'Create script' }));
  await waitFor(() => expect(address()).toBe(`/web-testing/script-steps?script=${id(13)}`));
  expect(sent[0]).toMatchObject([`create script?moduleUUID=${id(2)}`, { testScriptName: 'Pay by card', tagName: [] }]);
});

test('a script is locked and cloned from its menu, and the lock names its owner', async () => {
  const { user } = openScripts();
  const open = async (entry: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Buy a lamp' }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await open('Lock');
  await waitFor(() => expect(sent).toEqual([[`update script?moduleUUID=${id(2)}`, { uuid: id(3), isLocked: true }]]));
  server.use(
    http.get(call('get-test-scripts'), () => HttpResponse.json(pageOf(scriptOf({ isLocked: true, lockedBy: 'Bob' })))),
  );
  await open('Clone');
  expect(await screen.findByText('Created Buy a lamp 2.')).toBeTruthy();
  expect((await screen.findAllByLabelText('Locked by Bob')).length).toBeGreaterThan(0);
});

test('selected scripts are run in the selected browser, and the report opens', async () => {
  const { user, address } = openScripts();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(await screen.findByRole('button', { name: 'Run 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Run Buy a lamp' }));
  await user.click(dialog.getByRole('button', { name: 'Run Test' }));
  await waitFor(() => expect(address()).toBe(`/web-testing/web-final-result?run=${id(9)}`));
  expect(sent).toEqual([['run', { scriptUUIDs: [id(3)], ...usualRunSettings }]]);
});

test('selected scripts are deleted after confirmation', async () => {
  const { user } = openScripts();
  await user.click(await screen.findByRole('button', { name: 'Actions for Buy a lamp' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete script Buy a lamp?' }));
  await user.click(question.getByRole('button', { name: 'Delete script' }));
  await waitFor(() => expect(sent).toEqual([['delete scripts', { sourceModuleUUID: id(2), scriptUUIDs: [id(3)] }]]));
});

test('viewers see the scripts but change nothing', async () => {
  server.use(http.get(call('projects/:id'), () => HttpResponse.json(projectOf({ role: 'VIEWER' }))));
  openScripts();
  expect(await screen.findByRole('link', { name: 'Buy a lamp' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Create script|Actions for/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a file with several tests becomes as many scripts', async () => {
  const part = (testScriptName: string) => ({ scriptUUID: null, testScriptName, steps: [], unread: [], problems: [] });
  server.use(
    http.post(
      call('import-test-script'),
      keep('import', {
        ...part('Signs in'),
        format: 'playwright',
        further: [{ ...part('Signs out'), unread: [{ line: 9, message: 'page.pdf() has no keyword.' }] }],
      }),
    ),
  );
  const { user } = openScripts();
  await user.click(await screen.findByRole('button', { name: 'Import scripts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import scripts' }));
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type="file"]')!,
    new File(['test()'], 'shop.spec.ts', { type: 'text/plain' }),
  );
  expect(await dialog.findByText('Signs out')).toBeTruthy();
  expect(dialog.getByText('Line 9: page.pdf() has no keyword.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Import 2 scripts' }));
  expect(await screen.findByText('Created Signs in, Signs out.')).toBeTruthy();
  expect(sent.map(([, body]) => (body as { isPreview?: boolean }).isPreview)).toEqual([true, undefined]);
});
