import type { MockRecording } from '@touchstone/contracts/service-virtualization';
import { Link } from 'react-router';
import { counted } from '../../../../shared/format.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { useRecordingMutations } from '../../api/recordings.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from './recording.module.css';

interface Props {
  recordings: readonly MockRecording[];
  chosen: string | undefined;
  canWrite: boolean;
}

/** RecordingList lists stopped recordings, which can be viewed and saved again. */
export function RecordingList({ recordings, chosen, canWrite }: Props) {
  const { remove } = useRecordingMutations();
  const askDelete = ({ recordingId, count }: MockRecording) =>
    confirmAction({
      title: `Delete this recording with ${counted(count, 'call')}?`,
      message: "Assets that were made of it stay. You can't undo this.",
      confirm: 'Delete recording',
      onConfirm: () => remove.mutateAsync(recordingId),
    });
  return (
    <Panel title="Recordings" note="The last ten are kept for 30 days">
      <ul className={classes.rows}>
        {recordings.map((recording) => (
          <li
            key={recording.recordingId}
            className={classes.row}
            data-chosen={recording.recordingId === chosen ? 'true' : undefined}
          >
            <span className={classes.stack}>
              <Link
                className="link mono ellipsis"
                to={virtualizationPaths.recording({ recording: recording.recordingId })}
                aria-current={recording.recordingId === chosen ? 'true' : undefined}
              >
                {recording.targetUrl}
              </Link>
              <span className={classes.small}>
                {`${counted(recording.count, 'call')} · `}
                <RelativeTime at={recording.startedAt} />
                {` by ${recording.startedByName} · ${recording.savedAt ? 'saved' : 'not saved'}`}
              </span>
            </span>
            {canWrite ? (
              <RowMenu
                name={`the recording of ${recording.targetUrl}`}
                entries={[{ label: 'Delete recording…', run: () => askDelete(recording) }]}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
