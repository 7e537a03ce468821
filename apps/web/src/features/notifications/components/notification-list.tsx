import { ActionIcon, Button } from '@mantine/core';
import type { Notification } from '@touchstone/contracts/notifications';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { Tip } from '../../../ui/tip/tip.tsx';
import { useNotificationMutations } from '../api/notifications.queries.ts';
import classes from './notifications.module.css';

interface Props {
  rows: Notification[];
  /** Loads further rows; undefined if these are all. */
  more: { load: () => void; isLoading: boolean } | undefined;
  /** Closes the panel, so that the page a notification links to is visible. */
  onClose: () => void;
}

/** NotificationList lists the user's notifications, newest first; opening one marks it as read. J and K move. */
export function NotificationList({ rows, more, onClose }: Props) {
  const { read, remove } = useNotificationMutations();
  useRows();
  if (!rows.length) return <p className={classes.none}>No notifications yet</p>;
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="subtle"
          onClick={() => read.mutate(undefined)}
          loading={read.isPending}
          disabled={rows.every(({ isRead }) => isRead)}
        >
          Mark all as read
        </Button>
      </div>
      <ul className={classes.list} aria-label="Notifications">
        {rows.map(({ notificationId: id, title, text, link, isRead, createdAt }) => (
          <li key={id} data-row data-unread={isRead ? undefined : true}>
            <div className={classes.title} data-unread={isRead ? undefined : true}>
              {isRead ? null : <span className="visually-hidden">Unread: </span>}
              {link ? (
                <Link
                  className="link"
                  to={link}
                  onClick={() => {
                    if (!isRead) read.mutate([id]);
                    onClose();
                  }}
                >
                  {title}
                </Link>
              ) : (
                title
              )}
            </div>
            <Tip label="Delete">
              <ActionIcon size={24} aria-label={`Delete ${title}`} onClick={() => remove.mutate(id)}>
                <X size={14} />
              </ActionIcon>
            </Tip>
            <p className={classes.text}>{text}</p>
            <span className={`${classes.when} dim`}>
              <RelativeTime at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {more ? (
        <Button fullWidth variant="default" mt={8} onClick={more.load} loading={more.isLoading}>
          Load more
        </Button>
      ) : null}
    </>
  );
}
