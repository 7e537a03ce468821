import { Button } from '@mantine/core';
import type { Broadcast } from '@touchstone/contracts/notifications';
import { useState } from 'react';
import { formatMinute } from '../../../shared/format.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { useNotificationMutations } from '../api/notifications.queries.ts';
import { BroadcastForm } from './broadcast-form.tsx';
import classes from './notifications.module.css';

/** BroadcastList lists broadcasts; super administrators write and end them here. J and K move. */
export function BroadcastList({ rows }: { rows: Broadcast[] }) {
  const mayWrite = useAccount().role === 'ROLE_SUPERADMIN';
  const [isWriting, setWriting] = useState(false);
  const { readBroadcasts, endBroadcast } = useNotificationMutations();
  useRows();
  const askEnd = ({ broadcastId, text }: Broadcast) =>
    confirmAction({
      title: 'End this broadcast?',
      message: `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}” disappears for everyone.`,
      confirm: 'End broadcast',
      onConfirm: () => endBroadcast.mutateAsync(broadcastId),
    });
  return (
    <>
      <div className={classes.tools}>
        {rows.length ? (
          <Button
            variant="subtle"
            onClick={() => readBroadcasts.mutate()}
            loading={readBroadcasts.isPending}
            disabled={rows.every(({ isRead }) => isRead)}
          >
            Mark all as read
          </Button>
        ) : null}
        {mayWrite && !isWriting ? (
          <Button variant="default" onClick={() => setWriting(true)}>
            Write broadcast
          </Button>
        ) : null}
      </div>
      {isWriting ? <BroadcastForm onDone={() => setWriting(false)} /> : null}
      {rows.length ? null : <p className={classes.none}>No broadcasts now</p>}
      <ul className={classes.list} aria-label="Broadcasts">
        {rows.map((row) => (
          <li key={row.broadcastId} data-row tabIndex={-1} data-unread={row.isRead ? undefined : true}>
            <p className={classes.message}>
              {row.isRead ? null : <span className="visually-hidden">Unread: </span>}
              {row.text}
            </p>
            {mayWrite ? (
              <Button variant="subtle" color="gray" size="compact-xs" onClick={() => askEnd(row)}>
                End
              </Button>
            ) : null}
            <span className={`${classes.when} dim`}>
              {row.createdBy} · <RelativeTime at={row.createdAt} />
              {row.endsAt ? ` · until ${formatMinute(row.endsAt)}` : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
