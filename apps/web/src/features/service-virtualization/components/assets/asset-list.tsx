import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assetKinds, type VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { ServerCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../../ui/table/table-foot.tsx';
import { assetsQuery, tagsQuery } from '../../api/assets.ts';
import type { TreeSuite } from '../../model/suite-tree.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from '../suites/suites.module.css';
import { assetColumns } from './asset-columns.tsx';
import { useAssetActions } from './use-asset-actions.tsx';

const icon = <ServerCog size={20} />;
const size = 25;
const none = { q: '', kind: '', on: '', tag: '', page: 0 } as const;

/** State of the list in the address. */
export const listSearchSchema = z.object({
  q: z.string().catch('').default(''),
  kind: z
    .enum(['', ...assetKinds])
    .catch('')
    .default(''),
  on: z.enum(['', 'true', 'false']).catch('').default(''),
  tag: z.string().catch('').default(''),
  suite: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

interface Props {
  project: VirtualizationProject;
  tree: readonly TreeSuite[];
  canWrite: boolean;
  /** Shown if there are none at all. */
  empty: ReactNode;
}

/** AssetList lists the assets of a project or suite, with their actions. */
export function AssetList({ project: { projectId }, tree, canWrite, empty }: Props) {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchState(listSearchSchema);
  const { q, kind, on, tag, suite, page } = search;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const assets = useQuery(
    assetsQuery(projectId, {
      page,
      size,
      ...(q && { searchTerm: q }),
      ...(kind && { kind }),
      ...(on && { isEnabled: on }),
      ...(tag && { tag }),
      ...(suite && { suiteId: suite, isDeep: 'true' }),
    }),
  );
  const tags = useQuery(tagsQuery(projectId)).data ?? [];
  const { actions, dialog } = useAssetActions({ projectId, tree, onDone: clear });
  const rows = assets.data?.content ?? [];
  const chosen = rows.filter(({ assetId }) => selected.has(assetId));
  const isFiltered = [q, kind, on, tag].some((value) => value !== '');
  const paths = new Map(tree.map((each) => [each.suite.suiteId, each.path]));
  const filter = (patch: Partial<typeof search>) => setSearch({ ...patch, page: 0 });
  return (
    <>
      <PagedList
        noun="assets"
        query={assets}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <>
            <FilterInput label="Filter assets" value={q} onChange={(text) => filter({ q: text })} />
            <ListFilter
              label="Kind"
              data={[
                { value: 'static', label: 'Static' },
                { value: 'dynamic', label: 'Dynamic' },
              ]}
              value={kind}
              onChange={(value) => filter({ kind: value as typeof kind })}
            />
            <ListFilter
              label="State"
              data={[
                { value: 'true', label: 'On' },
                { value: 'false', label: 'Off' },
              ]}
              value={on}
              onChange={(value) => filter({ on: value as typeof on })}
            />
            {tags.length > 0 ? (
              <ListFilter
                label="Tag"
                data={tags.map((each) => each.tag)}
                value={tag}
                onChange={(value) => filter({ tag: value })}
              />
            ) : null}
            <span className={classes.narrow}>
              <ListFilter
                label="Suite"
                data={tree.map((each) => ({ value: each.suite.suiteId, label: each.path }))}
                value={suite}
                onChange={(value) => filter({ suite: value })}
              />
            </span>
          </>
        }
        icon={icon}
        onClear={isFiltered ? () => setSearch(none) : undefined}
        empty={empty}
        table={(shown, instead) => (
          <DataTable
            label="Assets"
            columns={assetColumns({
              actions: canWrite ? actions : undefined,
              suitePaths: paths,
              onTag: (value) => filter({ tag: value }),
            })}
            rows={shown}
            rowKey={({ assetId }) => assetId}
            rowLabel={({ name }) => name}
            minWidth={1020}
            onOpen={({ assetId }) => void navigate(virtualizationPaths.asset(assetId))}
            {...(canWrite ? { selected, onSelect: setSelected } : {})}
            empty={instead}
          />
        )}
        bar={
          <SelectionBar count={chosen.length} onClear={clear}>
            <Button onClick={() => actions.onToggle(chosen, true)}>Switch on</Button>
            <Button variant="default" onClick={() => actions.onToggle(chosen, false)}>
              Switch off
            </Button>
            <Button variant="default" onClick={() => actions.onMove(chosen)}>
              Move…
            </Button>
            <Button variant="default" onClick={() => actions.onClone(chosen)}>
              Clone
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

/** ListFilter filters a list by one value. */
export function ListFilter({ label, data, value, onChange }: FilterProps) {
  return (
    <Select
      w={130}
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      clearable
      data={[...data]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
