import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { projectOf, toolOf } from '../../testing/mocks.ts';
import { call, pageOf, sentCalls, serverFor, show } from '../../testing/show-page.tsx';
import { ManagementToolsPage } from './management-tools.page.tsx';

const path = call('management-tool-configurations');
const { sent, keep } = sentCalls();
const tools = (...managementTools: object[]) => http.get(path, () => HttpResponse.json({ managementTools }));
const server = serverFor(
  tools(toolOf()),
  http.post(path, keep('create', toolOf(), 201)),
  http.put(path, keep('update', toolOf())),
  http.delete(path, keep('delete', { message: 'Deleted' })),
);
beforeEach(() => {
  sent.length = 0;
});
const open = () => show(<ManagementToolsPage />, '/web-testing/management-tools');
const { uuid, projectUUID, settings } = toolOf();
const choose = async (user: ReturnType<typeof open>['user'], entry: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Issues' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

test('management tools are listed, edited and deleted', async () => {
  const { user } = open();
  expect(await screen.findByText('https://github.com/acme/shop')).toBeTruthy();
  expect(screen.getByText('GitHub')).toBeTruthy();
  await choose(user, 'Edit management tool…');
  const edit = within(await screen.findByRole('dialog', { name: 'Edit management tool Issues' }));
  await user.type(edit.getByRole('textbox', { name: 'Name' }), ' of the shop');
  await user.click(edit.getByRole('button', { name: 'Save management tool' }));
  await waitFor(() => expect(sent).toEqual([['update', { uuid, name: 'Issues of the shop', settings }]]));
  await choose(user, 'Delete management tool…');
  const question = within(await screen.findByRole('dialog', { name: 'Delete management tool Issues?' }));
  await user.click(question.getByRole('button', { name: 'Delete management tool' }));
  await waitFor(() => expect(sent[1]).toEqual([`delete?uuid=${uuid}`]));
});

test('the first one is added with the fields that its tool needs', async () => {
  server.use(tools());
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add management tool' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add management tool' }));
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add management tool' });
  const type = (name: string, text: string) => user.type(dialog.getByRole('textbox', { name }), text);
  await type('Name', 'Jira');
  await type('Address of Jira', 'https://acme.atlassian.net');
  await type('Project id', '10000');
  expect(add.disabled).toBe(true);
  await type('Issue type id', '10004');
  await user.click(add);
  const jira = {
    tool: 'JIRA',
    address: 'https://acme.atlassian.net',
    jiraProjectId: '10000',
    jiraIssueTypeId: '10004',
  };
  await waitFor(() => expect(sent).toEqual([['create', { projectUUID, name: 'Jira', settings: jira }]]));
});

test('another tool asks for other fields, and server-side errors are shown', async () => {
  server.use(
    tools(),
    http.post(path, () => HttpResponse.json({ code: 'X', message: 'This name is taken.' }, { status: 409 })),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add management tool' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add management tool' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Boards');
  await user.click(dialog.getByRole('combobox', { name: 'Tool' }));
  await user.click(await screen.findByRole('option', { name: 'Azure DevOps' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Type of work items' }).value).toBe('Bug');
  expect(dialog.queryByRole('textbox', { name: 'Project id' })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Address of the project' }), 'https://dev.azure.com/acme/shop');
  await user.click(dialog.getByRole('button', { name: 'Add management tool' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This name is taken.');
});

test('viewers see the management tools but change nothing', async () => {
  server.use(http.get(call('get-projects-by-team'), () => HttpResponse.json(pageOf(projectOf({ role: 'VIEWER' })))));
  open();
  expect(await screen.findByText('Issues')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Add|Actions/ })).toBeNull();
});
