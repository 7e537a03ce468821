import { screen, within } from '@testing-library/react';
import type { Collaborator, People } from '@touchstone/contracts/collaboration';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { pageOf, projectOf, serverFor, show } from '../testing/show-page.tsx';
import { InvitationsPage } from './invitations.page.tsx';
import { PeoplePage } from './people.page.tsx';

const person = (given: Partial<Collaborator>): Collaborator => ({
  collaborationId: '01900000-0000-7000-8000-000000000001',
  userId: 'u1',
  userEmail: 'olga@shop.test',
  name: 'Olga Owner',
  role: 'OWNER',
  status: 'ACCEPTED',
  invitedByName: null,
  addedAt: '2026-11-01T00:00:00.000Z',
  expiresAt: null,
  lastActiveAt: null,
  sharedWalletId: 'p1',
  ...given,
});
const invited = person({
  collaborationId: '01900000-0000-7000-8000-000000000002',
  userId: 'u2',
  userEmail: 'ana@shop.test',
  name: 'Ana Editor',
  role: 'EDITOR',
  status: 'PENDING',
  expiresAt: '2036-11-01T00:00:00.000Z',
});
const people = (given: Partial<People> = {}): People => ({
  projectId: 'p1',
  projectName: 'Shop',
  workspaceType: 'PRIVATE',
  workspacePlan: 'PRO',
  teamName: 'QA',
  role: 'OWNER',
  collaborators: [person({}), invited],
  collaboratorCount: 1,
  collaboratorLimit: null,
  isMailed: false,
  ...given,
});

const sent: unknown[] = [];
const server = serverFor(
  http.get('*/api/collaborators', () => HttpResponse.json(people())),
  http.post('*/api/send-invite', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json(
      {
        invited: [
          {
            collaborationId: invited.collaborationId,
            userEmail: 'bob@shop.test',
            inviteUrl: 'https://touchstone.test/collaboration-invite?token=abc',
            expiresAt: '2036-11-01T00:00:00.000Z',
            isMailed: false,
          },
        ],
        failed: [],
      },
      { status: 201 },
    );
  }),
);

test('people are listed with role and state; without a mail server an invitation results in a link', async () => {
  const { user } = show(<PeoplePage />);
  const table = await screen.findByRole('table', { name: 'People of the workspace' });
  expect(await within(table).findByText('Olga Owner')).toBeTruthy();
  expect(within(table).getByText(/^Invited, until/)).toBeTruthy();
  expect(screen.getByText(/only the people below/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Invite people' }));
  const dialog = await screen.findByRole('dialog');
  const addresses = within(dialog).getByRole('textbox', { name: 'E-mail addresses' });
  await user.type(addresses, 'bob@shop.test, bob@shop.test');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitations' }));
  expect(await within(dialog).findByText('Please remove duplicate emails')).toBeTruthy();
  await user.clear(addresses);
  await user.type(addresses, 'bob@shop.test');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitations' }));
  expect(await screen.findByRole('textbox', { name: 'Link for bob@shop.test' })).toMatchObject({
    value: 'https://touchstone.test/collaboration-invite?token=abc',
  });
  expect(sent).toEqual([{ projectId: 'p1', userEmails: ['bob@shop.test'], role: 'EDITOR' }]);
});

test('a refused invitation stays in the field with its reason', async () => {
  const message = 'No account in your organization uses eve@shop.test.';
  server.use(
    http.post('*/api/send-invite', () =>
      HttpResponse.json(
        { code: 'COLLABORATION_UNKNOWN_PERSON', message, errorMessage: message, details: [] },
        { status: 404 },
      ),
    ),
  );
  const { user } = show(<PeoplePage />);
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'E-mail addresses' }), 'eve@shop.test');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitations' }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain(message);
  expect(within(dialog).getByDisplayValue('eve@shop.test')).toBeTruthy();
});

test('a viewer sees people without actions', async () => {
  server.use(
    http.get('*/api/projects', () => HttpResponse.json(pageOf(projectOf({ role: 'VIEWER' })))),
    http.get('*/api/collaborators', () =>
      HttpResponse.json(people({ role: 'VIEWER', collaborators: [person({})], workspaceType: 'SHARED' })),
    ),
  );
  show(<PeoplePage />);
  const table = await screen.findByRole('table', { name: 'People of the workspace' });
  expect(await within(table).findByText('Owner')).toBeTruthy();
  expect(within(table).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
  expect(screen.getByText(/members of the team QA edit it too/)).toBeTruthy();
});

test.each([
  ['PRIVATE', 'Upgrade to PRO'],
  ['SHARED', 'Upgrade Workspace'],
] as const)('on the free plan a %s workspace offers "%s" [api-workspaces-4]', async (workspaceType, label) => {
  const free = people({ workspaceType, workspacePlan: 'FREE', collaboratorCount: 3, collaboratorLimit: 3 });
  server.use(http.get('*/api/collaborators', () => HttpResponse.json(free)));
  show(<PeoplePage />, '/', { plan: 'FREE' });
  expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe('/account/subscriptions/renew');
  expect(screen.getByText(/3 of 3 collaborators/)).toBeTruthy();
});

test('an expired link says so, and pending invitations can still be accepted', async () => {
  const message = 'This invitation has expired. Ask Olga Owner for a new one.';
  const accepted: unknown[] = [];
  server.use(
    http.get('*/api/validate-invitation', () =>
      HttpResponse.json(
        { code: 'COLLABORATION_INVITATION_EXPIRED', message, errorMessage: message, details: [] },
        { status: 410 },
      ),
    ),
    http.get('*/api/collaboration/invites', () =>
      HttpResponse.json(
        pageOf({
          collaborationId: invited.collaborationId,
          projectId: 'p1',
          projectName: 'Shop',
          userEmail: 'ana@shop.test',
          role: 'EDITOR',
          status: 'PENDING',
          invitedByName: 'Olga Owner',
          invitedAt: '2026-11-01T00:00:00.000Z',
          expiresAt: '2036-11-01T00:00:00.000Z',
        }),
      ),
    ),
    http.put('*/api/accept-invite', async ({ request }) => {
      accepted.push(await request.json());
      return HttpResponse.json({
        message: 'Invite accepted successfully',
        projectId: 'p1',
        projectName: 'Shop',
        role: 'EDITOR',
      });
    }),
  );
  const { user, address } = show(<InvitationsPage />, '/collaboration-invite?token=old');
  expect(await screen.findByText(message)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Invite accepted successfully')).toBeTruthy();
  expect(accepted).toEqual([{ collaborationId: invited.collaborationId }]);
  expect(address()).toBe('/api-testing/workspace?project=p1');
});
