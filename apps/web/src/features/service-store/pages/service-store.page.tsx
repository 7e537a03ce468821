import { Button } from '@mantine/core';
import { administrators } from '@touchstone/contracts';
import { useState } from 'react';
import { Allowed } from '../../../shared/access/use-access.tsx';
import { Late, Page, Problem } from '../../../ui/page.tsx';
import { ServiceCard } from '../components/service-card.tsx';
import classes from '../components/service-store.module.css';
import { TeamServicesDialog } from '../components/team-services-dialog.tsx';
import { useServices } from '../model/use-services.ts';

/** ServiceStorePage lists what the product offers, with the user's licences and the teams that use it. */
export function ServiceStorePage() {
  const { offered, services, isPending, error, refetch, hasTeam, remember } = useServices();
  const [choosing, setChoosing] = useState(false);
  return (
    <Page
      kind="settings"
      title="Service Store"
      meta="Services of this installation and the teams that use them"
      actions={
        <Allowed allowedRoles={administrators} ignoreExpiry>
          <Button variant="default" disabled={!offered} onClick={() => setChoosing(true)}>
            Services of a team
          </Button>
        </Allowed>
      }
    >
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      <div className={classes.store}>
        {isPending ? (
          <Late>
            <div className={classes.card} style={{ minHeight: 104 }} aria-busy="true" />
          </Late>
        ) : null}
        {offered?.map((service) => (
          <ServiceCard
            key={service.uuid}
            service={service}
            canOpen={hasTeam && services.some(({ uuid }) => uuid === service.uuid)}
            onOpen={remember}
          />
        ))}
      </div>
      {choosing && offered ? <TeamServicesDialog services={offered} onClose={() => setChoosing(false)} /> : null}
    </Page>
  );
}
