import type { Page } from '@touchstone/contracts';
import { type BurnAlert, type BurnUrgency, burnUrgencies } from '@touchstone/contracts/api-monitoring';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { severityOf, type ToldBurn } from '../../domain/alerts/alert-message.ts';
import { burnWords, judgeBurn, type WindowChecks, type Windows, windowMinutes } from '../../domain/alerts/burn-rate.ts';
import { keepsIncidents } from '../../domain/alerts/channel-request.ts';
import { concerns, concernsCollection, type PolicyRules } from '../../domain/alerts/plan-alerts.ts';
import { channelsStore } from '../../store/alert-channels.store.ts';
import { deliveriesStore } from '../../store/alert-deliveries.store.ts';
import { policiesStore } from '../../store/alert-policies.store.ts';
import { type BurnAlertRow, burnAlertsStore, type ObjectiveRow } from '../../store/burn-alerts.store.ts';
import type { Open } from '../open.ts';
import { orderEnd, orderFor, orderSteps } from './place-orders.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The longest short window: an objective with no failed check in it isn't burning. */
const lately = 6 * hourMs;

/** createBurnAlerts lists burn-rate alerts: error budgets that are or were burning too fast. */
export function createBurnAlerts({ platform: { database }, open }: { platform: Platform; open: Open }) {
  return {
    async list(caller: Actor, projectId: string, page: { page: number; size: number }): Promise<Page<BurnAlert>> {
      await open.project(caller, projectId, 'view');
      const { rows, totalElements } = await burnAlertsStore.list(database.sql, projectId, page);
      return { ...page, totalElements, content: rows.map(toBurnAlert) };
    },
  };
}
/** BurnAlerts lists burn-rate alerts. */
export type BurnAlerts = ReturnType<typeof createBurnAlerts>;

/**
 * createWatchBudgets evaluates the objectives of all projects; runs after the roll-ups of the hours that have ended. A
 * burn-rate alert is opened or closed in the same transaction as its message orders, and by one process only, so no
 * message is lost or sent twice.
 */
export function createWatchBudgets({ database, clock, log }: Pick<Platform, 'database' | 'clock' | 'log'>) {
  const { sql } = database;

  const begin = (objective: ObjectiveRow, urgency: BurnUrgency, cause: string): Promise<void> =>
    database.transaction(async (within) => {
      const { organizationId, projectId, subject, subjectId, name, sloPercent } = objective;
      const openedAt = clock.now();
      const values = { organizationId, projectId, subject, subjectId, name, urgency, sloPercent, cause, openedAt };
      const row = await burnAlertsStore.open(within, values);
      if (!row) return;
      const channels = await channelsStore.listAll(within, projectId);
      const policies = (await policiesStore.listAll(within, projectId)).filter(
        ({ isEnabled, rules }) => isEnabled && rules.tellsBurnRate && isAbout(rules, objective),
      );
      const order = orderFor(within, { place: row, told: toldOf(row), channels, now: openedAt });
      await orderSteps(policies, { event: 'burning', severity: severityOf(urgency), at: openedAt }, order);
    });

  const finish = (id: string): Promise<void> =>
    database.transaction(async (within) => {
      const at = clock.now();
      const row = await burnAlertsStore.close(within, id, at);
      if (!row) return;
      const channels = await channelsStore.listAll(within, row.projectId);
      await orderEnd(within, {
        all: await policiesStore.listAll(within, row.projectId),
        before: await deliveriesStore.ofIncident(within, row.id),
        event: 'recovered',
        severity: severityOf(row.urgency),
        at,
        order: orderFor(within, { place: row, told: toldOf(row), channels, now: at }),
        always: new Set(channels.filter(({ kind }) => keepsIncidents(kind)).map((channel) => channel.id)),
        now: at,
      });
    });

  /** The alerts to open or close for an objective's current burn rate. */
  const followsOf = (objective: ObjectiveRow, windows: Windows, openOnes: readonly BurnAlertRow[]): Work[] =>
    burnUrgencies.flatMap((urgency) => {
      const judged = judgeBurn(urgency, windows, objective.sloPercent);
      const known = openOnes.find((row) => row.subjectId === objective.subjectId && row.urgency === urgency);
      if (judged.state === 'burning' && !known) return [() => begin(objective, urgency, burnWords(judged))];
      return judged.state === 'quiet' && known ? [() => finish(known.id)] : [];
    });

  /** Returns how many alerts were due to be opened or closed. */
  return async function watchBudgets(): Promise<number> {
    const now = clock.now();
    const objectives = await burnAlertsStore.objectives(sql);
    const openOnes = await burnAlertsStore.listOpen(sql);
    const failing = await burnAlertsStore.failingSince(sql, new Date(floorHour(now.getTime() - lately)));
    const openIds = new Set(openOnes.map(({ subjectId }) => subjectId));
    const looked = objectives.filter(
      ({ subjectId, monitorIds }) => openIds.has(subjectId) || monitorIds.some((id) => failing.has(id)),
    );
    const windowsOf = await readWindows(sql, [...new Set(looked.flatMap(({ monitorIds }) => monitorIds))], now);
    const lookedIds = new Set(looked.map(({ subjectId }) => subjectId));
    const work = [
      ...looked.flatMap((objective) => followsOf(objective, windowsOf(objective.monitorIds), openOnes)),
      // The objective was removed, or is no longer checked.
      ...openOnes
        .filter(({ subjectId }) => !lookedIds.has(subjectId))
        .map(
          ({ id }): Work =>
            () =>
              finish(id),
        ),
    ];
    for (const one of work) await one().catch((err: unknown) => log.warn({ err }, 'a burn-rate alert'));
    return work.length;
  };
}

