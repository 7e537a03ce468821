import { isAllowed } from '../../../shared/access/access-rule.ts';
import { useAccessState } from '../../../shared/access/use-access.tsx';
import type { CreateTarget } from './create-target.ts';

/** useMayCreateIn tells whether the user creates anything in one of the services; the system user and guests do not. */
export function useMayCreateIn(targets: readonly CreateTarget[]): boolean {
  const state = useAccessState();
  return targets.some(({ serviceName }) => isAllowed({ service: serviceName, deniedRoles: ['ROLE_SYSTEM'] }, state));
}
