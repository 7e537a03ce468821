import { Button, SegmentedControl } from '@mantine/core';
import { X } from 'lucide-react';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { controlLive } from '../../api/live.ts';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import type { LiveState } from '../../model/live/live-state.ts';
import { useLiveState } from '../../model/live/use-live.ts';
import classes from '../live/live.module.css';
import { LiveBar } from '../live/live-bar.tsx';
import { LiveQuestions } from '../live/live-questions.tsx';
import { LiveScreen } from '../live/live-screen.tsx';

interface Props {
  projectId: string;
  connection: LiveConnection;
  onClose: () => void;
}

/** SpyBrowser is a browser for picking elements; nothing in it is recorded. */
export function SpyBrowser({ projectId, connection, onClose }: Props) {
  const state = useLiveState(connection);
  const { userId } = useAccount();
  const isHeld = state.holder?.userId === userId;
  const isUsable = isHeld && state.status === 'open';
  return (
    <section className={classes.panel} aria-label="Browser" data-tour="spy">
      <LiveBar connection={connection} isHeld={isHeld}>
        <SegmentedControl
          aria-label="What clicks do"
          disabled={!isUsable}
          value={state.mode === 'pick' ? 'pick' : 'use'}
          data={[
            { value: 'pick', label: 'Point' },
            { value: 'use', label: 'Use page' },
          ]}
          onChange={(mode) => void connection.command({ type: 'mode', mode: mode as 'pick' | 'use' })}
        />
        <Button variant="default" leftSection={<X size={14} />} onClick={onClose}>
          Close browser
        </Button>
      </LiveBar>
      <div className={classes.told}>
        <p role="status" className={isUsable && state.problem ? classes.fault : 'dim'}>
          {lineOf(state, isHeld)}
        </p>
        {state.status === 'open' && !isHeld ? (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => void controlLive(connection.liveId, 'take').catch(toastError)}
          >
            Take over
          </Button>
        ) : null}
      </div>
      <LiveScreen
        connection={connection}
        isHeld={isHeld}
        blank={<p>{state.status === 'ended' ? state.message : 'The browser opens…'}</p>}
      >
        <LiveQuestions connection={connection} projectId={projectId} />
      </LiveScreen>
    </section>
  );
}

function lineOf({ status, problem, mode, holder }: LiveState, isHeld: boolean): string {
  if (status === 'ended') return 'The browser is closed.';
  if (status === 'connecting') return 'The browser opens…';
  if (status === 'lost') return 'The connection to the browser is lost. Connecting again…';
  if (!isHeld) return holder ? `${holder.name} is in control.` : 'No one is in control.';
  if (problem) return problem;
  if (mode === 'pick') return 'Click an element to see how to find it.';
  return 'Clicks and keys go to the page. Nothing is recorded.';
}
