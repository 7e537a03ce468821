import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExternalApplication, OfferedService } from '@touchstone/contracts/subscription';
import { Link } from 'react-router';
import { Allowed, useAccessState } from '../../../shared/access/use-access.tsx';
import { Late, Problem } from '../../../ui/page.tsx';
import { externalApplicationsQuery } from '../api/service-store.queries.ts';
import { byCategory } from '../model/categories.ts';
import { useServices } from '../model/use-services.ts';
import { ExternalEntry } from './external-entry.tsx';
import { LicenceTag } from './licence-tag.tsx';
import { ServiceIcon } from './service-icon.tsx';
import classes from './service-store.module.css';

const licences = '/account/subscriptions/list';

type Entry = { name: string; category: string } & ({ service: OfferedService } | { application: ExternalApplication });

/** ServicesPanel opens a service; the services are grouped by category. */
export function ServicesPanel({ onClose }: { onClose: () => void }) {
  const { services, isPending, error, refetch, hasTeam, isLicensed, remember } = useServices();
  const { isPlanExpired } = useAccessState();
  const external = useQuery(externalApplicationsQuery).data ?? [];
  if (isPending)
    return (
      <Late>
        <div className={classes.wait}>
          <Loader size={24} aria-label="Services are loading" />
        </div>
      </Late>
    );
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!isLicensed && !isPlanExpired)
    return (
      <p>
        It seems you have not been assigned any service license. Please contact your admin.{' '}
        <Allowed allowedRoles={['ROLE_ADMIN']}>
          <Link className="link" to={licences} onClick={onClose}>
            Account Settings
          </Link>
        </Allowed>
      </p>
    );
  const open = (service: OfferedService) => {
    remember(service);
    onClose();
  };
  return (
    <>
      {hasTeam ? null : (
        <p className="dim" style={{ marginBottom: 12 }}>
          Please create a team in account settings.
        </p>
      )}
      <div className={classes.panel} data-disabled={hasTeam ? undefined : true}>
        {byCategory<Entry>([
          ...services.map((service) => ({ service, name: service.serviceName, category: service.category })),
          ...external.map((application) => ({
            application,
            name: application.displayName,
            category: application.category,
          })),
        ]).map(({ category, entries }) => (
          <section key={category} aria-label={category}>
            <h3 className="eyebrow">{category}</h3>
            <ul className={classes.list}>
              {entries.map((entry) => (
                <li key={entry.name} className={classes.entry}>
                  {'application' in entry ? (
                    <ExternalEntry application={entry.application} disabled={!hasTeam} />
                  ) : (
                    <ServiceEntry service={entry.service} disabled={!hasTeam} onOpen={open} />
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

interface ServiceEntryProps {
  service: OfferedService;
  disabled: boolean;
  onOpen: (service: OfferedService) => void;
}

function ServiceEntry({ service, disabled, onOpen }: ServiceEntryProps) {
  const content = (
    <>
      <ServiceIcon category={service.category} />
      {service.serviceName}
    </>
  );
  return (
    <>
      {disabled || !service.path ? (
        <span className={classes.service}>{content}</span>
      ) : (
        <Link className={classes.service} to={service.path} onClick={() => onOpen(service)}>
          {content}
        </Link>
      )}
      <LicenceTag service={service} opens />
    </>
  );
}
