import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import { defineSlot } from '../../../platform/slots.ts';
import { workspaceErrors } from '../errors.ts';
import type { ProjectRow } from '../store/projects.store.ts';
import type { Actor } from './actor.ts';

/**
 * DowngradeRule throws if a workspace can't be downgraded to the free plan; called in the transaction that would change
 * it.
 */
export type DowngradeRule = (sql: Sql, workspace: { organizationId: string; projectId: string }) => Promise<void>;

/** Slot for services whose data may have to be removed before a workspace is downgraded. */
export const downgradeRules = defineSlot<DowngradeRule>('rules for downgrades of workspaces');

/** isPaid returns whether an organization may have workspaces on the PRO plan. */
export const isPaid = ({ plan }: Pick<Actor, 'plan'>): boolean => plan === 'PRO' || plan === 'ENTERPRISE';

/** assertPlanChange rejects PRO without a paid plan of the organization, and FREE if a downgrade rule does. */
export async function assertPlanChange(
  sql: Sql,
  actor: Actor,
  { project }: ProjectRow,
  { plan, rules }: { plan: 'FREE' | 'PRO' | undefined; rules: readonly DowngradeRule[] },
): Promise<void> {
  if (plan === undefined || plan === project.workspacePlan) return;
  if (plan === 'PRO' && !isPaid(actor)) throw new AppError(workspaceErrors.planNeedsPro);
  if (plan === 'FREE')
    for (const rule of rules) await rule(sql, { organizationId: project.organizationId, projectId: project.id });
}
