import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Collection,
  type MonitoringProject,
  monitorKinds,
  monitorStatuses,
} from '@touchstone/contracts/api-monitoring';
import { Activity } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../../ui/table/table-foot.tsx';
import { monitorsQuery } from '../../api/monitors.queries.ts';
import { kindChoices } from '../../model/kinds.ts';
import { statusChoices } from '../../model/status-look.ts';
import { apiMonitoringPaths } from '../../paths.ts';
import { monitorColumns } from './monitor-columns.tsx';
import classes from './monitors.module.css';
import { useMonitorActions } from './use-monitor-actions.tsx';

const icon = <Activity size={20} />;
const size = 25;
const none = { q: '', status: '', kind: '', tag: '', page: 0 } as const;

/** State of the list in the address. */
export const listSearchSchema = z.object({
  q: z.string().catch('').default(''),
  status: z
    .enum(['', ...monitorStatuses])
    .catch('')
    .default(''),
  kind: z
    .enum(['', ...monitorKinds])
    .catch('')
    .default(''),
  tag: z.string().catch('').default(''),
  collection: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

interface Props {
  project: MonitoringProject;
  collections: readonly Collection[];
  canWrite: boolean;
  /** Shown if there are none at all. */
  empty: ReactNode;
}

/** MonitorList lists the monitored APIs of a project or collection, with their actions. */
export function MonitorList({ project: { projectId }, collections, canWrite, empty }: Props) {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchState(listSearchSchema);
  const { q, status, kind, tag, collection, page } = search;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const monitors = useQuery(
    monitorsQuery(projectId, {
      page,
      size,
      ...(q && { searchTerm: q }),
      ...(status && { status }),
      ...(kind && { kind }),
      ...(tag && { tag }),
      ...(collection && { collectionId: collection }),
    }),
  );
  const { actions, dialog } = useMonitorActions({ collections, onDone: clear });
  const rows = monitors.data?.content ?? [];
  const chosen = rows.filter(({ monitorId }) => selected.has(monitorId));
  const tags = [...new Set([...(tag ? [tag] : []), ...rows.flatMap((row) => row.tags)])].sort();
  const isFiltered = [q, status, kind, tag].some((value) => value !== '');
  const names = collection === '' ? new Map(collections.map((each) => [each.collectionId, each.name])) : undefined;
  const filter = (patch: Partial<typeof search>) => setSearch({ ...patch, page: 0 });
  return (
    <>
      <PagedList
        noun="monitored APIs"
        query={monitors}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <>
            <FilterInput label="Filter monitored APIs" value={q} onChange={(text) => filter({ q: text })} />
            <ListFilter
              label="Status"
              data={statusChoices}
              value={status}
              onChange={(value) => filter({ status: value as typeof status })}
            />
            <ListFilter
              label="Kind"
              data={kindChoices}
              value={kind}
              onChange={(value) => filter({ kind: value as typeof kind })}
            />
            {tags.length > 0 ? (
              <ListFilter label="Tag" data={tags} value={tag} onChange={(value) => filter({ tag: value })} />
            ) : null}
            <span className={classes.narrow}>
              <ListFilter
                label="Collection"
                data={collections.map((each) => ({ value: each.collectionId, label: each.name }))}
                value={collection}
                onChange={(value) => filter({ collection: value })}
              />
            </span>
          </>
        }
        icon={icon}
        onClear={isFiltered ? () => setSearch(none) : undefined}
        empty={empty}
        table={(shown, instead) => (
          <DataTable
            label="Monitored APIs"
            columns={monitorColumns({
              actions: canWrite ? actions : undefined,
              collectionNames: names,
              onTag: (value) => filter({ tag: value }),
            })}
            rows={shown}
            rowKey={({ monitorId }) => monitorId}
            rowLabel={({ name }) => name}
            minWidth={names ? 1240 : 1100}
            onOpen={({ monitorId }) => void navigate(apiMonitoringPaths.details(monitorId))}
            {...(canWrite ? { selected, onSelect: setSelected } : {})}
            empty={instead}
          />
        )}
        bar={
          <SelectionBar count={chosen.length} onClear={clear}>
            <Button onClick={() => actions.onStarted(chosen, true)}>Start</Button>
            <Button variant="default" onClick={() => actions.onStarted(chosen, false)}>
              Stop
            </Button>
            <Button variant="default" onClick={() => actions.onMove(chosen)}>
              Move…
            </Button>
            <Button variant="default" onClick={() => actions.onDelete(chosen)}>
              Delete…
            </Button>
          </SelectionBar>
        }
      />
      {dialog}
    </>
  );
}

interface FilterProps {
  label: string;
  data: readonly (string | { value: string; label: string })[];
  value: string;
  onChange: (value: string) => void;
}

function ListFilter({ label, data, value, onChange }: FilterProps) {
  return (
    <Select
      w={150}
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      clearable
      data={[...data]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
