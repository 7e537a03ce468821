import { useQuery } from '@tanstack/react-query';
import { type RunAnswer, runTitle } from '@touchstone/contracts/runs';
import { MonitorPlay } from 'lucide-react';
import { Link } from 'react-router';
import { Loaded } from '../../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../../ui/page.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { isFinal, RunActions, runQuery, useLiveRun } from '../../../runs/index.ts';
import { projectQuery } from '../../api/projects.ts';
import { WatchPanel } from '../../components/live/watch-panel.tsx';
import { ChosenRun } from '../../components/results/chosen-run.tsx';
import { useCanWrite } from '../../model/use-may.ts';
import { webTestingPaths } from '../../paths.ts';

const title = 'Execution preview';

/** PreviewPage shows the browser of a run in progress. */
export function PreviewPage() {
  return (
    <ChosenRun title={title} icon={<MonitorPlay size={20} />} hint="Open a run that goes on, and choose “Watch”.">
      {(id) => <Found key={id} id={id} />}
    </ChosenRun>
  );
}

function Found({ id }: { id: string }) {
  const run = useQuery(runQuery(id));
  if (run.data) return <Preview run={run.data} />;
  return (
    <Page title={title}>
      <Loaded query={run} back={{ label: 'Projects', path: webTestingPaths.projects }}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function Preview({ run }: { run: RunAnswer }) {
  const { runId, projectId, status, executionStatus } = run;
  const project = useQuery(projectQuery(projectId));
  const canWrite = useCanWrite(project.data);
  useLiveRun(run);
  const report = (
    <Link className="link" to={webTestingPaths.result(runId)}>
      Full report
    </Link>
  );
  return (
    <Page
      title={runTitle(run)}
      documentTitle={`${runTitle(run)} · ${title}`}
      meta={
        <span className="row">
          <StatusLabel status={status}>{executionStatus}</StatusLabel>
          {report}
        </span>
      }
      actions={<RunActions run={run} canWrite={canWrite} />}
    >
      {isFinal(status) ? (
        <EmptyState icon={<MonitorPlay size={20} />} title="This run has ended" action={report}>
          Its report shows every step, with a picture of what failed.
        </EmptyState>
      ) : (
        <WatchPanel runId={runId} projectId={projectId} canWrite={canWrite} />
      )}
    </Page>
  );
}
