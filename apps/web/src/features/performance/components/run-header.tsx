import { Button, Menu } from '@mantine/core';
import type { PerformanceRun } from '@touchstone/contracts/api-testing';
import { finalRunStatuses, runTitle } from '@touchstone/contracts/runs';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { saveResponse } from '../../../shared/download.ts';
import { formatDuration, formatExact } from '../../../shared/format.ts';
import { messageOf, toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { RunOriginTags } from '../../../ui/status/run-name.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { useShareReport } from '../../runs/index.ts';
import { usePerformanceMutations } from '../api/performance.mutations.ts';
import { fetchPerformanceReport } from '../api/performance.queries.ts';
import type { RunView } from '../model/run-store.ts';
import { performancePaths } from '../paths.ts';

const phases = {
  waiting: 'Waiting for a runner',
  preparing: 'Preparing runners',
  running: 'Running',
  ended: 'Ended',
} as const;

/** RunMeta says in one line how a run is going. */
export function RunMeta({ view: { run, latest }, environmentName }: { view: RunView; environmentName: string | null }) {
  const isOver = finalRunStatuses.includes(run.status);
  const seconds = isOver || !latest ? Math.floor(run.durationMs / 1000) : latest.second + latest.seconds;
  return (
    <span className="row" style={{ gap: 8, flexWrap: 'wrap' }}>
      <StatusLabel status={run.status}>{isOver ? run.executionStatus : phases[run.phase]}</StatusLabel>
      <span className="num">
        {formatDuration(seconds * 1000)} of {formatDuration(run.plannedDurationMs)}
      </span>
      <span>
        {run.startedBy}, {formatExact(run.createdAt)}
      </span>
      <RunOriginTags run={run} />
      {environmentName ? <span>{environmentName}</span> : null}
    </span>
  );
}

/** RunActions stops a run, and downloads its report once it has ended. */
export function RunActions({ run, canWrite }: { run: PerformanceRun; canWrite: boolean }) {
  const { stop } = usePerformanceMutations();
  const isOver = finalRunStatuses.includes(run.status);
  const ask = () =>
    confirmAction({
      title: `Stop ${runTitle(run)}?`,
      message: 'Running iterations finish, then the load stops. Measurements are kept.',
      confirm: 'Stop run',
      onConfirm: () => stop.mutateAsync(run.runId).catch(toastError),
    });
  const share = useShareReport(run.runId, runTitle(run));
  const download = async (type: 'html' | 'csv' | 'json') => {
    try {
      await saveResponse(await fetchPerformanceReport(run.runId, type), `${runTitle(run)}.${type}`);
    } catch (error) {
      toast('error', messageOf(error), 'Error Downloading');
    }
  };
  return (
    <>
      {share.dialog}
      <Button component={Link} variant="default" to={performancePaths.dashboard(run.projectId)}>
        All runs
      </Button>
      {isOver ? (
        <Menu>
          <Menu.Target>
            <Button leftSection={<Download size={14} />}>Download</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void download('html')}>HTML report</Menu.Item>
            <Menu.Item onClick={() => void download('csv')}>CSV, one line per second</Menu.Item>
            <Menu.Item onClick={() => void download('json')}>JSON</Menu.Item>
            {canWrite ? share.items : null}
          </Menu.Dropdown>
        </Menu>
      ) : canWrite ? (
        <Button color="red" variant="outline" loading={stop.isPending} onClick={ask}>
          Stop run…
        </Button>
      ) : null}
    </>
  );
}
