import { Button, Menu } from '@mantine/core';
import { type RunAnswer, runTitle } from '@touchstone/contracts/runs';
import { Download, RotateCcw } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { useRunMutations } from '../api/runs.mutations.ts';
import { isFinal } from '../api/runs.queries.ts';
import { runPaths } from '../paths.ts';
import { formats, saveReport } from './run-report.ts';
import { useShareReport } from './share/use-share-report.tsx';
import { StopRun } from './stop-run.tsx';

/** RunActions stops, retries, deletes and downloads a run. */
export function RunActions({ run, canWrite }: { run: RunAnswer; canWrite: boolean }) {
  const { runId, counts, parentRunId } = run;
  const navigate = useNavigate();
  const { retry, remove } = useRunMutations(runId);
  const isOver = isFinal(run.status);
  const share = useShareReport(runId, runTitle(run));
  const mayRetry = canWrite && isOver && run.canRetry;
  const hasFailed = counts.failed + counts.error > 0;
  const again = (onlyFailed: boolean) =>
    retry.mutateAsync(onlyFailed).then(({ link }) => {
      toast('info', 'Run initiated');
      return navigate(link);
    }, toastError);
  const askDelete = () =>
    confirmAction({
      title: `Delete the run ${runTitle(run)}?`,
      message: "Deletes its results, files and parts. You can't undo this.",
      confirm: 'Delete run',
      onConfirm: async () => {
        await remove.mutateAsync();
        await navigate(runPaths.list(run.projectId));
      },
    });
  return (
    <>
      {isOver ? (
        <Menu>
          <Menu.Target>
            <Button variant="default" leftSection={<Download size={14} />}>
              Download
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {formats.map(({ format, title }) => (
              <Menu.Item key={format} onClick={() => void saveReport(run, format)}>
                {title}
              </Menu.Item>
            ))}
            {canWrite ? share.items : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {share.dialog}
      {isOver ? (
        <Button component={Link} to={runPaths.compare(runId)} variant="default">
          Compare with last passed
        </Button>
      ) : null}
      {canWrite && isOver && parentRunId === null ? (
        <Button variant="default" onClick={askDelete}>
          Delete…
        </Button>
      ) : null}
      {canWrite && !isOver ? <StopRun runId={runId} /> : null}
      {mayRetry ? (
        <Button
          variant={hasFailed ? 'default' : 'filled'}
          leftSection={<RotateCcw size={14} />}
          loading={retry.isPending}
          onClick={() => void again(false)}
        >
          Retry
        </Button>
      ) : null}
      {mayRetry && hasFailed ? (
        <Button loading={retry.isPending} onClick={() => void again(true)}>
          Retry failed
        </Button>
      ) : null}
    </>
  );
}

/** RunOrigin links to the run that this one is a part or a retry of. */
export function RunOrigin({ run: { parentRunId, retryOf } }: { run: RunAnswer }) {
  const origin = parentRunId ?? retryOf;
  if (!origin) return null;
  return (
    <span>
      {parentRunId ? 'part of' : 'retry of'}{' '}
      <Link className="link" to={runPaths.run(origin)}>
        {parentRunId ? 'another run' : 'the run before'}
      </Link>
    </span>
  );
}
