import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, mockOf } from '../../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../../testing/show-page.tsx';
import { EnvironmentDialog } from './environment-dialog.tsx';

const linkOf = (given: object = {}) => ({
  linkId: id(40),
  workspaceId: id(41),
  workspaceName: 'Shop API',
  environmentId: id(42),
  environmentName: 'Staging',
  variableName: 'baseUrl',
  addressKind: 'path',
  isCurrent: true,
  ...given,
});
let links: object[] = [];
const sent: unknown[] = [];
serverFor(
  http.get(call('mocks/:id/environments'), () => HttpResponse.json({ links })),
  http.post(call('mocks/:id/environments'), async ({ request }) => {
    sent.push(await request.json());
    links = [linkOf()];
    return HttpResponse.json(linkOf(), { status: 201 });
  }),
  http.delete(call('environment-links/:id'), ({ params }) => {
    sent.push(params.id);
    links = [];
    return HttpResponse.json({ message: 'Link ended' });
  }),
  http.get('*/services/api-testing/api/projects', () =>
    HttpResponse.json(
      pageOf(
        { projectId: id(41), projectName: 'Shop API', role: 'OWNER' },
        { projectId: id(43), projectName: 'Seen', role: 'VIEWER' },
      ),
    ),
  ),
  http.get('*/api/get-environments-by-projectId', () =>
    HttpResponse.json({ environments: [{ environmentId: id(42), environmentName: 'Staging' }] }),
  ),
);
beforeEach(() => {
  links = [];
  sent.length = 0;
});
const open = (mock = mockOf(), canWrite = true) =>
  show(<EnvironmentDialog mock={mock} canWrite={canWrite} onClose={() => undefined} />);

test('an environment of a writable workspace is linked, with the key of the mock', async () => {
  const { user } = open(mockOf({ settings: { ...mockOf().settings, access: 'key' } }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Use in an environment' }));
  await user.click(dialog.getByRole('combobox', { name: 'Workspace' }));
  expect((await screen.findByRole('option', { name: 'Seen' })).getAttribute('data-combobox-disabled')).toBe('true');
  await user.click(screen.getByRole('option', { name: 'Shop API' }));
  await user.click(dialog.getByRole('combobox', { name: 'Environment' }));
  await user.click(await screen.findByRole('option', { name: 'Staging' }));
  await user.type(dialog.getByLabelText('Key'), 'mock_abc');
  await user.click(dialog.getByRole('button', { name: 'Link environment' }));
  expect(await dialog.findByText('Runs with Staging call this mock at {{baseUrl}}.')).toBeTruthy();
  expect(sent).toEqual([{ environmentId: id(42), variableName: 'baseUrl', addressKind: 'path', key: 'mock_abc' }]);
  expect(await dialog.findByRole('link', { name: 'Shop API › Staging' })).toBeTruthy();
});

test('for a mock with a port, the address stored in the variable is selected', async () => {
  const { user } = open(
    mockOf({
      addresses: [
        { kind: 'path', url: 'https://touchstone.example/mock/shop' },
        { kind: 'port', url: 'http://touchstone.example:20000' },
        { kind: 'tls', url: 'https://touchstone.example:20000' },
      ],
    }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Use in an environment' }));
  await user.click(dialog.getByRole('combobox', { name: 'Workspace' }));
  await user.click(await screen.findByRole('option', { name: 'Shop API' }));
  await user.click(dialog.getByRole('combobox', { name: 'Environment' }));
  await user.click(await screen.findByRole('option', { name: 'Staging' }));
  await user.click(dialog.getByRole('combobox', { name: 'Address' }));
  await user.click(await screen.findByRole('option', { name: 'Port (TLS): https://touchstone.example:20000' }));
  await user.click(dialog.getByRole('button', { name: 'Link environment' }));
  await waitFor(() => expect(sent).toEqual([{ environmentId: id(42), variableName: 'baseUrl', addressKind: 'tls' }]));
});

test('links are shown with whether they are still valid, and removed', async () => {
  links = [linkOf({ isCurrent: false })];
  const { user } = open();
  const list = within(await screen.findByRole('list', { name: 'Linked environments' }));
  expect(list.getByText('Changed since')).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Unlink Staging' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Linked environments' })).toBeNull());
  expect(sent).toEqual([id(40)]);
});

test('a viewer sees links but changes none', async () => {
  links = [linkOf()];
  open(mockOf(), false);
  expect(await screen.findByRole('link', { name: 'Shop API › Staging' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Unlink|Link environment/ })).toBeNull();
});
