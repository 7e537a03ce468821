import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Comment, Thread } from '@touchstone/contracts/comments';
import type { Account } from '@touchstone/contracts/identity';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { session } from '../../../shared/session/browser-session.ts';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';
import { CommentsButton } from './comments-button.tsx';

const comment = (given: Partial<Comment>): Comment => ({
  commentId: 'c1',
  threadId: 'c1',
  userId: 'bob',
  userName: 'Bob Berg',
  text: 'Why **418**? <img src=x onerror=alert(1)>',
  mentions: [],
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  isDeleted: false,
  isUnread: true,
  ...given,
});
const thread = (given: Partial<Thread> = {}): Thread => ({
  threadId: 'c1',
  resolvedAt: null,
  resolvedByName: null,
  comments: [
    comment({}),
    comment({
      commentId: 'c2',
      userId: 'ada',
      userName: 'Ada Admin',
      text: '@Bob Berg: a teapot.',
      mentions: [{ userId: 'bob', writtenAs: 'Bob Berg' }],
      isUnread: false,
    }),
  ],
  ...given,
});
const resolved = thread({
  threadId: 'c9',
  resolvedAt: '2026-11-02T10:00:00.000Z',
  resolvedByName: 'Bob Berg',
  comments: [comment({ commentId: 'c9', threadId: 'c9', text: 'Old news', isUnread: false })],
});
const people = [
  { userId: 'ana', name: 'Ana Ruiz', email: 'ana@shop.test' },
  { userId: 'bo1', name: 'Bo', email: 'bo@shop.test' },
  { userId: 'bo2', name: 'Bo', email: 'bo2@shop.test' },
];
const sent: [method: string, path: string, body: unknown][] = [];
const keep = async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  sent.push([
    request.method,
    pathname.replace('/services/comments/api/', '') + search,
    request.method === 'DELETE' ? null : await request.json(),
  ]);
};
const answers = async ({ request }: { request: Request }) => {
  await keep(request);
  return HttpResponse.json(comment({}));
};
const server = setupServer(
  ...signInHandlers,
  http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/api/comments', () =>
    HttpResponse.json({
      content: [thread(), resolved],
      totalElements: 2,
      page: 0,
      size: 50,
      projectId: 'p1',
      related: [
        { kind: 'api-step', subjectId: 'r:s', comments: 3, lastAt: '2026-11-01T10:00:00.000Z', link: '/report/r' },
      ],
      relatedComments: 3,
    }),
  ),
  http.get('*/api/comment-counts', () =>
    HttpResponse.json({ content: [{ subjectId: 's1', comments: 3, openThreads: 1, unread: 1 }] }),
  ),
  http.get('*/api/mentionable-people', ({ request }) => {
    const term = new URL(request.url).searchParams.get('searchTerm')?.toLowerCase() ?? '';
    return HttpResponse.json({ content: people.filter(({ name }) => name.toLowerCase().startsWith(term)) });
  }),
  http.post('*/api/comments', answers),
  http.put('*/api/comments', answers),
  http.delete('*/api/comments', answers),
  http.put('*/api/comment-threads', answers),
  http.put('*/api/read-comments', answers),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(async () => {
  sent.length = 0;
  await signIn();
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

async function open(given: Partial<Account> = {}) {
  session.setAccount({ ...(session.getState().account as Account), ...given });
  const element = (
    <CommentsButton
      kind="api-script"
      subjectId="s1"
      projectId="p1"
      containerId="p1"
      name="List orders"
      service="API Testing"
    />
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/?comments=open'] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const panel = await screen.findByRole('dialog', { name: 'Comments on List orders' });
  await within(panel).findAllByRole('article');
  return { user: userEvent.setup(), panel: within(panel), router };
}
const writes = () => sent.filter(([, path]) => path !== 'read-comments');

test('threads show Markdown without HTML, mentions are highlighted, shown threads count as read, and runs of the script are reported', async () => {
  const { panel } = await open();
  expect(panel.getByText('418').tagName).toBe('STRONG');
  expect(panel.getByText(/<img src=x/)).toBeTruthy();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(panel.getByText('@Bob Berg').tagName).toBe('MARK');
  expect(panel.getByText('New')).toBeTruthy();
  await waitFor(() => expect(sent).toContainEqual(['PUT', 'read-comments', { commentId: 'c1' }]));
  const related = within(panel.getByRole('region', { name: 'Comments on runs' }));
  expect(related.getByText('3 comments on runs of this script')).toBeTruthy();
  expect(related.getByRole('link').getAttribute('href')).toBe('/report/r');
});

test('names are completed by keyboard, people with the same name by e-mail, and Escape closes the list before the panel', async () => {
  const { user, panel } = await open();
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await user.type(field, 'Look @an');
  const list = await panel.findByRole('listbox', { name: 'People to mention' });
  expect(within(list).getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect((field as HTMLTextAreaElement).value).toBe('Look @Ana Ruiz ');
  await user.type(field, '@bo');
  await waitFor(() => expect(panel.getAllByRole('option')).toHaveLength(2));
  await user.keyboard('{Escape}');
  expect(panel.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
  await user.type(field, '{Backspace}');
  await waitFor(() => expect(panel.getAllByRole('option')).toHaveLength(2));
  await user.keyboard('{ArrowDown}{Tab}');
  expect((field as HTMLTextAreaElement).value).toBe('Look @Ana Ruiz @bo2@shop.test ');
  await user.click(panel.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  expect(writes()).toEqual([
    ['POST', 'comments', { kind: 'api-script', subjectId: 's1', text: 'Look @Ana Ruiz @bo2@shop.test' }],
  ]);
});

test('before the server has searched, keys select only people who match the typed text', async () => {
  const searched = Promise.withResolvers<void>();
  server.use(
    http.get('*/api/mentionable-people', async ({ request }) => {
      if (new URL(request.url).searchParams.has('searchTerm')) await searched.promise;
      return HttpResponse.json({ content: people });
    }),
  );
  const { user, panel } = await open();
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await user.type(field, '@');
  await waitFor(() => expect(panel.getAllByRole('option')).toHaveLength(people.length));
  await user.type(field, 'bo{Enter}');
  expect((field as HTMLTextAreaElement).value).toMatch(/^@bo/);
  searched.resolve();
});

test('a person replies, resolves and reopens, and edits and deletes only their own', async () => {
  const { user, panel } = await open();
  await user.click(panel.getByRole('button', { name: 'Reply' }));
  await user.type(panel.getByRole('textbox', { name: 'Reply' }), 'Fixed.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(writes()).toHaveLength(1));
  await user.click(await panel.findByRole('button', { name: 'Resolve' }));
  await user.click(panel.getByRole('button', { name: 'Show resolved threads (1)' }));
  expect(panel.getByText('Resolved by Bob Berg')).toBeTruthy();
  await user.click(panel.getByRole('button', { name: 'Reopen' }));
  await user.click(panel.getByRole('button', { name: 'Actions for your comment' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit comment' }));
  const field = panel.getByRole('textbox', { name: 'Comment' });
  await user.clear(field);
  await user.type(field, 'A kettle.');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await user.click(await panel.findByRole('button', { name: 'Actions for your comment' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete comment…' }));
  await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
  await waitFor(() => expect(writes()).toHaveLength(5));
  expect(writes()).toEqual([
    ['POST', 'comments', { kind: 'api-script', subjectId: 's1', text: 'Fixed.', threadId: 'c1' }],
    ['PUT', 'comment-threads', { threadId: 'c1', isResolved: true }],
    ['PUT', 'comment-threads', { threadId: 'c9', isResolved: false }],
    ['PUT', 'comments', { commentId: 'c2', text: 'A kettle.' }],
    ['DELETE', 'comments?commentId=c2', null],
  ]);
});

test('a guest reads but cannot write', async () => {
  const { panel } = await open({ role: 'ROLE_GUEST' });
  expect(panel.getByText('418')).toBeTruthy();
  expect(panel.queryByRole('textbox')).toBeNull();
  expect(panel.queryByRole('button', { name: /Reply|Resolve|Comment$/ })).toBeNull();
});

test('a refused comment stays in the field with its reason; the button shows the counts and the address the open state', async () => {
  const message = 'A thread has at most 200 comments. Start a new thread.';
  server.use(
    http.post('*/api/comments', () =>
      HttpResponse.json({ code: 'COMMENTS_THREAD_FULL', message, errorMessage: message, details: [] }, { status: 409 }),
    ),
  );
  const { user, panel, router } = await open();
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await user.type(field, 'Too much');
  await user.click(panel.getByRole('button', { name: 'Comment' }));
  expect(await panel.findByText(message)).toBeTruthy();
  expect((field as HTMLTextAreaElement).value).toBe('Too much');
  await user.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('button', { name: '3 comments, 1 unread on List orders' })).toBeTruthy();
});
