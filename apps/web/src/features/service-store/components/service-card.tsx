import { Button } from '@mantine/core';
import { administrators } from '@touchstone/contracts';
import type { OfferedService } from '@touchstone/contracts/subscription';
import { Link } from 'react-router';
import { Allowed } from '../../../shared/access/use-access.tsx';
import { formatDay } from '../../../shared/format.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { useServiceStoreMutations } from '../api/service-store.queries.ts';
import { LicenceTag } from './licence-tag.tsx';
import { ServiceIcon } from './service-icon.tsx';
import classes from './service-store.module.css';

/** The user's licence in words. */
function licenceText({ licenseStatus, subscriptionEndDate }: OfferedService): string {
  if (licenseStatus === null) return 'None';
  const end = subscriptionEndDate && formatDay(subscriptionEndDate);
  if (licenseStatus === 'EXPIRED') return end ? `Expired on ${end}` : 'Expired';
  return end ? `Active until ${end}` : 'Active';
}

interface Props {
  service: OfferedService;
  canOpen: boolean;
  onOpen: (service: OfferedService) => void;
}

/** ServiceCard is a service of the store with the user's licence and its actions. */
export function ServiceCard({ service, canOpen, onOpen }: Props) {
  const { teams } = useTeam();
  const { add } = useServiceStoreMutations();
  const category = service.category.replaceAll('_', ' ');
  const using = teams.filter(({ teamId }) => service.teamIds.includes(teamId)).map(({ teamName }) => teamName);
  return (
    <article className={`${classes.card} ${classes.offer}`} aria-label={service.serviceName}>
      <div className={classes.cardHead}>
        <ServiceIcon category={service.category} size={24} />
        <div className="grow">
          <h2>{service.serviceName}</h2>
          {category === service.serviceName.toUpperCase() ? null : <p className="eyebrow">{category}</p>}
        </div>
        <LicenceTag service={service} opens />
      </div>
      <p>{service.description}</p>
      <dl className={classes.facts}>
        <dt>Your licence</dt>
        <dd>{licenceText(service)}</dd>
        <dt>Used by</dt>
        <dd>{using.length > 0 ? using.join(', ') : 'None of your teams'}</dd>
      </dl>
      <div className={classes.actions}>
        {canOpen && service.path ? (
          <Button component={Link} to={service.path} onClick={() => onOpen(service)}>
            Open {service.serviceName}
          </Button>
        ) : null}
        {service.isSubscribed ? null : (
          <Allowed allowedRoles={administrators}>
            <Button
              variant={canOpen ? 'default' : 'filled'}
              loading={add.isPending}
              onClick={() =>
                add.mutate(service.uuid, {
                  onError: toastError,
                  onSuccess: () => toast('success', `${service.serviceName} is added to your organization.`),
                })
              }
            >
              Add service
            </Button>
          </Allowed>
        )}
      </div>
    </article>
  );
}
