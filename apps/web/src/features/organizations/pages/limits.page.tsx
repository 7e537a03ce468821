import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Gauge, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { chosenOrganization } from '../../../shared/organization/chosen-organization.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { limitsQuery } from '../api/organizations.queries.ts';
import { ChoiceNotice } from '../components/choice-notice.tsx';
import { limitColumns, type OpenedLimit } from '../components/limit-columns.tsx';
import { LimitDialog, OverrideDialog } from '../components/limit-dialog.tsx';
import classes from '../components/organizations.module.css';
import { limitsSearchSchema } from '../model/organizations-search.ts';
import { organizationPaths } from '../paths.ts';

/** LimitsPage lists the limits of the plans, and the overrides of the chosen organization. */
export function LimitsPage() {
  const { email, role, organization_id: ownId } = useAccount();
  const [{ name }, setSearch] = useSearchState(limitsSearchSchema);
  const [opened, setOpened] = useState<OpenedLimit | null>(null);
  const chosen = chosenOrganization.get(email);
  const limits = useQuery(limitsQuery(chosen?.organizationId ?? ownId));
  const rows = limits.data?.filter(({ limitName }) =>
    limitName.includes(name.trim().toUpperCase().replaceAll(' ', '_')),
  );
  const mayChange = role === 'ROLE_SUPERADMIN';
  const close = () => setOpened(null);
  const columns = limitColumns(chosen, mayChange ? setOpened : undefined);
  return (
    <Page
      title="Limits"
      meta="Limits by plan, and overrides for the chosen organization"
      actions={
        <>
          <Button component={Link} to={organizationPaths.dashboard} variant="default">
            Organizations
          </Button>
          {mayChange ? (
            <Button leftSection={<Plus size={15} />} onClick={() => setOpened({ kind: 'limit' })}>
              Add limit
            </Button>
          ) : null}
        </>
      }
    >
      <ChoiceNotice />
      <div className={classes.toolbar}>
        <FilterInput label="Filter limits" value={name} onChange={(next) => setSearch({ name: next })} />
      </div>
      {limits.isError ? (
        <Problem error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <DataTable
          label="Limits"
          minWidth={chosen ? 1180 : 900}
          columns={columns}
          rows={rows}
          rowKey={({ limitName }) => limitName}
          rowLabel={({ limitName }) => limitName}
          empty={
            <EmptyState
              icon={<Gauge size={20} />}
              title="No matching limits"
              action={
                <Button variant="default" onClick={() => setSearch({ name: '' })}>
                  Show all limits
                </Button>
              }
            >
              Try another name.
            </EmptyState>
          }
        />
      )}
      {opened?.kind === 'limit' ? <LimitDialog limit={opened.limit} onClose={close} /> : null}
      {opened?.kind === 'override' && chosen ? (
        <OverrideDialog limit={opened.limit} organization={chosen} onClose={close} />
      ) : null}
    </Page>
  );
}
