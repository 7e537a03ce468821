import { Button } from '@mantine/core';
import { Hand, Pause, Play, StepForward } from 'lucide-react';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { controlLive } from '../../api/live.ts';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import { useLiveState, useWatched } from '../../model/live/use-live.ts';
import classes from './live.module.css';
import { LiveBar } from './live-bar.tsx';
import { LiveQuestions } from './live-questions.tsx';
import { LiveScreen } from './live-screen.tsx';

interface Props {
  runId: string;
  projectId: string;
  canWrite: boolean;
}

/**
 * WatchPanel shows the browser of a run in progress. Users who may edit the project can pause the run and use the
 * browser.
 */
export function WatchPanel({ runId, projectId, canWrite }: Props) {
  const connection = useWatched(runId);
  return connection ? <Watched connection={connection} projectId={projectId} canWrite={canWrite} /> : null;
}

function Watched({
  connection,
  projectId,
  canWrite,
}: {
  connection: LiveConnection;
  projectId: string;
  canWrite: boolean;
}) {
  const state = useLiveState(connection);
  const { userId } = useAccount();
  const isHeld = state.holder?.userId === userId;
  const isOpen = state.status === 'open' && !state.isIdle;
  return (
    <section className={classes.panel} aria-label="Browser of the run">
      <LiveBar connection={connection} isHeld={isHeld}>
        {canWrite && isOpen ? <RunControl connection={connection} isHeld={isHeld} /> : null}
      </LiveBar>
      {state.problem && isHeld ? (
        <p role="alert" className={classes.problem}>
          {state.problem}
        </p>
      ) : null}
      {state.holder && !isHeld ? <p className={classes.bar}>{state.holder.name} is in control.</p> : null}
      <LiveScreen connection={connection} isHeld={isHeld} blank={<p>{blankText(state)}</p>}>
        {isHeld ? <LiveQuestions connection={connection} projectId={projectId} /> : null}
      </LiveScreen>
    </section>
  );
}

function blankText({ status, message, isIdle }: { status: string; message: string; isIdle: boolean }): string {
  if (status === 'ended') return message;
  if (status === 'lost') return 'The connection is lost. Connecting again…';
  return isIdle ? 'The run has no browser open now. It is shown once one opens.' : 'Connecting…';
}

function RunControl({ connection, isHeld }: { connection: LiveConnection; isHeld: boolean }) {
  const { isPaused } = useLiveState(connection);
  const control = (action: Parameters<typeof controlLive>[1]) =>
    void controlLive(connection.liveId, action).catch(toastError);
  return (
    <>
      {isPaused ? (
        <>
          <Button variant="default" leftSection={<StepForward size={14} />} onClick={() => control('next')}>
            Next step
          </Button>
          <Button leftSection={<Play size={13} />} onClick={() => control('resume')}>
            Go on
          </Button>
        </>
      ) : (
        <Button variant="default" leftSection={<Pause size={14} />} onClick={() => control('pause')}>
          Pause
        </Button>
      )}
      {isHeld ? null : (
        <Button variant="default" leftSection={<Hand size={14} />} onClick={() => control('take')}>
          Take over
        </Button>
      )}
    </>
  );
}
