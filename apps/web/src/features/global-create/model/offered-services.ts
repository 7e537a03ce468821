import type { OfferedService, Role } from '@touchstone/contracts';
import { isOverseer } from '../../../shared/organization/chosen-organization.ts';
import type { CreateKind, CreateTarget } from './create-target.ts';

/** What is tested beside the product; nothing is created for it here. */
const never = 'SAP Testing';

interface Question {
  kind: CreateKind;
  targets: readonly CreateTarget[];
  services: readonly OfferedService[];
  role: Role;
  teamId: string;
}

export interface ServiceOffer {
  service: OfferedService;
  target: CreateTarget;
}

/** offeredServices are those in which the user can create the kind: registered, used by the team, with an active licence; super roles need none. */
export function offeredServices({ kind, targets, services, role, teamId }: Question): ServiceOffer[] {
  return services.flatMap((service) => {
    const { serviceName, licenseStatus, teamIds } = service;
    const isLicensed = licenseStatus === 'ACTIVE' || (licenseStatus === null && isOverseer(role));
    const target = targets.find((item) => item.serviceName === serviceName && item.forms[kind]);
    return target && isLicensed && serviceName !== never && teamIds.includes(teamId) ? [{ service, target }] : [];
  });
}
