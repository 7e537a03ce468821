import { Button } from '@mantine/core';
import type { MockRecording } from '@touchstone/contracts/service-virtualization';
import { counted, formatBytes, formatCount } from '../../../../shared/format.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusGlyph, StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { useRecordingMutations } from '../../api/recordings.ts';
import { curlOf } from '../../model/curl.ts';
import { RecordedCalls } from './recorded-calls.tsx';
import classes from './recording.module.css';

interface Props {
  recording: MockRecording;
  /** Address of the mock. */
  address: string;
  canWrite: boolean;
}

/** ActiveRecording shows an active recording: its calls appear as they arrive. */
export function ActiveRecording({ recording, address, canWrite }: Props) {
  const { setStatus } = useRecordingMutations();
  const { recordingId: id, status, options } = recording;
  const isPaused = status === 'paused';
  const set = (next: 'recording' | 'paused' | 'stopped') =>
    setStatus.mutate({ id, status: next }, { onError: toastError });
  return (
    <>
      <Panel
        title="Record a service"
        padded
        actions={
          canWrite ? (
            <>
              <Button
                variant="default"
                disabled={setStatus.isPending}
                onClick={() => set(isPaused ? 'recording' : 'paused')}
              >
                {isPaused ? 'Resume' : 'Pause'}
              </Button>
              <Button disabled={setStatus.isPending} onClick={() => set('stopped')}>
                Stop recording
              </Button>
            </>
          ) : null
        }
      >
        <div className={classes.part}>
          <div role="status">
            <StatusLabel status={isPaused ? 'queued' : 'running'}>{isPaused ? 'Paused' : 'Recording'}</StatusLabel>
          </div>
          <dl className={classes.facts}>
            <dt>Service</dt>
            <dd className="mono">{recording.targetUrl}</dd>
            <dt>Call this address</dt>
            <dd className="mono">{address}</dd>
            <dt>Recorded</dt>
            <dd className="num">{`${counted(recording.count, 'call')} · ${formatBytes(recording.sizeBytes)}`}</dd>
            <dt>Rules</dt>
            <dd>{rulesOf(recording)}</dd>
            <dt>Started</dt>
            <dd>
              <RelativeTime at={recording.startedAt} /> by {recording.startedByName}
            </dd>
          </dl>
          {isPaused ? <p className="dim">Calls still go to the service, but aren’t recorded.</p> : null}
          {options.masksSecrets ? null : <Warning>Credentials are recorded as they are.</Warning>}
          {recording.problem ? <Warning>{recording.problem}</Warning> : null}
        </div>
      </Panel>
      <Panel title="Recorded calls" note={formatCount(recording.count)}>
        <RecordedCalls
          recordingId={id}
          empty={
            <>
              Send one:{' '}
              <code className="mono">{curlOf({ method: 'GET', url: `${address.replace(/\/$/, '')}/orders` })}</code>
            </>
          }
        />
      </Panel>
    </>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <p className={classes.warning} role="alert">
      <StatusGlyph status="flaky" size={14} decorative />
      {children}
    </p>
  );
}

/** What is recorded, in words. */
function rulesOf({ options: { isPartial, methods, paths, exceptPaths } }: MockRecording): string {
  const parts = [
    isPartial ? 'Only unknown requests' : 'All requests',
    methods.length > 0 && methods.join(', '),
    paths.length > 0 && `paths ${paths.join(', ')}`,
    exceptPaths.length > 0 && `except ${exceptPaths.join(', ')}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
