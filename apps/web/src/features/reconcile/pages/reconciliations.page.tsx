import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReconciliationItem } from '@touchstone/contracts/reconcile';
import type { Project } from '@touchstone/contracts/workspaces';
import { Scale } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { useHasPro } from '../../../shared/access/use-pro.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { reconciliationsQuery } from '../api/reconcile.queries.ts';
import { ProOnly } from '../components/pro-only.tsx';
import { reconcilePaths } from '../paths.ts';

const icon = <Scale size={20} />;
const size = 20;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

/** ReconciliationsPage lists the reconciliations of a workspace. */
export function ReconciliationsPage() {
  return (
    <ProjectGate title="Reconciliations">
      {(project) => <Reconciliations key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Reconciliations({ project }: { project: Project }) {
  const { projectId, projectName, workspacePlan } = project;
  const navigate = useNavigate();
  const [{ q, page }, setSearch] = useSearchState(searchSchema);
  const list = useQuery(reconciliationsQuery({ projectId, page, size, ...(q && { searchTerm: q }) }));
  const isOffered = useHasPro() && workspacePlan === 'PRO' && list.data?.rowLimit !== 0;
  const canCreate = useCanWrite(project) && isOffered;
  const button = canCreate ? (
    <Button component={Link} to={reconcilePaths.create(projectId)}>
      New reconciliation
    </Button>
  ) : null;
  const isOnlyOffered = !isOffered && list.data?.totalElements === 0 && q === '';
  return (
    <Page
      title="Reconciliations"
      documentTitle={`Reconciliations · ${projectName}`}
      meta={list.data?.rowLimit ? `Up to ${list.data.rowLimit} rows of each side` : projectName}
      actions={button}
    >
      {isOnlyOffered ? (
        <ProOnly project={project} />
      ) : (
        <PagedList
          noun="reconciliations"
          query={list}
          page={page}
          size={size}
          onPage={(next) => setSearch({ page: next }, { push: true })}
          filters={
            <FilterInput
              label="Filter reconciliations"
              value={q}
              onChange={(text) => setSearch({ q: text, page: 0 })}
            />
          }
          icon={icon}
          onClear={q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
          empty={
            <EmptyState icon={icon} title="No reconciliations yet" action={button}>
              A reconciliation compares the rows of a response with the rows of a database query.
            </EmptyState>
          }
          table={(rows, none) => (
            <DataTable
              label="Reconciliations"
              columns={columns}
              rows={rows}
              rowKey={({ reconciliationId }) => reconciliationId}
              rowLabel={({ name }) => name}
              minWidth={800}
              onOpen={({ reconciliationId }) => void navigate(reconcilePaths.edit(projectId, reconciliationId))}
              empty={none}
            />
          )}
        />
      )}
    </Page>
  );
}

const deleted = <span className="dim">Deleted</span>;
const columns: Column<ReconciliationItem>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name, projectId, reconciliationId }) => (
      <Link className="link" to={reconcilePaths.edit(projectId, reconciliationId)}>
        {name}
      </Link>
    ),
  },
  { key: 'request', header: 'Request', cell: ({ scriptName }) => scriptName ?? deleted },
  { key: 'database', header: 'Database', cell: ({ databaseName }) => databaseName ?? deleted },
  { key: 'checks', header: 'In runs', width: 100, cell: ({ checkInRuns }) => (checkInRuns ? 'Checked' : '') },
  {
    key: 'result',
    header: 'Last result',
    cell: ({ lastRun, projectId }) =>
      lastRun ? (
        <Link className="link" to={reconcilePaths.result(projectId, lastRun.runId)}>
          <StatusLabel status={lastRun.status}>{lastRun.summary ?? undefined}</StatusLabel>
        </Link>
      ) : (
        <span className="dim">Never run</span>
      ),
  },
  { key: 'when', header: 'Run', width: 130, cell: ({ lastRun }) => <RelativeTime at={lastRun?.startedAt} /> },
];