type Work = () => Promise<void>;

const floorHour = (ms: number): number => Math.floor(ms / hourMs) * hourMs;

/** Counts the monitors' checks in every window that a rule uses. */
async function readWindows(
  sql: Sql,
  monitorIds: readonly string[],
  now: Date,
): Promise<(ids: readonly string[]) => Windows> {
  const to = now.getTime();
  const counted = new Map<number, readonly Map<string, WindowChecks>[]>();
  for (const minutes of windowMinutes) {
    const from = to - minutes * minuteMs;
    const last = floorHour(to);
    // Windows longer than a day use whole hours: their single checks may have been deleted.
    const first = minutes > 1440 ? floorHour(from) : floorHour(from + hourMs - 1);
    const results = (start: number, end: number) =>
      burnAlertsStore.count(sql, monitorIds, { from: new Date(start), to: new Date(end), source: 'results' });
    const hours = () =>
      burnAlertsStore.count(sql, monitorIds, { from: new Date(first), to: new Date(last), source: 'hours' });
    counted.set(
      minutes,
      first >= last ? [await results(from, to)] : [await results(from, first), await hours(), await results(last, to)],
    );
  }
  return (ids) =>
    new Map(
      [...counted].map(([minutes, parts]) => [
        minutes,
        ids.flatMap((id) => parts.flatMap((part) => part.get(id) ?? [])).reduce(add, { good: 0, bad: 0 }),
      ]),
    );
}

const add = (a: WindowChecks, b: WindowChecks): WindowChecks => ({ good: a.good + b.good, bad: a.bad + b.bad });

const isAbout = (rules: PolicyRules, { subject, subjectId, collectionId, tags }: ObjectiveRow): boolean =>
  subject === 'collection'
    ? concernsCollection(rules, subjectId)
    : concerns(rules, { id: subjectId, collectionId, tags });

const toldOf = ({ id, openedAt, closedAt, organizationId: _, ...row }: BurnAlertRow): ToldBurn => ({
  burnAlertId: id,
  ...row,
  severity: severityOf(row.urgency),
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

function toBurnAlert(row: BurnAlertRow): BurnAlert {
  const { severity: _, ...shown } = toldOf(row);
  return shown;
}
