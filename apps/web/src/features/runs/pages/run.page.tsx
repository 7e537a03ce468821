import { useQuery } from '@tanstack/react-query';
import { type RunAnswer, runTitle } from '@touchstone/contracts/runs';
import { useParams } from 'react-router';
import { formatDuration } from '../../../shared/format.ts';
import { PlaceUnknown } from '../../../ui/blank/blank.tsx';
import { settling } from '../../../ui/blank/settling.ts';
import { SegmentedBar } from '../../../ui/chart/segmented-bar.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { RunName, RunOriginTags } from '../../../ui/status/run-name.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { projectQuery, useCanWrite } from '../../api-testing/index.ts';
import { useLiveRun } from '../api/live-run.ts';
import { isFinal, runQuery, runsQuery } from '../api/runs.queries.ts';
import { Attachments } from '../components/attachments.tsx';
import { ReportSections } from '../components/report-sections.tsx';
import { RunActions, RunOrigin } from '../components/run-header.tsx';
import { RunTable } from '../components/run-table.tsx';
import classes from '../components/runs.module.css';
import { StepTree } from '../components/step-tree.tsx';
import { runPaths } from '../paths.ts';

const shownParts = 100;
const connections = { closed: '', connecting: 'Connecting…', open: 'Live', waiting: 'Connection lost, trying again…' };

/** RunPage shows a run of any kind: live while in progress, with its report once it has ended. */
export function RunPage() {
  const { runId = '' } = useParams();
  return (
    <Loaded query={useQuery(runQuery(runId))} back={{ label: 'All runs', path: runPaths.list() }}>
      {(run) => <Run key={runId} run={run} />}
    </Loaded>
  );
}

function Run({ run }: { run: RunAnswer }) {
  const { runId, projectId, status, executionStatus } = run;
  const live = useLiveRun(run);
  const canWrite = useCanWrite(useQuery(projectQuery(projectId)).data);
  return (
    <Page
      title={runTitle(run)}
      heading={<RunName run={run} />}
      documentTitle={`${runTitle(run)} · ${executionStatus}`}
      meta={run.kindTitle}
      actions={<RunActions run={run} canWrite={canWrite} />}
    >
      <div className={classes.head}>
        <div className="row wraps">
          <StatusLabel status={status}>{executionStatus}</StatusLabel>
          <RunOriginTags run={run} />
          <span className="dim">by {run.startedBy}</span>
          <RelativeTime at={run.createdAt} />
          <span className="num">{formatDuration(run.durationMs)}</span>
          <RunOrigin run={run} />
          {live.connection === 'closed' ? null : <span className="dim">{connections[live.connection]}</span>}
        </div>
        <SegmentedBar counts={run.counts} />
        {run.message ? <p className={classes.message}>{run.message}</p> : null}
      </div>
      {live.error ? <Problem error={live.error} onRetry={() => window.location.reload()} /> : null}
      <div ref={settling} className={classes.parts}>
        <Panel title="Steps">
          <StepTree runId={runId} />
        </Panel>
        <Parts runId={runId} projectId={projectId} />
        <Attachments runId={runId} />
        {isFinal(status) ? <ReportSections runId={runId} /> : null}
      </div>
      <div className="visually-hidden" role="status" aria-live="polite">
        {isFinal(status) ? `Run finished: ${executionStatus}` : ''}
      </div>
    </Page>
  );
}

/** The runs that this one consists of. Hidden if there are none. */
function Parts({ runId, projectId }: { runId: string; projectId: string }) {
  const parts = useQuery(runsQuery({ projectId, parentRunId: runId, page: 0, size: shownParts }));
  if (parts.isError) return <Problem error={parts.error} onRetry={() => void parts.refetch()} />;
  if (!parts.data) return <PlaceUnknown />;
  const { content, totalElements } = parts.data;
  if (content.length === 0) return null;
  return (
    <Panel
      title="Parts"
      note={totalElements > shownParts ? `The newest ${shownParts} of ${totalElements}` : totalElements}
    >
      <div className={classes.scroll}>
        <RunTable label="Parts" runs={content} />
      </div>
    </Panel>
  );
}
