import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { FileSymlink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { linkedSpecificationsQuery } from '../api/exchange/imports.queries.ts';
import { linkedColumns } from '../components/import/linked-columns.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('../components/import/import-dialog.tsx')).ImportDialog,
}));

const title = 'Linked Specifications';
const icon = <FileSymlink size={20} />;
const states = ['', 'watched', 'changed', 'failing'] as const;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  state: z.enum(states).catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  /** The source whose changes are reviewed. */
  source: z.string().catch('').default(''),
});
const size = 50;

export function LinkedSpecificationsPage() {
  return (
    <ProjectGate title={title}>
      {(project) => <LinkedSpecifications key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function LinkedSpecifications({ project: { projectId, projectName, ...project } }: { project: Project }) {
  const [search, setSearch] = useSearchState(searchSchema);
  const canWrite = useCanWrite({ projectId, projectName, ...project });
  const linked = useQuery(
    linkedSpecificationsQuery({
      projectId,
      page: search.page,
      size,
      ...(search.q && { searchTerm: search.q }),
      ...(search.state && { state: search.state }),
    }),
  );
  const isFiltered = search.q !== '' || search.state !== '';
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${projectName}`}
      meta={linked.data ? `${formatCount(linked.data.totalElements)} in ${projectName}` : projectName}
    >
      <PagedList
        noun="specifications"
        query={linked}
        page={search.page}
        size={size}
        onPage={(page) => setSearch({ page }, { push: true })}
        filters={
          <>
            <FilterInput label="Filter specifications" value={search.q} onChange={(q) => setSearch({ q, page: 0 })} />
            <NativeSelect
              aria-label="Filter by state"
              w={150}
              data={[
                { value: '', label: 'Any state' },
                { value: 'watched', label: 'Watched' },
                { value: 'changed', label: 'Changed' },
                { value: 'failing', label: 'Check failed' },
              ]}
              value={search.state}
              onChange={(event) => setSearch({ state: event.currentTarget.value as (typeof states)[number], page: 0 })}
            />
          </>
        }
        icon={icon}
        onClear={isFiltered ? () => setSearch({ q: '', state: '', page: 0 }) : undefined}
        empty={
          <EmptyState
            icon={icon}
            title="No linked specifications yet"
            action={
              canWrite ? (
                <Link className="link" to={apiTestingPaths.import(projectId)}>
                  Import from a URL
                </Link>
              ) : null
            }
          >
            Documents that you import from a URL appear here. Watch one to hear when it changes.
          </EmptyState>
        }
        table={(rows, empty) => (
          <DataTable
            label="Linked specifications"
            minWidth={1180}
            columns={linkedColumns({
              projectId,
              canWrite,
              onReview: ({ sourceId }) => setSearch({ source: sourceId }),
            })}
            rows={rows}
            rowKey={(source) => source.sourceId}
            rowLabel={(source) => source.title || source.name}
            empty={empty}
          />
        )}
      />
      {canWrite && search.source ? (
        <ReviewDialog
          key={search.source}
          projectId={projectId}
          sourceId={search.source}
          onClose={() => setSearch({ source: '' })}
        />
      ) : null}
    </Page>
  );
}

/** The review of the source in the address, wherever in the list it is. */
function ReviewDialog({ projectId, sourceId, onClose }: { projectId: string; sourceId: string; onClose: () => void }) {
  const found = useQuery(linkedSpecificationsQuery({ projectId, sourceId, size: 1 }));
  const source = found.data?.content.find((one) => one.sourceId === sourceId);
  if (!source) return null;
  return (
    <Suspense>
      <ImportDialog
        projectId={projectId}
        suiteId={source.suiteId}
        isUpdate
        source={{ sourceId, name: source.name }}
        onDone={onClose}
        onClose={onClose}
      />
    </Suspense>
  );
}
