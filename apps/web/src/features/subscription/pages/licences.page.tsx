import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { administrators } from '@touchstone/contracts';
import { KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { countsQuery } from '../api/licences.queries.ts';
import { InfrastructurePanel } from '../components/infrastructure-panel.tsx';
import { OwnLicences } from '../components/own-licences.tsx';
import { PlanNote } from '../components/plan-note.tsx';
import { ServiceLicences } from '../components/service-licences.tsx';
import classes from '../components/subscription.module.css';
import { subscriptionPaths } from '../paths.ts';

/** LicencesPage shows the licences of the organization to administrators, and the own ones to others. */
export function LicencesPage() {
  const administers = useAccess({ allowedRoles: administrators, ignoreExpiry: true });
  const renew = (
    <Button component={Link} to={subscriptionPaths.renew}>
      Renew
    </Button>
  );
  return (
    <Page title="Licences" meta={<PlanNote />} actions={administers ? renew : null}>
      <div className={classes.page}>{administers ? <AllLicences /> : <OwnLicences />}</div>
    </Page>
  );
}

function AllLicences() {
  const counts = useQuery(countsQuery);
  if (counts.isError) return <Problem error={counts.error} onRetry={() => void counts.refetch()} />;
  if (counts.isPending) return <Skeleton height={240} />;
  const licensed = counts.data.filter(({ total }) => total > 0);
  return (
    <>
      {licensed.map((count) => (
        <ServiceLicences key={count.serviceStore.uuid} counts={count} />
      ))}
      {licensed.length === 0 ? (
        <EmptyState icon={<KeyRound size={20} />} title="No licences yet">
          Please add licences. They come with the renewal of your plan.
        </EmptyState>
      ) : null}
      <InfrastructurePanel kind="BROWSER" />
      <InfrastructurePanel kind="DEVICE" />
    </>
  );
}
