import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account } from '@touchstone/contracts/identity';
import { lazy, Suspense, useEffect } from 'react';
import { planQuery } from '../../../shared/access/access.queries.ts';
import { useExpiredNotice } from '../../../shared/access/expired-notice.ts';
import { session, useAccount } from '../../../shared/session/browser-session.ts';

const ExpiredDialog = lazy(async () => ({ default: (await import('./expired-dialog.tsx')).ExpiredDialog }));
const ExpiredPopup = lazy(async () => ({ default: (await import('./expired-popup.tsx')).ExpiredPopup }));
const neverNotified: readonly Account['role'][] = ['ROLE_GUEST', 'ROLE_SYSTEM'];

/** PlanWatch follows the plan: shows the dialogs about an expired one and keeps the account's plan up to date. */
export function PlanWatch() {
  const account = useAccount();
  const { data: plan } = useQuery(planQuery);
  const isAsked = useExpiredNotice();
  const client = useQueryClient();
  useEffect(() => {
    // A call was refused, so the cached plan is out of date.
    if (isAsked) void client.invalidateQueries({ queryKey: planQuery.queryKey });
  }, [isAsked, client]);
  const present = plan && (plan.isExpire ? 'EXPIRED' : plan.planAudit.newPlanType);
  useEffect(() => {
    if (present && present !== account.plan) session.setAccount({ ...account, plan: present });
  }, [present, account]);
  const planType = plan?.planAudit.newPlanType ?? account.plan;
  const showsPopup = plan?.isPopUpOpen === true && !neverNotified.includes(account.role);
  return (
    <Suspense>
      {isAsked ? <ExpiredDialog planType={planType} popupWaits={showsPopup} /> : null}
      {showsPopup && !isAsked ? <ExpiredPopup planType={planType} /> : null}
    </Suspense>
  );
}
