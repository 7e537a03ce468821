import type {
  Monitor,
  MonitorSchedule,
  MonitorSummary,
  NewMonitor,
  newMonitorSchema,
} from '@touchstone/contracts/api-monitoring';
import { AppError, newId } from '@touchstone/kernel';
import type { z } from 'zod';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { type Actor, freeName } from '../../../workspaces/index.ts';
import type { TestReference } from '../../domain/definition.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { type MonitorRow, monitorsStore, type NewMonitorRow } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { Open } from '../open.ts';
import type { CapacityOf } from './capacity.ts';
import { type AssertChecked, firstDue, newHeartbeat, scheduleColumns, slotsOf, testColumns } from './monitor-values.ts';
import { definitionPlace, type ShowMonitors } from './show-monitors.ts';
import type { WatchedTests } from './watched-tests.ts';

type NewValues = z.output<typeof newMonitorSchema>;
const longestName = 60;

interface Needs {
  platform: Platform;
  open: Open;
  tests: WatchedTests;
  assertChecked: AssertChecked;
  capacityOf: CapacityOf;
  show: ShowMonitors;
}

/** A validated monitor, ready to be stored. */
interface Ready {
  values: NewValues;
  target: string;
}

/** createCreateMonitors creates monitors. */
export function createCreateMonitors({ platform, open, tests, assertChecked, capacityOf, show }: Needs) {
  const { database, clock } = platform;
  const toRow = createToRow(platform);

  /** Inserts monitors and their slots; the caller holds the collection. */
  const store = async (sql: Sql, caller: Actor, ready: readonly Ready[]): Promise<string[]> => {
    const rows = ready.map((one) => toRow(caller, one));
    await monitorsStore.insert(sql, rows);
    const now = clock.now();
    await slotsStore.insert(
      sql,
      rows.flatMap((row, index) => {
        const { values } = ready[index] as Ready;
        return slotsOf(row.id, values, row.isStarted ? firstDue({ ...values, monitorId: row.id }, now) : null);
      }),
    );
    return rows.map(({ id }) => id);
  };

  /** Locks a collection of the project, in the transaction that adds monitors to it. */
  const hold = async (sql: Sql, collectionId: string, projectId: string): Promise<void> => {
    const row = await projectsStore.holdCollection(sql, collectionId);
    if (row?.projectId !== projectId) throw new AppError(apiMonitoringErrors.collectionNotFound);
  };

  return {
    store,
    hold,
    async create(caller: Actor, values: NewValues): Promise<Monitor> {
      await open.project(caller, values.projectId, 'edit');
      const { definition, schedule, projectId, environmentId } = values;
      const { target } = await assertChecked(caller, { projectId, definition, schedule, environmentId, rules: values });
      const capacity = await capacityOf(caller.organizationId);
      const heartbeat = definition.kind === 'heartbeat' ? newHeartbeat(platform) : undefined;
      const id = await named(
        values.name,
        database.transaction(async (sql) => {
          await hold(sql, values.collectionId, projectId);
          if (values.state === 'STARTED') await capacity.assert(sql, 1);
          const [made = ''] = await store(sql, caller, [{ values, target }]);
          if (heartbeat) await monitorsStore.update(sql, made, { heartbeatHash: heartbeat.hash });
          return made;
        }),
      );
      await platform.audit(caller, { action: 'monitor.created', target: id, detail: { name: values.name, projectId } });
      return show.one(
        (await monitorsStore.find(database.sql, caller.organizationId, id)) as MonitorRow,
        heartbeat?.url,
      );
    },

    /** Creates monitors of tests, named after them; all or none. */
    async ofTests(
      caller: Actor,
      collectionId: string,
      input: {
        tests: readonly TestReference[];
        environmentId: string | null;
        schedule: MonitorSchedule;
        state: NewValues['state'];
      },
    ): Promise<MonitorSummary[]> {
      const { projectId } = await open.collection(caller, collectionId, 'edit');
      const capacity = await capacityOf(caller.organizationId);
      const titles: string[] = [];
      for (const reference of input.tests) titles.push((await tests.open(caller, reference)).title);
      for (const reference of input.tests) {
        const given = valuesOfTest({ ...input, projectId, collectionId }, reference, 'x');
        await assertChecked(caller, { ...given, rules: given });
      }
      const ids = await database.transaction(async (sql) => {
        await hold(sql, collectionId, projectId);
        if (input.state === 'STARTED') await capacity.assert(sql, input.tests.length);
        const taken = await monitorsStore.namesIn(sql, collectionId);
        const ready = input.tests.map((reference, index) => {
          const title = titles[index] as string;
          const name = freeName(title.trimStart().slice(0, longestName - 5), taken);
          taken.push(name);
          return { values: valuesOfTest({ ...input, projectId, collectionId }, reference, name), target: title };
        });
        return store(sql, caller, ready);
      });
      for (const id of ids)
        await platform.audit(caller, { action: 'monitor.created', target: id, detail: { projectId } });
      const rows = await monitorsStore.findMany(database.sql, ids);
      return show.summaries(ids.flatMap((id) => rows.find((row) => row.id === id) ?? []));
    },
  };
}
/** CreateMonitors creates monitors. */
export type CreateMonitors = ReturnType<typeof createCreateMonitors>;

/** Defaults of a new monitor. */
export const defaultRules = {
  timeoutMs: 30_000,
  retries: 1,
  retrySeconds: 15,
  regions: [],
  downIn: 1,
  confirmFrom: null,
  degradedAboveMs: null,
  degradedFactor: null,
} satisfies Partial<NewMonitor>;
const runTimeoutMs = 600_000;

function valuesOfTest(
  place: Pick<NewValues, 'projectId' | 'collectionId' | 'environmentId' | 'schedule' | 'state'>,
  { kind, projectId, testId }: TestReference,
  name: string,
): NewValues {
  const { projectId: ownProject, ...rest } = place;
  const definition =
    kind === 'api-script'
      ? { kind, projectId, scriptId: testId }
      : kind === 'api-suite'
        ? { kind, projectId, suiteId: testId, parallel: 1 }
        : { kind, projectId, flowId: testId, configurationId: null };
  return {
    ...defaultRules,
    ...(kind !== 'api-script' && { timeoutMs: runTimeoutMs }),
    ...rest,
    projectId: ownProject,
    name,
    definition,
    description: '',
    tags: [],
    sloPercent: null,
  };
}

/** Returns a function that converts input to a monitor's columns. */
function createToRow({ secrets, clock }: Platform) {
  return (caller: Actor, { values, target }: Ready): NewMonitorRow & { id: string; isStarted: boolean } => {
    const { definition, schedule, state, ...rest } = values;
    const id = newId();
    const isStarted = state === 'STARTED';
    return {
      ...rest,
      id,
      organizationId: caller.organizationId,
      kind: definition.kind,
      definition: secrets.seal(JSON.stringify(definition), definitionPlace(id)),
      target,
      ...testColumns(definition),
      ...scheduleColumns(schedule),
      isStarted,
      status: isStarted ? 'UNKNOWN' : 'PAUSED',
      statusText: isStarted ? waitingText(definition.kind) : null,
      statusSince: clock.now(),
      createdBy: caller.userId,
      createdByName: caller.name,
    };
  };
}

/** waitingText returns what a monitor is waiting for before its first check. */
export const waitingText = (kind: string): string =>
  kind === 'heartbeat' ? 'Waiting for the first call.' : 'Waiting for the first check.';

/** named turns a unique violation into the "name taken" error. */
export const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'monitor_name'))
      throw new AppError(apiMonitoringErrors.monitorNameTaken, { params: { name } });
    throw error;
  });
