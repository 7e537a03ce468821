import { Button, Group, Modal, Text } from '@mantine/core';
import type { FarmRecording } from '@touchstone/contracts/web-testing';
import { Hand, X } from 'lucide-react';
import { useEffect } from 'react';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { useLeave } from '../../../../shared/use-leave.ts';
import { controlLive } from '../../api/live.ts';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import { useLiveState, useWatched } from '../../model/live/use-live.ts';
import live from '../live/live.module.css';
import { LiveBar } from '../live/live-bar.tsx';
import { LiveQuestions } from '../live/live-questions.tsx';
import { LiveScreen } from '../live/live-screen.tsx';
import classes from './farm.module.css';

interface Props {
  recording: FarmRecording;
  onClose: () => void;
}

/**
 * RecordingWatch shows a browser that someone else opened. Users who may edit its project can take over; leaving
 * returns control.
 */
export function RecordingWatch({ recording, onClose }: Props) {
  const connection = useWatched(recording.liveId);
  return connection ? <Watched recording={recording} connection={connection} onClose={onClose} /> : null;
}

function Watched({ recording, connection, onClose }: Props & { connection: LiveConnection }) {
  const { openedBy, projectUUID, mayClose } = recording;
  const { liveId } = connection;
  const { status, message, holder } = useLiveState(connection);
  const { userId } = useAccount();
  const isHeld = holder?.userId === userId;
  const leave = useLeave(isHeld && status === 'open');
  useEffect(() => {
    if (!isHeld) return;
    return () => void controlLive(liveId, 'release').catch(() => undefined);
  }, [isHeld, liveId]);
  const control = (action: 'take' | 'release') => void controlLive(liveId, action).catch(toastError);
  return (
    <section className={classes.watch} aria-label={`Browser of ${openedBy}`}>
      <div className={live.panel}>
        <LiveBar connection={connection} isHeld={isHeld}>
          {mayClose && status === 'open' ? (
            <Button
              variant="default"
              leftSection={<Hand size={14} />}
              onClick={() => control(isHeld ? 'release' : 'take')}
            >
              {isHeld ? 'Hand back' : 'Take over'}
            </Button>
          ) : null}
          <Button variant="default" leftSection={<X size={14} />} onClick={onClose}>
            Stop watching
          </Button>
        </LiveBar>
        <div className={live.told}>
          <p role="status" className="dim">
            {isHeld ? 'You are in control.' : holder ? `${holder.name} is in control.` : 'No one is in control.'}
          </p>
        </div>
        <LiveScreen
          connection={connection}
          isHeld={isHeld}
          blank={<p>{status === 'ended' ? message : 'Connecting…'}</p>}
        >
          {isHeld ? <LiveQuestions connection={connection} projectId={projectUUID} /> : null}
        </LiveScreen>
      </div>
      {leave.isAsked ? (
        <Modal opened onClose={leave.stay} title="Hand the browser back?">
          <Text>You are in control of the browser of {openedBy}. Leaving hands it back.</Text>
          <Group justify="flex-end" mt="lg" gap="sm">
            <Button variant="default" onClick={leave.go}>
              Hand back and leave
            </Button>
            <Button onClick={leave.stay} data-autofocus>
              Stay
            </Button>
          </Group>
        </Modal>
      ) : null}
    </section>
  );
}
