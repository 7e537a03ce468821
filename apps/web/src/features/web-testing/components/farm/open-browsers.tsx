import { Button } from '@mantine/core';
import { browserTitles, type FarmRecording, type FarmRun } from '@touchstone/contracts/web-testing';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { useFarmMutations } from '../../api/farm.ts';
import { webTestingPaths } from '../../paths.ts';
import classes from './farm.module.css';

const words: Partial<Record<FarmRun['status'], string>> = { running: 'Running', queued: 'Queued' };

/** OpenRuns lists queued and active runs; their browsers can be watched, and the runs stopped. */
export function OpenRuns({ runs }: { runs: readonly FarmRun[] }) {
  const { stop } = useFarmMutations();
  const askStop = ({ runId, name, startedBy }: FarmRun) =>
    confirmAction({
      title: `Stop run ${name}?`,
      message: `${startedBy} started it. What it has done stays in its report.`,
      confirm: 'Stop run',
      onConfirm: () => stop.mutateAsync(runId),
    });
  const columns: Column<FarmRun>[] = [
    {
      key: 'name',
      header: 'Run',
      cell: ({ runId, name, number }) => (
        <Link className="link" to={webTestingPaths.result(runId)}>
          {name}
          {number === null ? '' : ` #${formatCount(number)}`}
        </Link>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      width: 120,
      cell: ({ status }) => <StatusLabel status={status}>{words[status] ?? status}</StatusLabel>,
    },
    { key: 'project', header: 'Project', width: 160, cell: ({ projectName }) => projectName },
    { key: 'targets', header: 'Targets', width: 220, cell: ({ targets }) => targets.join(', ') },
    { key: 'by', header: 'Started by', width: 140, cell: ({ startedBy }) => startedBy },
    { key: 'at', header: 'Started', width: 110, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      key: 'do',
      header: '',
      width: 170,
      align: 'right',
      cell: (run) => (
        <span className={classes.actions}>
          {run.status === 'running' ? (
            <Button component={Link} variant="default" size="compact-sm" to={webTestingPaths.preview(run.runId)}>
              Watch
            </Button>
          ) : null}
          {run.mayStop ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Stop run ${run.name}`}
              onClick={() => askStop(run)}
            >
              Stop
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <section aria-label="Runs" data-tour="farm-runs">
      <h2>Runs</h2>
      <DataTable
        label="Runs"
        rows={[...runs]}
        rowKey={({ runId }) => runId}
        rowLabel={({ name }) => name}
        minWidth={1100}
        columns={columns}
        empty={<p className="dim">No run waits or goes on in your projects.</p>}
      />
    </section>
  );
}

interface RecordingsProps {
  recordings: readonly FarmRecording[];
  places: { total: number; taken: number };
  watched: string;
  onWatch: (liveId: string) => void;
}

/** purposeOf says what a browser was opened for. */
export const purposeOf = ({ scriptUUID, testScriptName }: FarmRecording): string =>
  scriptUUID === null ? 'Object spy' : (testScriptName ?? 'Deleted script');

/** OpenRecordings lists the browsers that users opened to record steps or inspect elements. */
export function OpenRecordings({ recordings, places, watched, onWatch }: RecordingsProps) {
  const { close } = useFarmMutations();
  const askClose = (recording: FarmRecording) =>
    confirmAction({
      title: `Close the browser of ${recording.openedBy}?`,
      message: `It is open for ${purposeOf(recording)}. Recorded steps stay in the editor of ${recording.openedBy}.`,
      confirm: 'Close browser',
      onConfirm: () => close.mutateAsync(recording.liveId),
    });
  const columns: Column<FarmRecording>[] = [
    {
      key: 'name',
      header: 'Opened for',
      cell: (recording) =>
        recording.scriptUUID !== null && recording.testScriptName !== null ? (
          <Link className="link" to={webTestingPaths.steps(recording.scriptUUID)}>
            {purposeOf(recording)}
          </Link>
        ) : (
          purposeOf(recording)
        ),
    },
    { key: 'project', header: 'Project', width: 160, cell: ({ projectName }) => projectName },
    { key: 'browser', header: 'Browser', width: 120, cell: ({ browser }) => browserTitles[browser] },
    { key: 'by', header: 'Opened by', width: 140, cell: ({ openedBy }) => openedBy },
    { key: 'at', header: 'Opened', width: 110, cell: ({ openedAt }) => <RelativeTime at={openedAt} /> },
    {
      key: 'do',
      header: '',
      width: 170,
      align: 'right',
      cell: (recording) => (
        <span className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Watch the browser of ${recording.openedBy}`}
            disabled={recording.liveId === watched}
            onClick={() => onWatch(recording.liveId)}
          >
            Watch
          </Button>
          {recording.mayClose ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Close the browser of ${recording.openedBy}`}
              onClick={() => askClose(recording)}
            >
              Close
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <section aria-label="Recordings" data-tour="farm-recordings">
      <h2>
        Recordings{' '}
        <span className="dim num">
          {formatCount(places.taken)} of {formatCount(places.total)} places taken
        </span>
      </h2>
      <DataTable
        label="Recordings"
        rows={[...recordings]}
        rowKey={({ liveId }) => liveId}
        rowLabel={purposeOf}
        minWidth={900}
        columns={columns}
        empty={<p className="dim">No one records or looks at elements in your projects.</p>}
      />
    </section>
  );
}
