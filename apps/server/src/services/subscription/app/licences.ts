import { serviceCatalog } from '@touchstone/contracts/subscription';
import { createLicenceCounts } from './licence-counts.ts';
import { createLicenceGrants, type LicenceNeeds } from './licence-grants.ts';
import { createLicenceHolders } from './licence-holders.ts';
import { createLicenceLists } from './licence-lists.ts';
import { createLicenceView } from './licence-view.ts';

/** Licences of services: seats of an organization that its users hold. */
export function createLicences(needs: LicenceNeeds) {
  const grants = createLicenceGrants(needs);
  const view = createLicenceView(needs);
  return {
    ...createLicenceCounts(needs, grants),
    ...createLicenceLists(needs, grants, view),
    ...createLicenceHolders(needs, view),
    /** The state of a user's licence for a service of the server; undefined without one. */
    async statusFor(organizationId: string, userId: string, routeService: string) {
      const service = serviceCatalog.find(({ servedBy }) => servedBy.includes(routeService));
      if (!service) return 'ACTIVE' as const;
      const own = (await grants.ofUser(organizationId, userId)).filter(({ serviceId }) => serviceId === service.uuid);
      if (own.some(view.isOpen)) return 'ACTIVE' as const;
      return own.length ? ('EXPIRED' as const) : undefined;
    },
  };
}

export type Licences = ReturnType<typeof createLicences>;
