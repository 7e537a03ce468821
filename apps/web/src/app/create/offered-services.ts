import type { Role } from '@touchstone/contracts';
import type { OfferedService } from '@touchstone/contracts/subscription';
import type { CreateForm, CreateKind, CreateTarget } from '../../shared/create/create-target.ts';
import { isSuperRole } from '../../shared/organization/chosen-organization.ts';

/** Tested outside of the product, so nothing can be created in it here. */
const never = 'SAP Testing';

interface Question {
  kind: CreateKind;
  targets: readonly CreateTarget[];
  services: readonly OfferedService[];
  role: Role;
  teamId: string;
}

interface ServiceOffer {
  service: OfferedService;
  target: CreateTarget;
}

/**
 * offeredServices returns the services in which the user can create the kind: registered, used by the team, with an
 * active licence. Super roles need no licence.
 */
export function offeredServices({ kind, targets, services, role, teamId }: Question): ServiceOffer[] {
  return services.flatMap((service) => {
    const { serviceName, licenseStatus, teamIds } = service;
    const isLicensed = licenseStatus === 'ACTIVE' || (licenseStatus === null && isSuperRole(role));
    const target = targets.find((item) => item.serviceName === serviceName && item.kinds.includes(kind));
    return target && isLicensed && serviceName !== never && teamIds.includes(teamId) ? [{ service, target }] : [];
  });
}

export interface OfferedForm {
  service: OfferedService;
  form: CreateForm;
}

/**
 * loadForms loads each offered service's form for the kind; throws if a service declares a kind without having a form
 * for it.
 */
export const loadForms = (offers: readonly ServiceOffer[], kind: CreateKind): Promise<OfferedForm[]> =>
  Promise.all(
    offers.map(async ({ service, target }) => {
      const form = (await target.load())[kind];
      if (!form) throw new Error(`${service.serviceName} has no form to create a ${kind}.`);
      return { service, form };
    }),
  );
