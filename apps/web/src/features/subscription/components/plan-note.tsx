import { useQuery } from '@tanstack/react-query';
import { planQuery } from '../../../shared/access/access.queries.ts';
import { counted, formatDay } from '../../../shared/format.ts';
import { planName } from '../model/plan-text.ts';

/** PlanNote says which plan the organization has and until when. */
export function PlanNote() {
  const { data: plan } = useQuery(planQuery);
  if (!plan) return null;
  const { isExpire, planAudit, remainingDays } = plan;
  const { newPlanType, subscriptionEndDate } = planAudit;
  if (newPlanType === 'EXPIRED') return <>The trial has expired</>;
  const end = subscriptionEndDate ? formatDay(subscriptionEndDate) : '';
  if (isExpire) return <>{`Plan ${planName(newPlanType)}, expired on ${end}`}</>;
  if (remainingDays === null) return <>{`Plan ${planName(newPlanType)}, without an end`}</>;
  const days = `${counted(remainingDays, 'day')} left, until ${end}`;
  return <>{`Plan ${planName(newPlanType)}, ${days}`}</>;
}
