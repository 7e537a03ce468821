import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type IncidentSummary, incidentCommentKind, incidentStates } from '@touchstone/contracts/api-monitoring';
import { Siren } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { EmptyState } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { CommentMark } from '../../../comments/index.ts';
import { incidentsQuery } from '../../api/incidents.ts';
import { incidentLook, stateChoices } from '../../model/incident-look.ts';
import { lengthWords } from '../../model/schedule-words.ts';
import { apiMonitoringPaths } from '../../paths.ts';

const icon = <Siren size={20} />;
const size = 20;
const searchSchema = z.object({
  state: z
    .enum(['', ...incidentStates])
    .catch('')
    .default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

function columnsOf(withMonitor: boolean): Column<IncidentSummary>[] {
  const columns: Column<IncidentSummary>[] = [
    {
      key: 'state',
      header: 'Status',
      width: 190,
      cell: (incident) => {
        const { status, word } = incidentLook(incident);
        return <StatusLabel status={status}>{word}</StatusLabel>;
      },
    },
    {
      key: 'name',
      header: 'Incident',
      cell: ({ incidentId, projectId, number, cause }) => (
        <span className="row">
          <Link className="link ellipsis" to={apiMonitoringPaths.incidents(incidentId)} title={cause}>
            {`#${number} ${cause}`}
          </Link>
          <CommentMark
            kind={incidentCommentKind}
            subjectId={incidentId}
            projectId={projectId}
            containerId={projectId}
          />
        </span>
      ),
    },
  ];
  if (withMonitor)
    columns.push({
      key: 'monitor',
      header: 'Monitored API',
      width: 200,
      cell: ({ monitorId, monitorName }) => (
        <Link className="link" to={apiMonitoringPaths.details(monitorId)}>
          {monitorName}
        </Link>
      ),
    });
  columns.push(
    { key: 'opened', header: 'Opened', width: 140, cell: ({ openedAt }) => <RelativeTime at={openedAt} /> },
    {
      key: 'length',
      header: 'Duration',
      width: 110,
      align: 'right',
      cell: ({ durationSeconds }) => <span className="num">{lengthWords(durationSeconds)}</span>,
    },
    {
      key: 'acknowledged',
      header: 'Acknowledged by',
      width: 160,
      cell: ({ acknowledgedByName }) => acknowledgedByName ?? <span className="dim">–</span>,
    },
  );
  return columns;
}

interface Props {
  projectId: string;
  /** Absent for all monitored APIs of the project. */
  monitorId?: string;
}

/** IncidentList lists incidents, open ones first. */
export function IncidentList({ projectId, monitorId }: Props) {
  const navigate = useNavigate();
  const [{ state, page }, setSearch] = useSearchState(searchSchema);
  const incidents = useQuery(
    incidentsQuery({ projectId, page, size, ...(monitorId && { monitorId }), ...(state && { state }) }),
  );
  return (
    <PagedList
      noun="incidents"
      query={incidents}
      page={page}
      size={size}
      onPage={(next) => setSearch({ page: next }, { push: true })}
      filters={
        <Select
          w={170}
          aria-label="State"
          placeholder="Any state"
          clearable
          data={stateChoices}
          value={state || null}
          onChange={(value) => setSearch({ state: (value ?? '') as typeof state, page: 0 })}
        />
      }
      icon={icon}
      onClear={state === '' ? undefined : () => setSearch({ state: '', page: 0 })}
      empty={
        <EmptyState icon={icon} title="No incidents">
          An incident opens when a monitored API is down or degraded, and closes when it is up again.
        </EmptyState>
      }
      table={(rows, none) => (
        <DataTable
          label="Incidents"
          columns={columnsOf(monitorId === undefined)}
          rows={rows}
          rowKey={({ incidentId }) => incidentId}
          rowLabel={({ number }) => `#${number}`}
          minWidth={950}
          onOpen={({ incidentId }) => void navigate(apiMonitoringPaths.incidents(incidentId))}
          empty={none}
        />
      )}
    />
  );
}
