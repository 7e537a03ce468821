import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useAccount } from '../session/browser-session.ts';
import { planQuery, servicesQuery } from './access.queries.ts';
import { type AccessRule, type AccessState, isAllowed } from './access-rule.ts';

/** useAccessState is what access rules are evaluated against: role, plan and licences of the signed-in user. */
export function useAccessState(): AccessState {
  const { role, plan: planAtSignIn } = useAccount();
  const plan = useQuery(planQuery);
  const services = useQuery(servicesQuery);
  // Until the response arrives, the account's plan decides; a failed call counts as a valid plan.
  const isPlanExpired = plan.isPending ? planAtSignIn === 'EXPIRED' : (plan.data?.isExpire ?? false);
  return useMemo(() => {
    const expired = services.data?.filter(({ licenseStatus }) => licenseStatus === 'EXPIRED') ?? [];
    return { role, isPlanExpired, expiredServices: new Set(expired.map(({ serviceName }) => serviceName)) };
  }, [role, isPlanExpired, services.data]);
}

/**
 * useAccess returns whether the signed-in user sees an element with the rule. The server enforces it; the screen only
 * hides.
 */
export function useAccess(rule: AccessRule): boolean {
  return isAllowed(rule, useAccessState());
}

/** Allowed shows its children to users whom the rule allows. */
export function Allowed({ children, ...rule }: AccessRule & { children: ReactNode }) {
  return useAccess(rule) ? children : null;
}
