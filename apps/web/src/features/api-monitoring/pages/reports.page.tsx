import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MonitoringProject, ProjectReport } from '@touchstone/contracts/api-monitoring';
import { ChartSpline } from 'lucide-react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { collectionsQuery } from '../api/monitors.queries.ts';
import { projectGraphQuery, reportQuery } from '../api/results.queries.ts';
import classes from '../components/details/details.module.css';
import { LatencyChart } from '../components/details/latency-chart.tsx';
import { periods } from '../components/details/monitor-report.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { MailedReportList } from '../components/reports/mailed-report-list.tsx';
import { collectionColumns, monitorColumns, percent } from '../components/reports/report-columns.tsx';
import { ReportMenu } from '../components/reports/report-menu.tsx';
import { accountings } from '../model/report-words.ts';
import { lengthWords } from '../model/schedule-words.ts';
import { apiMonitoringPaths } from '../paths.ts';

const size = 25;
const searchSchema = z.object({
  hours: z.coerce.number().int().min(1).max(8784).catch(720).default(720),
  collection: z.string().catch('').default(''),
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  retries: z.enum(['ignored', 'counted']).catch('ignored').default('ignored'),
  maintenance: z.enum(['excluded', 'counted']).catch('excluded').default('excluded'),
  unknown: z.enum(['excluded', 'down']).catch('excluded').default('excluded'),
});
type Search = z.infer<typeof searchSchema>;

/** ReportsPage shows how a project's monitored APIs did in a period, counted as the user chooses. */
export function ReportsPage() {
  return (
    <ProjectGate title="Uptime reports">
      {(project) => <Reports key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Reports({ project }: { project: MonitoringProject }) {
  const { projectId, projectName } = project;
  const [search, setSearch] = useSearchState(searchSchema);
  const { hours, collection, q, page, retries, maintenance, unknown } = search;
  const navigate = useNavigate();
  const place = { projectId, ...(collection && { collectionId: collection }) };
  const accounting = { retries, maintenance, unknown };
  const report = useQuery(reportQuery({ ...place, ...accounting }, { hours }));
  const graph = useQuery(projectGraphQuery(projectId, collection || undefined, { hours }));
  // Content that loads later would push down what is already shown.
  const isLoading = report.isPending || graph.isPending;
  const word = q.trim().toLowerCase();
  const matching = report.data?.monitors.filter(({ name }) => name.toLowerCase().includes(word));
  return (
    <Page
      title="Uptime reports"
      documentTitle={`Uptime reports · ${projectName}`}
      meta={projectName}
      actions={<ReportMenu {...place} {...accounting} hours={hours} />}
    >
      <div className={classes.content}>
        <ReportFilters projectId={projectId} search={search} onChange={(patch) => setSearch({ ...patch, page: 0 })} />
        {report.isError && !report.data ? (
          <Problem error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <>
            <Totals report={report.data} />
            {isLoading ? <BlankLines count={8} line={34} /> : null}
          </>
        )}
        {report.data && !isLoading ? (
          <>
            {graph.data ? (
              <LatencyChart
                graph={{ ...graph.data, regions: [] }}
                latency={{ ...emptyLatency, maxMs: slowest(graph.data.points) }}
              />
            ) : null}
            {report.data.collections.length > 0 ? (
              <Panel title="Objectives of collections">
                <DataTable
                  label="Objectives of collections"
                  columns={collectionColumns}
                  rows={report.data.collections}
                  rowKey={({ collectionId }) => collectionId}
                  rowLabel={({ name }) => name}
                  minWidth={700}
                  onOpen={({ collectionId }) => setSearch({ collection: collectionId, page: 0 }, { push: true })}
                />
              </Panel>
            ) : null}
            <div>
              <FilterInput label="Filter reports" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
            </div>
            <DataTable
              label="Uptime by monitored API"
              columns={monitorColumns}
              rows={matching?.slice(page * size, (page + 1) * size)}
              rowKey={({ monitorId }) => monitorId}
              rowLabel={({ name }) => name}
              minWidth={1100}
              onOpen={({ monitorId }) => void navigate(apiMonitoringPaths.details(monitorId))}
              empty={
                <EmptyState icon={<ChartSpline size={20} />} title="No monitored APIs">
                  Reports appear once a monitored API was checked.
                </EmptyState>
              }
            />
            <TableFoot
              noun="monitored APIs"
              page={page}
              size={size}
              total={matching?.length ?? 0}
              onPage={(next) => setSearch({ page: next }, { push: true })}
            />
          </>
        ) : null}
        {isLoading ? null : (
          <MailedReportList project={project} shown={{ collectionId: collection || null, accounting }} />
        )}
      </div>
    </Page>
  );
}

const emptyLatency = {
  count: 0,
  minMs: null,
  averageMs: null,
  p50Ms: null,
  p90Ms: null,
  p95Ms: null,
  p99Ms: null,
  maxMs: null,
};
const slowest = (points: readonly { maxMs: number | null }[]): number | null => {
  const known = points.flatMap(({ maxMs }) => (maxMs === null ? [] : [maxMs]));
  return known.length === 0 ? null : Math.max(...known);
};

function Totals({ report }: { report: ProjectReport | undefined }) {
  const counts = report?.counts;
  const checks = counts ? counts.up + counts.degraded + counts.down + counts.unknown : undefined;
  const incidents = report?.monitors.reduce((sum, one) => sum + one.incidents, 0);
  const down = report?.monitors.reduce((sum, one) => sum + one.downSeconds, 0);
  return (
    <StatTiles
      stats={[
        { label: 'Uptime', value: percent(report?.uptimePercent ?? null) },
        { label: 'Monitored APIs', value: report ? formatCount(report.monitors.length) : '–' },
        { label: 'Checks', value: checks === undefined ? '–' : formatCount(checks) },
        { label: 'Incidents', value: incidents === undefined ? '–' : formatCount(incidents) },
        { label: 'Time down', value: down === undefined ? '–' : lengthWords(down) },
        { label: 'In maintenance', value: counts ? formatCount(counts.maintenance) : '–', note: 'checks' },
      ]}
    />
  );
}

interface FiltersProps {
  projectId: string;
  search: Search;
  onChange: (patch: Partial<Search>) => void;
}

function ReportFilters({ projectId, search, onChange }: FiltersProps) {
  const collections = useQuery(collectionsQuery(projectId)).data ?? [];
  return (
    <div className={classes.bar}>
      <Select
        w={140}
        aria-label="Period"
        allowDeselect={false}
        data={periods}
        value={String(search.hours)}
        onChange={(value) => value && onChange({ hours: Number(value) })}
      />
      <Select
        w={180}
        aria-label="Collection"
        placeholder="Any collection"
        clearable
        data={collections.map((each) => ({ value: each.collectionId, label: each.name }))}
        value={search.collection || null}
        onChange={(value) => onChange({ collection: value ?? '' })}
      />
      {(['retries', 'maintenance', 'unknown'] as const).map((key) => (
        <Select
          key={key}
          w={200}
          aria-label={accountings[key].label}
          allowDeselect={false}
          data={accountings[key].data}
          value={search[key]}
          onChange={(value) => value && onChange({ [key]: value })}
        />
      ))}
    </div>
  );
}
