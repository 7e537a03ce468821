import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@touchstone/contracts';
import type { Account } from '@touchstone/contracts/identity';
import type { OfferedService } from '@touchstone/contracts/subscription';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ChoiceSource } from '../../shared/choices.ts';
import type {
  CreateForm,
  CreateForms,
  CreateKind,
  CreateTarget,
  CreateValues,
} from '../../shared/create/create-target.ts';
import type { Place } from '../../shared/feature/place.ts';
import type { CreateDialog } from './create-dialog.tsx';

const account = { role: 'ROLE_USER', email: 'ana@example.test', teams: [{ teamId: 't1', teamName: 'One' }] };
const service = (serviceName: string): OfferedService => ({
  uuid: `uuid-${serviceName}`,
  serviceName,
  category: 'X',
  description: '',
  path: null,
  isSubscribed: true,
  licenseStatus: 'ACTIVE',
  subscriptionEndDate: null,
  remainingDays: null,
  teamIds: ['t1'],
});
let services: OfferedService[] = [];
const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.get('*/api/service-stores', () =>
    services.length > 0 ? HttpResponse.json(services) : HttpResponse.json({ message: 'No list.' }, { status: 500 }),
  ),
);
let Dialog: typeof CreateDialog;
let setTeams: (teams: typeof account.teams) => void;
beforeAll(async () => {
  server.listen();
  // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  const { session } = await import('../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  setTeams = (teams) => session.setAccount({ ...account, teams } as Account);
  Dialog = (await import('./create-dialog.tsx')).CreateDialog;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

const listOf = (...names: string[]): ChoiceSource => ({
  queryKey: names,
  load: async () => ({ choices: names.map((name) => ({ value: name, label: name })), total: names.length }),
});
const sent: CreateValues[] = [];
let answer: () => Promise<string> = async () => '/made';
const formOf = (names: string[], textName: string): CreateForm => ({
  fields: [
    { type: 'remote', name: 'project', label: 'Project', source: () => listOf(...names) },
    { type: 'name', name: 'name', label: textName },
  ],
  create: async (values) => {
    sent.push(values);
    return answer();
  },
  refreshes: [],
});
const targetOf = (serviceName: string, forms: CreateForms): CreateTarget => ({
  serviceName,
  access: { service: serviceName },
  kinds: Object.keys(forms) as CreateKind[],
  load: async () => forms,
});
const web = targetOf('Web Testing', {
  script: formOf(['Shop', 'Store'], 'Test script name'),
  suite: formOf(['Shop', 'Store'], 'Test suite name'),
  project: { ...formOf([], 'Project name'), fields: formOf([], 'Project name').fields.slice(1) },
});
const desktop = targetOf('Desktop Testing', { suite: formOf([], 'Test suite name') });

const onClose = vi.fn();
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200);
  services = [service('Web Testing')];
  answer = async () => '/made';
  sent.length = 0;
  onClose.mockClear();
});

function open(kind: CreateKind, handle?: Partial<Place>) {
  const element = <Dialog kind={kind} targets={[web, desktop]} onClose={onClose} />;
  const router = createMemoryRouter([
    { path: '/', element, handle },
    { path: '/made', element: <p>The new screen</p> },
  ]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const choose = async (user: ReturnType<typeof userEvent.setup>, label: string, option: string) => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

test.each([
  { kind: 'script', title: 'Create test script', label: 'Test script name', done: 'Test Script Created Successfully' },
  { kind: 'suite', title: 'Create test suite', label: 'Test suite name', done: 'Test Suite created successfully' },
  { kind: 'project', title: 'Create project', label: 'Project name', done: 'Project created successfully' },
] as const)(
  '$title: the button waits for a valid form and for the response [global-create-1] [global-create-6]',
  async ({ kind, title, label, done }) => {
    let finish = () => {};
    answer = () =>
      new Promise((resolve) => {
        finish = () => resolve('/made');
      });
    const user = open(kind);
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    await screen.findByRole('heading', { name: 'Creation procedure' });
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: title });
    expect(submit.disabled).toBe(true);
    if (kind !== 'project') await choose(user, 'Project', 'Store');
    await user.type(screen.getByRole('textbox', { name: label }), 'Orders');
    expect(submit.disabled).toBe(false);
    await user.click(submit);
    expect(submit.disabled).toBe(true);
    expect(sent).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
    finish();
    await screen.findByText('The new screen');
    await screen.findByText(done);
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test('an error closes the dialog and shows errorMessage rather than message [global-create-6]', async () => {
  answer = () => Promise.reject(new ApiError(409, { message: 'Second', errorMessage: 'First' }));
  const user = open('project');
  await user.type(await screen.findByRole('textbox', { name: 'Project name' }), 'Shop');
  await user.click(screen.getByRole('button', { name: 'Create project' }));
  await screen.findByText('First');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByText('The new screen')).toBeNull();
});

test('a failure to load the services closes the dialog and is reported', async () => {
  services = [];
  open('project');
  await screen.findByText('No list.');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('the service of the open page is preselected', async () => {
  services = [service('Web Testing'), service('Desktop Testing')];
  open('suite', { feature: 'desktop', service: 'Desktop Testing' });
  expect(await screen.findByRole('combobox', { name: 'Service' })).toHaveProperty('value', 'Desktop Testing');
});

test('missing choices and names are reported on blur, an empty list immediately [global-create-4]', async () => {
  services = [service('Web Testing'), service('Desktop Testing')];
  const user = open('suite');
  await user.click(await screen.findByRole('combobox', { name: 'Service' }));
  await user.tab();
  await screen.findByText('Please Select Service');
  await choose(user, 'Service', 'Web Testing');
  await choose(user, 'Project', 'Shop');
  await user.type(screen.getByRole('textbox', { name: 'Test suite name' }), '2nd');
  await screen.findByText('Invalid character');
  // After switching the service, its projects no longer include the chosen one.
  await choose(user, 'Service', 'Desktop Testing');
  await screen.findByText('Project is not available.');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' }).value).toBe('');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Test suite name' }).value).toBe('2nd');
  await user.clear(screen.getByRole('textbox', { name: 'Test suite name' }));
  await user.tab();
  await screen.findByText('Please enter Test suite name');
});

test('without a service that can be created in, the dialog says so', async () => {
  services = [service('Something else')];
  open('suite');
  await screen.findByText('Service is not available.');
});

test('without a team the dialog links to team creation', async () => {
  setTeams([]);
  open('suite');
  await screen.findByText('Please create a team in account settings.');
  expect(screen.queryByRole('combobox')).toBeNull();
  setTeams(account.teams);
  await screen.findByRole('combobox', { name: 'Service' });
});
