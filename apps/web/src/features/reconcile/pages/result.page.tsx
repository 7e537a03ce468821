import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { differenceKinds, type ReconcileResult } from '@touchstone/contracts/reconcile';
import type { RunAnswer } from '@touchstone/contracts/runs';
import type { Project } from '@touchstone/contracts/workspaces';
import { CircleCheck, Scale } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { RunSteps, runQuery, StopRun, saveReport } from '../../runs/index.ts';
import { differencesQuery, resultQuery } from '../api/reconcile.queries.ts';
import { DifferenceTable, kindWords } from '../components/difference-table.tsx';
import classes from '../components/reconcile.module.css';
import { reconcilePaths } from '../paths.ts';

const size = 50;
const searchSchema = z.object({
  kind: z
    .enum(['', ...differenceKinds])
    .catch('')
    .default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

/** ResultPage shows a run of a reconciliation: its steps while in progress, then the differing rows. */
export function ResultPage() {
  const { runId = '' } = useParams();
  return (
    <ProjectGate title="Reconciliation result">
      {(project) => <Opened key={runId} project={project} runId={runId} />}
    </ProjectGate>
  );
}

function Opened({ project, runId }: { project: Project; runId: string }) {
  const run = useQuery(runQuery(runId));
  const back = { label: 'Reconciliations', path: reconcilePaths.list(project.projectId) };
  if (run.data) return <Shown project={project} run={run.data} />;
  return (
    <Page title="Reconciliation result">
      <Loaded query={run} back={back}>
        {() => null}
      </Loaded>
    </Page>
  );
}

const open = ['queued', 'running'];

function Shown({ project, run }: { project: Project; run: RunAnswer }) {
  const { runId, status, name, message } = run;
  const canWrite = useCanWrite(project);
  const isOver = !open.includes(status);
  const hasResult = status === 'passed' || status === 'failed';
  const result = useQuery({ ...resultQuery(runId), enabled: hasResult });
  const { reconciliationId } = result.data ?? {};
  return (
    <Page
      title={name}
      meta={<StatusLabel status={status}>{message ?? undefined}</StatusLabel>}
      actions={
        <>
          {reconciliationId ? (
            <Button variant="default" component={Link} to={reconcilePaths.edit(project.projectId, reconciliationId)}>
              Edit
            </Button>
          ) : null}
          {canWrite && !isOver ? <StopRun runId={runId} /> : null}
          {isOver ? <Button onClick={() => void saveReport(run, 'excel')}>Download Excel</Button> : null}
        </>
      }
    >
      {hasResult ? <Loaded query={result}>{(found) => <Result result={found} />}</Loaded> : <RunSteps runId={runId} />}
    </Page>
  );
}

function Result({ result }: { result: ReconcileResult }) {
  const { runId, counts, kept, notes, agrees } = result;
  const [{ kind, page }, setSearch] = useSearchState(searchSchema);
  const rows = useQuery(differencesQuery({ runId, page, size, ...(kind && { kind }) }));
  const all = Object.values(kept).reduce((sum, count) => sum + count, 0);
  const figures: [string, number][] = [
    ['API rows', counts.apiRows],
    ['Database rows', counts.databaseRows],
    ['Equal', counts.equal],
    ['Different', counts.different],
    ['Only in API', counts.onlyInApi],
    ['Only in database', counts.onlyInDatabase],
  ];
  return (
    <>
      <dl className={classes.counts}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="dim">{label}</dt>
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} role="note" className={classes.note}>
          {note}
        </p>
      ))}
      <PagedList
        noun="differences"
        query={rows}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <SegmentedControl
            aria-label="Kind of difference"
            data={[
              { value: '', label: `All ${formatCount(all)}` },
              ...differenceKinds
                .filter((one) => kept[one])
                .map((one) => ({ value: one as string, label: `${kindWords[one]} ${formatCount(kept[one] ?? 0)}` })),
            ]}
            value={kind}
            onChange={(value) => setSearch({ kind: value as typeof kind, page: 0 }, { push: true })}
          />
        }
        icon={<Scale size={20} />}
        onClear={kind === '' ? undefined : () => setSearch({ kind: '', page: 0 })}
        empty={
          <EmptyState icon={<CircleCheck size={20} />} title={agrees ? 'Both sides match' : 'No differences kept'}>
            {result.summary}
          </EmptyState>
        }
        table={(found, none) => (found && found.length === 0 ? none : <DifferenceTable rows={found ?? []} />)}
      />
    </>
  );
}
