import { Button, SegmentedControl } from '@mantine/core';
import { Crosshair, ListPlus, X } from 'lucide-react';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { controlLive } from '../../api/live.ts';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import type { LiveState } from '../../model/live/live-state.ts';
import { useLiveState } from '../../model/live/use-live.ts';
import type { Recording } from '../../model/live/use-recording.ts';
import type { StepEditor } from '../../model/steps/use-step-editor.ts';
import classes from './live.module.css';
import { LiveBar } from './live-bar.tsx';
import { LiveQuestions } from './live-questions.tsx';
import { LiveScreen } from './live-screen.tsx';
import { PasswordCard } from './password-card.tsx';
import { CheckCard, TargetCard } from './picked-card.tsx';

interface Props {
  projectId: string;
  recording: Recording;
  connection: LiveConnection;
  editor: Pick<StepEditor, 'active' | 'steps'>;
}

/** RecorderPanel is the browser in which a script is recorded: actions in it become steps. */
export function RecorderPanel({ projectId, recording, connection, editor }: Props) {
  const state = useLiveState(connection);
  const { userId } = useAccount();
  const isHeld = state.holder?.userId === userId;
  return (
    <section className={classes.panel} aria-label="Browser" data-tour="recorder">
      <LiveBar connection={connection} isHeld={isHeld}>
        <Modes connection={connection} recording={recording} isHeld={isHeld} />
      </LiveBar>
      <TryBar recording={recording} editor={editor} isBusy={state.isTrying || !isHeld || state.status !== 'open'} />
      <LiveStatus connection={connection} isHeld={isHeld} />
      <LiveScreen
        connection={connection}
        isHeld={isHeld}
        blank={
          state.status === 'ended' ? (
            <p>{state.message}</p>
          ) : (
            <p>
              {state.status === 'open'
                ? 'Enter an address above. What you do then becomes steps.'
                : 'The browser opens…'}
            </p>
          )
        }
      >
        <LiveQuestions connection={connection} projectId={projectId} />
        {isHeld && recording.password ? (
          <PasswordCard key={recording.password.stepId} projectId={projectId} recording={recording} />
        ) : null}
        {state.picked && recording.purpose === 'check' ? (
          <CheckCard
            picked={state.picked}
            page={state.tabs[state.current - 1]}
            onCheck={recording.addCheck}
            onCancel={recording.cancelPick}
          />
        ) : null}
        {state.picked && recording.purpose === 'target' ? (
          <TargetCard
            key={JSON.stringify(state.picked.box)}
            picked={state.picked}
            onUse={recording.useTarget}
            onCancel={recording.cancelPick}
          />
        ) : null}
      </LiveScreen>
    </section>
  );
}

function Modes({
  connection,
  recording,
  isHeld,
}: {
  connection: LiveConnection;
  recording: Recording;
  isHeld: boolean;
}) {
  const { mode, status } = useLiveState(connection);
  const isUsable = isHeld && status === 'open';
  return (
    <>
      <SegmentedControl
        aria-label="What clicks do"
        disabled={!isUsable}
        value={mode === 'pick' ? '' : mode}
        data={[
          { value: 'record', label: 'Record' },
          { value: 'use', label: 'Pause' },
        ]}
        onChange={(next) => void connection.command({ type: 'mode', mode: next as 'record' | 'use' })}
      />
      <Tip label="Point at what the page must show">
        <Button
          variant={mode === 'pick' && recording.purpose === 'check' ? 'filled' : 'default'}
          leftSection={<ListPlus size={14} />}
          disabled={!isUsable}
          onClick={() => (mode === 'pick' ? recording.cancelPick() : recording.pick('check'))}
        >
          Add check
        </Button>
      </Tip>
      <Button variant="default" leftSection={<X size={14} />} onClick={recording.stop}>
        Close browser
      </Button>
    </>
  );
}

interface TryProps {
  recording: Recording;
  editor: Props['editor'];
  isBusy: boolean;
}

/** Runs steps of the script in the open browser: to continue recording after them, or to see whether one works. */
function TryBar({ recording, editor: { active, steps }, isBusy }: TryProps) {
  if (steps.length === 0) return null;
  return (
    <div className={classes.bar}>
      <span className="dim">In this browser:</span>
      <Button variant="default" disabled={isBusy} onClick={() => void recording.tryAll()}>
        Run all steps
      </Button>
      <Button
        variant="default"
        disabled={isBusy || active === null}
        onClick={() => active !== null && void recording.tryUpTo(active)}
      >
        Run to the chosen step
      </Button>
      <Button
        variant="default"
        disabled={isBusy || active === null}
        onClick={() => active !== null && void recording.tryOne(active)}
      >
        Try the chosen step
      </Button>
      {recording.pickTarget ? (
        <Button
          variant="default"
          leftSection={<Crosshair size={14} />}
          disabled={isBusy || active === null}
          onClick={recording.pickTarget}
        >
          Pick its element
        </Button>
      ) : null}
    </div>
  );
}

/** Always reserves one line, so that the page below doesn't move. */
function LiveStatus({ connection, isHeld }: { connection: LiveConnection; isHeld: boolean }) {
  const state = useLiveState(connection);
  const { status, holder, problem } = state;
  const isFault = status !== 'ended' && (problem !== '' || status === 'lost');
  return (
    <div className={classes.told}>
      <p role={isFault ? 'alert' : 'status'} className={isFault ? classes.fault : 'dim'}>
        {lineOf(state, isHeld)}
      </p>
      {status === 'open' && !isHeld ? (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => void controlLive(connection.liveId, 'take').catch(toastError)}
        >
          {holder ? `Take over from ${holder.name}` : 'Take over'}
        </Button>
      ) : null}
    </div>
  );
}

function lineOf({ status, problem, isTrying, mode, holder }: LiveState, isHeld: boolean): string {
  if (status === 'ended') return 'The browser is closed.';
  if (status === 'connecting') return 'The browser opens…';
  if (status === 'lost') return 'The connection to the browser is lost. Connecting again…';
  if (!isHeld) return holder ? `${holder.name} is in control.` : 'No one is in control.';
  if (problem) return problem;
  if (isTrying) return 'Steps are being run…';
  if (mode === 'pick') return 'Point at an element of the page and click it.';
  if (mode === 'use') return 'Recording is paused. What you do in the page becomes no step.';
  return 'What you do in the page becomes steps, after the chosen one.';
}
