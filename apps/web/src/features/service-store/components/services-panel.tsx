import { Loader } from '@mantine/core';
import type { OfferedService } from '@touchstone/contracts';
import { Link } from 'react-router';
import { Allowed, useAccessState } from '../../../shared/access/use-access.tsx';
import { Late, Problem } from '../../../ui/page.tsx';
import { byCategory } from '../model/categories.ts';
import { useServices } from '../model/use-services.ts';
import { LicenceTag } from './licence-tag.tsx';
import { ServiceIcon } from './service-icon.tsx';
import classes from './service-store.module.css';

const licences = '/account/subscriptions/list';

/** ServicesPanel opens a service; the services are grouped by category. */
export function ServicesPanel({ onClose }: { onClose: () => void }) {
  const { services, isPending, error, refetch, hasTeam, isLicensed, remember } = useServices();
  const { isPlanExpired } = useAccessState();
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
        {byCategory(services.map((service) => ({ ...service, name: service.serviceName }))).map(
          ({ category, entries }) => (
            <section key={category} aria-label={category}>
              <h3 className="eyebrow">{category}</h3>
              <ul className={classes.list}>
                {entries.map((service) => (
                  <li key={service.uuid} className={classes.entry}>
                    {hasTeam && service.path ? (
                      <Link className={classes.service} to={service.path} onClick={() => open(service)}>
                        <ServiceIcon category={service.category} />
                        {service.serviceName}
                      </Link>
                    ) : (
                      <span className={classes.service}>
                        <ServiceIcon category={service.category} />
                        {service.serviceName}
                      </span>
                    )}
                    <LicenceTag service={service} opens />
                  </li>
                ))}
              </ul>
            </section>
          ),
        )}
      </div>
    </>
  );
}
