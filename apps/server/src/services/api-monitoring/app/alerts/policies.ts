import type { Page } from '@touchstone/contracts';
import type { AlertPolicy, newPolicySchema } from '@touchstone/contracts/api-monitoring';
import { AppError, type ErrorDetail, newId } from '@touchstone/kernel';
import type { z } from 'zod';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { isTimezone } from '../../../scheduler/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import type { PolicyRules } from '../../domain/alerts/plan-alerts.ts';
import { afterQuiet } from '../../domain/alerts/quiet-hours.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { channelsStore } from '../../store/alert-channels.store.ts';
import { deliveriesStore } from '../../store/alert-deliveries.store.ts';
import { type PolicyRow, policiesStore } from '../../store/alert-policies.store.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';
import { wallClock } from '../wall-clock.ts';

type NewValues = z.output<typeof newPolicySchema>;
type Change = { [Key in keyof Omit<NewValues, 'projectId'>]?: NewValues[Key] | undefined };
const maxPolicies = 100;

/** createPolicies manages alert policies. */
export function createPolicies({ platform, open }: { platform: Platform; open: Open }) {
  const { database, clock } = platform;

  const find = async (caller: Actor, id: string): Promise<PolicyRow> => {
    const row = await policiesStore.find(database.sql, caller.organizationId, id);
    if (!row) throw new AppError(apiMonitoringErrors.policyNotFound);
    await open.project(caller, row.projectId, 'edit');
    return row;
  };

  /** Throws if the rules are invalid; everything they refer to must belong to the project. */
  const assertRules = async (sql: Sql, projectId: string, rules: PolicyRules): Promise<void> => {
    // Sequential: a transaction has one connection.
    const channels = await channelsStore.listAll(sql, projectId);
    const collections = await projectsStore.collectionNames(sql, projectId);
    const monitors = await monitorsStore.idsOf(sql, { projectId });
    const isThere = (rows: readonly { id: string }[]) => (id: string) => rows.some((row) => row.id === id);
    const details: ErrorDetail[] = quietFaults(rules, clock.now());
    rules.steps.forEach(({ channelIds }, index) => {
      if (!channelIds.every(isThere(channels)))
        details.push({ path: `steps.${index}.channelIds`, message: 'Choose channels of this project.' });
    });
    if (!rules.collectionIds.every(isThere(collections)))
      details.push({ path: 'collectionIds', message: 'Choose collections of this project.' });
    if (!rules.monitorIds.every((id) => monitors.includes(id)))
      details.push({ path: 'monitorIds', message: 'Choose monitored APIs of this project.' });
    if (details.length > 0) throw new AppError(apiMonitoringErrors.invalidPolicy, { details });
  };

  /** Inserts a policy; the caller holds the project. */
  const insert = async (sql: Sql, caller: Actor, values: NewValues): Promise<PolicyRow> => {
    const { projectId, name, isEnabled, ...rules } = values;
    await assertRules(sql, projectId, rules);
    if ((await policiesStore.countOf(sql, projectId)) >= maxPolicies)
      throw new AppError(apiMonitoringErrors.tooManyPolicies, { params: { most: maxPolicies } });
    const { organizationId, name: createdByName } = caller;
    return policiesStore.insert(sql, { id: newId(), organizationId, projectId, name, isEnabled, rules, createdByName });
  };

  /** Updates a policy in a transaction. */
  const change = async (sql: Sql, before: PolicyRow, given: Change): Promise<PolicyRow> => {
    const { name = before.name, isEnabled = before.isEnabled, ...changed } = given;
    const defined = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    const rules: PolicyRules = { ...before.rules, ...defined };
    await assertRules(sql, before.projectId, rules);
    const row = await policiesStore.update(sql, before.id, { name, isEnabled, rules });
    if (!row) throw new AppError(apiMonitoringErrors.policyNotFound);
    return row;
  };

  return {
    insert,
    change,
    async list(
      caller: Actor,
      projectId: string,
      { page, size }: { page: number; size: number },
    ): Promise<Page<AlertPolicy>> {
      await open.project(caller, projectId, 'view');
      const { rows, totalElements } = await policiesStore.list(database.sql, projectId, { page, size });
      return { page, size, totalElements, content: rows.map(toPolicy) };
    },
    async create(caller: Actor, values: NewValues): Promise<AlertPolicy> {
      await open.project(caller, values.projectId, 'edit');
      const row = await policyNamed(
        values.name,
        database.transaction(async (sql) => {
          if (!(await projectsStore.holdForNew(sql, values.projectId)))
            throw new AppError(apiMonitoringErrors.projectNotFound);
          return insert(sql, caller, values);
        }),
      );
      await platform.audit(caller, { action: 'alert-policy.created', target: row.id, detail: { name: row.name } });
      return toPolicy(row);
    },
    async update(caller: Actor, id: string, given: Change): Promise<AlertPolicy> {
      const before = await find(caller, id);
      const row = await policyNamed(
        given.name ?? before.name,
        database.transaction((sql) => change(sql, before, given)),
      );
      await platform.audit(caller, { action: 'alert-policy.updated', target: id });
      return toPolicy(row);
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { name } = await find(caller, id);
      await database.transaction(async (sql) => {
        await deliveriesStore.cancelOfPolicy(sql, id, clock.now());
        await policiesStore.delete(sql, id);
      });
      await platform.audit(caller, { action: 'alert-policy.deleted', target: id, detail: { name } });
    },
  };
}
/** Policies manages alert policies. */
export type Policies = ReturnType<typeof createPolicies>;

function quietFaults({ quietHours }: PolicyRules, now: Date): ErrorDetail[] {
  const unknown = quietHours.flatMap(({ timezone }, index) =>
    isTimezone(timezone)
      ? []
      : [{ path: `quietHours.${index}.timezone`, message: `Unknown time zone: ${timezone}. Choose one.` }],
  );
  if (unknown.length > 0) return unknown;
  const isNever = afterQuiet(quietHours, now.getTime(), { isDown: false, clock: wallClock }) === undefined;
  return isNever
    ? [{ path: 'quietHours', message: 'Quiet hours cover the whole week, so no alert would ever be sent.' }]
    : [];
}

const toPolicy = ({
  id,
  projectId,
  name,
  isEnabled,
  rules,
  createdByName,
  createdAt,
  updatedAt,
}: PolicyRow): AlertPolicy => ({
  policyId: id,
  projectId,
  name,
  isEnabled,
  ...rules,
  createdByName,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** policyNamed turns a unique violation into the "name taken" error. */
export const policyNamed = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'alert_policy_name'))
      throw new AppError(apiMonitoringErrors.policyNameTaken, { params: { name } });
    throw error;
  });
