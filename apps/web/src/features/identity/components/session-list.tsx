import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ActiveSession } from '@touchstone/contracts/identity';
import { Monitor, SquareTerminal } from 'lucide-react';
import { toast, toastError } from '../../../shared/toasts.ts';
import { Blank } from '../../../ui/blank/blank.tsx';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { deleteOldSession, deleteSession, sessionsQuery } from '../api/session.queries.ts';
import { describeUserAgent } from '../model/user-agent.ts';
import classes from './security.module.css';

/** SessionList lists where the user is signed in, and ends sessions. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const client = useQueryClient();
  const end = async (work: () => Promise<{ message: string }>) => {
    try {
      toast('success', (await work()).message);
    } catch (error) {
      toastError(error);
    }
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  const endOthers = () =>
    confirmAction({
      title: 'End the other sessions?',
      message: 'Every other browser that is signed in to your account is signed out.',
      confirm: 'End other sessions',
      onConfirm: () => end(deleteOldSession),
    });
  return (
    <Panel
      title="Open sessions"
      actions={
        sessions.data?.multiSession ? (
          <Button variant="default" onClick={endOthers}>
            End other sessions
          </Button>
        ) : null
      }
    >
      {sessions.isError ? <Problem error={sessions.error} onRetry={() => void sessions.refetch()} /> : null}
      {sessions.isPending ? <BlankSession /> : null}
      <ul className={classes.list}>
        {sessions.data?.sessions.map((open) => (
          <Session key={open.sessionId} session={open} onEnd={() => void end(() => deleteSession(open.sessionId))} />
        ))}
      </ul>
    </Panel>
  );
}

const BlankSession = () => (
  <div className={classes.item} aria-busy="true">
    <Blank width={18} height={18} />
    <div className={classes.itemText}>
      <Blank width="30%" line={18} />
      <Blank width="50%" line={18} />
    </div>
  </div>
);

function Session({ session, onEnd }: { session: ActiveSession; onEnd: () => void }) {
  const name = session.kind === 'automation' ? 'Command line or automation' : describeUserAgent(session.userAgent);
  const Icon = session.kind === 'automation' ? SquareTerminal : Monitor;
  return (
    <li className={classes.item}>
      <Icon size={18} aria-hidden />
      <div className={classes.itemText}>
        <p>
          <strong>{name}</strong>
          {session.current ? <span className="dim"> · this session</span> : null}
        </p>
        <p className="dim">
          {session.address}, signed in <RelativeTime at={session.startedAt} />, last seen{' '}
          <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
      {session.current ? null : (
        <Button variant="default" onClick={onEnd} aria-label={`End the session of ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}
