import { Button } from '@mantine/core';
import type { Organization } from '@touchstone/contracts/user-management';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatCount } from '../../../shared/format.ts';
import { chosenOrganization } from '../../../shared/organization/chosen-organization.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useOrganizationMutations } from '../api/organizations.mutations.ts';
import { planText } from '../model/plan-text.ts';
import { type OrganizationAction, OrganizationMenu } from './organization-menu.tsx';
import classes from './organizations.module.css';

const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }));
const LicencesDialog = lazy(async () => ({ default: (await import('./licences-dialog.tsx')).LicencesDialog }));
const day = (iso: string | null) => (iso ? iso.slice(0, 10) : '–');

interface Props {
  rows: Organization[] | undefined;
  empty: ReactNode;
}

/** OrganizationTable lists organizations; one is chosen to act for, and each has a menu of actions. */
export function OrganizationTable({ rows, empty }: Props) {
  const navigate = useNavigate();
  const { email } = useAccount();
  const { choose } = useOrganizationMutations();
  const [opened, setOpened] = useState<{ action: OrganizationAction; organization: Organization } | null>(null);
  const chosenId = chosenOrganization.get(email)?.organizationId;
  const close = () => setOpened(null);
  const select = (organization: Organization) =>
    choose.mutate(organization, {
      onError: toastError,
      onSuccess: () => {
        toast('success', `You act for ${organization.organizationName}.`);
        void navigate('/dashboard');
      },
    });
  const columns: Column<Organization>[] = [
    {
      key: 'name',
      header: 'Organization',
      cell: (row) => (
        <>
          {row.organizationName} {row.organizationId === chosenId ? <span className={classes.mark}>chosen</span> : null}
        </>
      ),
    },
    { key: 'login', header: 'Administrator', cell: ({ login }) => login ?? '–' },
    { key: 'plan', header: 'Plan', width: 140, cell: planText },
    { key: 'end', header: 'End of the plan', width: 110, cell: ({ planExpiryDate }) => day(planExpiryDate) },
    { key: 'users', header: 'Users', align: 'right', width: 64, cell: ({ userCount }) => formatCount(userCount) },
    { key: 'teams', header: 'Teams', align: 'right', width: 64, cell: ({ teamCount }) => formatCount(teamCount) },
    { key: 'state', header: 'Status', width: 96, cell: ({ active }) => (active ? 'Active' : 'Deactivated') },
    { key: 'created', header: 'Created', width: 112, cell: ({ createdAt }) => day(createdAt) },
    {
      key: 'actions',
      header: '',
      width: 140,
      cell: (organization) => (
        <div className={classes.cellActions}>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Select ${organization.organizationName}`}
            disabled={choose.isPending}
            loading={choose.isPending && choose.variables.organizationId === organization.organizationId}
            onClick={() => select(organization)}
          >
            Select
          </Button>
          <OrganizationMenu organization={organization} onAct={(action) => setOpened({ action, organization })} />
        </div>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label="Organizations"
        minWidth={1040}
        columns={columns}
        rows={rows}
        rowKey={({ organizationId }) => organizationId}
        rowLabel={({ organizationName }) => organizationName}
        empty={empty}
      />
      <Suspense>
        {opened?.action === 'licences' ? <LicencesDialog organization={opened.organization} onClose={close} /> : null}
        {opened && opened.action !== 'licences' ? (
          <PlanDialog kind={opened.action} organization={opened.organization} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
