import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Broadcast, Notification } from '@touchstone/contracts/notifications';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { BroadcastList } from './broadcast-list.tsx';
import { NotificationList } from './notification-list.tsx';

vi.mock('../../../shared/session/browser-session.ts', async (load) => ({
  ...(await load<object>()),
  useAccount: () => ({ role: 'ROLE_USER' }),
}));

const onPage = vi.fn();
function Page({ children }: { children: ReactNode }) {
  useHotkey('create', onPage);
  return (
    <div role="dialog" aria-modal="true" aria-label="Activity logs">
      {children}
    </div>
  );
}
function show(list: ReactNode) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Page>{list}</Page>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const createdAt = '2026-03-02T10:00:00.000Z';
const focused = () => document.activeElement?.textContent;

test('J and K move through the notifications of the panel, and other keys do not reach the page below', async () => {
  const rows = ['Run 1 failed', 'Run 2 passed'].map((title, index) => ({
    notificationId: String(index),
    title,
    text: '',
    link: `/runs/${index}`,
    isRead: true,
    createdAt,
  })) as Notification[];
  const user = show(<NotificationList rows={rows} more={undefined} onClose={() => undefined} />);
  const seen: unknown[] = [];
  for (const key of ['j', 'j', 'k', 'c']) {
    await user.keyboard(key);
    seen.push(focused());
  }
  expect(seen).toEqual(['Run 1 failed', 'Run 2 passed', 'Run 1 failed', 'Run 1 failed']);
  expect(onPage).not.toHaveBeenCalled();
});

test('they move through broadcasts, which have no actions', async () => {
  const rows = ['One', 'Two'].map((text) => ({
    broadcastId: text,
    text,
    isRead: true,
    createdBy: 'Ana',
    createdAt,
    endsAt: null,
  })) as Broadcast[];
  const user = show(<BroadcastList rows={rows} />);
  await user.keyboard('jj');
  expect(focused()).toContain('Two');
  await user.keyboard('k');
  expect(focused()).toContain('One');
  expect(screen.getByRole('list', { name: 'Broadcasts' }).contains(document.activeElement)).toBe(true);
});
