import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { Tip } from '../../../ui/tip/tip.tsx';
import { useLiveUnread } from '../api/live-unread.ts';
import { unreadQuery } from '../api/notifications.queries.ts';
import classes from './notifications.module.css';

/** NotificationBell opens the activity logs, and shows the unread count. */
export function NotificationBell({ openPanel }: { openPanel: (id: string) => void }) {
  // The system user has no notifications.
  return useAccount().role === 'ROLE_SYSTEM' ? null : <Bell onOpen={() => openPanel('activity')} />;
}

function Bell({ onOpen }: { onOpen: () => void }) {
  useLiveUnread();
  const { notifications = 0, broadcasts = 0 } = useQuery(unreadQuery).data ?? {};
  const unread = notifications + broadcasts;
  const label = unread ? `Activity logs, ${unread} unread` : 'Activity logs';
  return (
    <Tip label="Activity logs">
      <ActionIcon aria-label={label} aria-haspopup="dialog" onClick={onOpen} className={classes.bell}>
        <BellIcon size={17} />
        {unread ? (
          <span className={classes.badge} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </ActionIcon>
    </Tip>
  );
}
