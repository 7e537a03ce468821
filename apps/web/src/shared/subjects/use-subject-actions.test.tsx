import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { session } from '../session/browser-session.ts';
import { signIn, signInHandlers } from '../session/testing/signed-in.ts';
import { type SubjectDialog, setSubjectParts } from './subject-parts.ts';
import { useSubjectActions } from './use-subject-actions.tsx';

const server = setupServer(...signInHandlers);
beforeAll(async () => {
  server.listen();
  await signIn();
});
afterAll(() => {
  setSubjectParts([]);
  server.close();
});
const load = async () => (props: SubjectDialog) => (
  <button type="button" onClick={props.onClose}>{`Close ${props.subject.name}`}</button>
);
beforeEach(() =>
  setSubjectParts([
    async () => ({}),
    async () => ({
      actions: [
        { label: 'Plan', kinds: ['suite'], needsPro: true, load },
        { label: 'Share', kinds: ['suite', 'folder'], load },
        { label: 'Move', kinds: ['folder'], load },
      ],
    }),
  ]),
);

const subject = { kind: 'suite', id: 's1', projectId: 'p1', name: 'Orders', canWrite: true };
function Menu() {
  const { actions, dialog } = useSubjectActions('suite');
  return (
    <>
      {actions.map(({ label, start }) => (
        <button type="button" key={label} onClick={() => start(subject)}>
          {label}
        </button>
      ))}
      {dialog}
    </>
  );
}
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Menu />
    </QueryClientProvider>,
  );
const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('a subject has the actions of its kind, each with its dialog', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByRole('button', { name: 'Plan' });
  expect(labels()).toEqual(['Plan', 'Share']);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await user.click(await screen.findByRole('button', { name: 'Close Orders' }));
  expect(labels()).toEqual(['Plan', 'Share']);
});

test('PRO actions are absent on a free plan', async () => {
  const account = session.getState().account!;
  session.setAccount({ ...account, plan: 'FREE' });
  try {
    show();
    await screen.findByRole('button', { name: 'Share' });
    expect(labels()).toEqual(['Share']);
  } finally {
    session.setAccount(account);
  }
});
