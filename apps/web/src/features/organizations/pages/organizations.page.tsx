import { ActionIcon, Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownAZ, ArrowUpAZ, Building2, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Allowed } from '../../../shared/access/use-access.tsx';
import { formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { Tip } from '../../../ui/tip/tip.tsx';
import { featureFlagPaths } from '../../feature-flags/index.ts';
import { identityPaths } from '../../identity/paths.ts';
import { licencesByStatusQuery, organizationCountQuery, organizationsQuery } from '../api/organizations.queries.ts';
import { ChoiceNotice } from '../components/choice-notice.tsx';
import { OrganizationTable } from '../components/organization-table.tsx';
import classes from '../components/organizations.module.css';
import {
  type OrganizationsSearch,
  organizationsSearchSchema,
  sizes,
  sortItems,
} from '../model/organizations-search.ts';
import { organizationPaths } from '../paths.ts';

const AddDialog = lazy(async () => ({
  default: (await import('../components/add-organization-dialog.tsx')).AddOrganizationDialog,
}));
const shown = (count: number | undefined) => (count === undefined ? '–' : formatCount(count));

/** OrganizationsPage lets administrators of all organizations choose one to act for. */
export function OrganizationsPage() {
  const [search, setSearch] = useSearchState(organizationsSearchSchema);
  const [adding, setAdding] = useState(false);
  const { q, page, size, sortItem, sort } = search;
  const organizations = useQuery(
    organizationsQuery({ page: page - 1, size, sortItem, sort, ...(q && { searchItem: q }) }),
  );
  const add = (
    <Allowed allowedRoles={['ROLE_SUPERADMIN']}>
      <Button leftSection={<Plus size={15} />} onClick={() => setAdding(true)}>
        Add organization
      </Button>
    </Allowed>
  );
  return (
    <Page
      title="Organization Dashboard"
      meta="All organizations of this installation"
      actions={
        <>
          <Allowed allowedRoles={['ROLE_SUPERADMIN']}>
            <Button component={Link} to={featureFlagPaths.flags} variant="default">
              Feature flags
            </Button>
            <Button component={Link} to={identityPaths.outbox} variant="default">
              Outbox
            </Button>
          </Allowed>
          <Button component={Link} to={organizationPaths.limits} variant="default">
            Limits
          </Button>
          {add}
        </>
      }
    >
      <ChoiceNotice />
      <Counts />
      <Toolbar search={search} setSearch={setSearch} />
      {organizations.isError ? (
        <Problem error={organizations.error} onRetry={() => void organizations.refetch()} />
      ) : (
        <OrganizationTable
          rows={organizations.data?.content}
          empty={
            <EmptyState
              icon={<Building2 size={20} />}
              title="No matching organizations"
              action={
                <Button variant="default" onClick={() => setSearch({ q: '', page: 1 })}>
                  Show all organizations
                </Button>
              }
            >
              Try another name.
            </EmptyState>
          }
        />
      )}
      <TableFoot
        noun="organizations"
        page={page - 1}
        size={size}
        total={organizations.data?.totalElements ?? 0}
        onPage={(next) => setSearch({ page: next + 1 }, { push: true })}
      />
      {adding ? (
        <Suspense>
          <AddDialog onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function Counts() {
  const count = useQuery(organizationCountQuery).data;
  const licences = useQuery(licencesByStatusQuery()).data;
  return (
    <div className={classes.tiles}>
      <StatTiles
        stats={[
          { label: 'Organizations', value: shown(count?.total), note: count && `${formatCount(count.active)} active` },
          { label: 'Deactivated', value: shown(count?.deactivated) },
          { label: 'FREEMIUM', value: shown(count?.byPlan.FREE ?? (count && 0)) },
          { label: 'PRO', value: shown(count?.byPlan.PRO ?? (count && 0)) },
          { label: 'ENTERPRISE', value: shown(count?.byPlan.ENTERPRISE ?? (count && 0)) },
          { label: 'EXPIRED', value: shown(count?.byPlan.EXPIRED ?? (count && 0)) },
          {
            label: 'Licences',
            value: shown(licences?.active),
            note: licences && `active, ${formatCount(licences.expired)} expired`,
          },
        ]}
      />
    </div>
  );
}

interface ToolbarProps {
  search: OrganizationsSearch;
  setSearch: (patch: Partial<OrganizationsSearch>) => void;
}

function Toolbar({ search: { q, size, sortItem, sort }, setSearch }: ToolbarProps) {
  const turn = sort === 'asc' ? 'Descending' : 'Ascending';
  return (
    <div className={classes.toolbar}>
      <FilterInput label="Filter organizations" value={q} onChange={(next) => setSearch({ q: next, page: 1 })} />
      <span className="grow" />
      <Select
        w={150}
        aria-label="Sort by"
        allowDeselect={false}
        data={Object.entries(sortItems).map(([value, label]) => ({ value, label }))}
        value={sortItem}
        onChange={(value) => setSearch({ sortItem: value as OrganizationsSearch['sortItem'], page: 1 })}
      />
      <Tip label={turn}>
        <ActionIcon
          variant="default"
          aria-label={turn}
          onClick={() => setSearch({ sort: sort === 'asc' ? 'desc' : 'asc', page: 1 })}
        >
          {sort === 'asc' ? <ArrowDownAZ size={16} /> : <ArrowUpAZ size={16} />}
        </ActionIcon>
      </Tip>
      <Select
        w={110}
        aria-label="Rows on a page"
        allowDeselect={false}
        data={sizes.map((rows) => ({ value: String(rows), label: `${rows} rows` }))}
        value={String(size)}
        onChange={(value) => setSearch({ size: Number(value), page: 1 })}
      />
    </div>
  );
}
