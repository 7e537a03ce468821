import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { administrators } from '@touchstone/contracts';
import { KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { Sections } from '../../../ui/sections.tsx';
import { browserLicencesQuery, countsQuery, deviceLicencesQuery } from '../api/licences.queries.ts';
import { InfrastructurePanel, infrastructureTexts } from '../components/infrastructure-panel.tsx';
import { OwnLicences } from '../components/own-licences.tsx';
import { PlanNote } from '../components/plan-note.tsx';
import { ServiceLicences, ServiceSkeleton } from '../components/service-licences.tsx';
import { subscriptionPaths } from '../paths.ts';

/** LicencesPage shows the organization's licences to administrators, and their own to others. */
export function LicencesPage() {
  const administers = useAccess({ allowedRoles: administrators, ignoreExpiry: true });
  const renew = (
    <Button component={Link} to={subscriptionPaths.renew}>
      Renew
    </Button>
  );
  return (
    <Page title="Licences" meta={<PlanNote />} actions={administers ? renew : null} kind="settings">
      {administers ? <AllLicences /> : <OwnLicences />}
    </Page>
  );
}

const kinds = ['BROWSER', 'DEVICE'] as const;

function AllLicences() {
  const counts = useQuery(countsQuery);
  const browsers = useQuery(browserLicencesQuery);
  const devices = useQuery(deviceLicencesQuery);
  const all = [counts, browsers, devices];
  const failed = all.find(({ isError }) => isError);
  if (failed)
    return <Problem error={failed.error} onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))} />;
  if (!counts.data || !browsers.data || !devices.data) return <ServiceSkeleton />;
  const licensed = counts.data.filter(({ total }) => total > 0);
  const dedicated = { BROWSER: browsers.data, DEVICE: devices.data };
  const present = kinds.filter((kind) => dedicated[kind].length > 0);
  const absent = kinds.filter((kind) => dedicated[kind].length === 0);
  return (
    <>
      {licensed.length === 0 ? (
        <EmptyState icon={<KeyRound size={20} />} title="No licences yet">
          Please add licences. They come with the renewal of your plan.
        </EmptyState>
      ) : null}
      <Sections
        sections={[
          ...licensed.map((service) => ({
            title: service.serviceStore.serviceName,
            content: <ServiceLicences counts={service} />,
          })),
          ...present.map((kind) => ({
            title: infrastructureTexts[kind].title,
            content: <InfrastructurePanel kind={kind} licences={dedicated[kind]} />,
          })),
        ]}
      />
      <p className="dim">{absent.map((kind) => infrastructureTexts[kind].none).join(' ')}</p>
    </>
  );
}
