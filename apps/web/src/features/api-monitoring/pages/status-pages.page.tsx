import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MonitoringProject, StatusPage } from '@touchstone/contracts/api-monitoring';
import { PanelsTopLeft } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { statusPageQuery, statusPagesQuery } from '../api/status-pages.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { StatusPageView } from '../components/status-pages/status-page-view.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { apiMonitoringPaths } from '../paths.ts';

const StatusPageDialog = lazy(async () => ({
  default: (await import('../components/status-pages/status-page-dialog.tsx')).StatusPageDialog,
}));

const icon = <PanelsTopLeft size={20} />;
const size = 20;
const searchSchema = z.object({
  id: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

/** StatusPagesPage lists the status pages of a project, or shows the one in the address. */
export function StatusPagesPage() {
  const [{ id }] = useSearchState(searchSchema);
  if (id) return <OnePage key={id} id={id} />;
  return (
    <ProjectGate title="Status pages">{(project) => <Pages key={project.projectId} project={project} />}</ProjectGate>
  );
}

function OnePage({ id }: { id: string }) {
  const page = useQuery(statusPageQuery(id));
  if (page.data) return <StatusPageView page={page.data} />;
  return (
    <Page title="Status page">
      {page.isError ? (
        <Problem
          error={page.error}
          onRetry={() => void page.refetch()}
          back={{ path: apiMonitoringPaths.statusPages(), label: 'All status pages' }}
        />
      ) : null}
    </Page>
  );
}

function Pages({ project }: { project: MonitoringProject }) {
  const { projectId, projectName } = project;
  const navigate = useNavigate();
  const [{ page }, setSearch] = useSearchState(searchSchema);
  const [isCreating, setCreating] = useState(false);
  const pages = useQuery(statusPagesQuery({ projectId, page, size }));
  const canWrite = useCanWrite(project);
  const begin = () => setCreating(true);
  useHotkey('create', begin, canWrite);
  const button = canWrite ? <Button onClick={begin}>Create status page</Button> : null;
  const open = ({ pageId }: StatusPage) => void navigate(apiMonitoringPaths.statusPages(pageId));
  return (
    <Page
      title="Status pages"
      documentTitle={`Status pages · ${projectName}`}
      meta={projectName}
      actions={pages.data?.totalElements ? button : null}
    >
      <PagedList
        noun="status pages"
        query={pages}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={null}
        icon={icon}
        onClear={undefined}
        empty={
          <EmptyState icon={icon} title="No status pages yet" action={button}>
            A status page tells your customers how your APIs stand, with incidents and 90 days of history.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Status pages"
            columns={columns}
            rows={rows}
            rowKey={({ pageId }) => pageId}
            rowLabel={({ title }) => title}
            minWidth={850}
            onOpen={open}
            empty={none}
          />
        )}
      />
      <Suspense>
        {isCreating ? (
          <StatusPageDialog projectId={projectId} onSaved={open} onClose={() => setCreating(false)} />
        ) : null}
      </Suspense>
    </Page>
  );
}

const countOf = ({ groups }: StatusPage): number => groups.reduce((all, { items }) => all + items.length, 0);

const columns: Column<StatusPage>[] = [
  {
    key: 'name',
    header: 'Title',
    cell: ({ pageId, title }) => (
      <Link className="link" to={apiMonitoringPaths.statusPages(pageId)}>
        {title}
      </Link>
    ),
  },
  { key: 'address', header: 'Address', cell: ({ url }) => <span className="mono ellipsis">{url}</span> },
  {
    key: 'state',
    header: 'Visitors',
    width: 150,
    cell: ({ isPublished, hasPassword }) => (
      <StatusLabel status={isPublished ? 'passed' : 'skipped'}>
        {isPublished ? (hasPassword ? 'With password' : 'Everyone') : 'Not published'}
      </StatusLabel>
    ),
  },
  {
    key: 'monitors',
    header: 'Monitored APIs',
    width: 130,
    align: 'right',
    cell: (page) => <span className="num">{formatCount(countOf(page))}</span>,
  },
  {
    key: 'subscribers',
    header: 'Subscribers',
    width: 110,
    align: 'right',
    cell: ({ subscribers }) => <span className="num">{formatCount(subscribers)}</span>,
  },
  { key: 'changed', header: 'Changed', width: 130, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
];
