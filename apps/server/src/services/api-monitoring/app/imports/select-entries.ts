import type { MonitorSchedule } from '@touchstone/contracts/api-monitoring';
import { variableInputSchema } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { type Actor, type Environments, freeName } from '../../../workspaces/index.ts';
import { targetOf } from '../../domain/definition.ts';
import type { ImportEntry, ImportFault } from '../../domain/imports/import-entries.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { CapacityOf } from '../monitors/capacity.ts';
import { type CreateMonitors, defaultRules } from '../monitors/create-monitors.ts';
import type { Open } from '../open.ts';
import type { Collections } from '../projects/collections.ts';
import type { Imports, ReadImport } from './imports.ts';

interface Selection {
  projectId: string;
  importId: string;
  indexes?: number[] | undefined;
  collectionId?: string | undefined;
  collectionName?: string | undefined;
  schedule?: MonitorSchedule | undefined;
  environmentId: string | null;
  start: boolean;
}
const defaultSchedule = { type: 'interval', everySeconds: 300 } as const;

interface Needs {
  platform: Platform;
  open: Open;
  imports: Imports;
  environments: Environments;
  collections: Collections;
  create: CreateMonitors;
  capacityOf: CapacityOf;
}

/** createSelectEntries creates a collection with a monitor for each selected entry; all or none. */
export function createSelectEntries({ platform, open, imports, environments, collections, create, capacityOf }: Needs) {
  const { database } = platform;

  /** Turns the document's variables into an environment for the monitors, named after the document. */
  const environmentFor = async (caller: Actor, selection: Selection, read: ReadImport): Promise<string | null> => {
    const { projectId, environmentId } = selection;
    if (environmentId !== null) {
      const { environment } = await environments.open(caller, environmentId, 'view');
      if (environment.projectId !== projectId)
        throw new AppError(apiMonitoringErrors.environmentElsewhere, { params: { place: 'this project' } });
      return environmentId;
    }
    const byName = new Map(read.variables.map((variable) => [variable.name, variable]));
    const variables = [...byName.values()].flatMap(({ name, value, isSecret }) => {
      const parsed = variableInputSchema.safeParse({ name, value, isSecret });
      return parsed.success ? [parsed.data] : [];
    });
    if (variables.length === 0) return null;
    const taken = await environments.namesOf(projectId);
    const environmentName = freeName(read.title.slice(0, 200) || 'Imported', taken);
    return (await environments.create(caller, { projectId, environmentName, variables })).environmentId;
  };

  return async function select(caller: Actor, selection: Selection) {
    const { projectId, importId, indexes, start } = selection;
    await open.project(caller, projectId, 'edit');
    const read = await imports.find(projectId, importId);
    const chosen = [...new Set(indexes ?? read.entries.keys())].map((index) => {
      const entry = read.entries[index];
      if (!entry) throw new AppError(apiMonitoringErrors.importNotFound);
      return entry;
    });
    const environmentId = await environmentFor(caller, selection, read);
    const capacity = await capacityOf(caller.organizationId);
    const made = await database.transaction(async (sql) => {
      if (!(await projectsStore.hold(sql, projectId))) throw new AppError(apiMonitoringErrors.projectNotFound);
      let { collectionId } = selection;
      if (collectionId === undefined) {
        const others = (await projectsStore.collectionNames(sql, projectId)).map(({ name }) => name);
        const name = freeName(selection.collectionName ?? (read.title.trim().slice(0, 200) || 'Imported'), others);
        const input = { projectId, name, description: '' };
        collectionId = (await collections.insert(sql, caller.organizationId, input)).id;
      }
      await create.hold(sql, collectionId, projectId);
      const left = start ? await capacity.left(sql) : 0;
      const started = Math.min(left ?? chosen.length, chosen.length);
      const taken = await monitorsStore.namesIn(sql, collectionId);
      const ready = chosen.map((entry, index) => {
        const name = freeName(entry.name, taken, 60);
        taken.push(name);
        const place = { projectId, collectionId: collectionId ?? '', environmentId };
        return readyOf(entry, { ...place, name, schedule: selection.schedule, isStarted: index < started });
      });
      await create.store(sql, caller, ready);
      return { collectionId, problems: problemsOf(chosen.length, start ? started : chosen.length) };
    });
    await platform.audit(caller, {
      action: 'monitors.imported',
      target: made.collectionId,
      detail: { count: chosen.length },
    });
    return { ...made, imported: chosen.length };
  };
}
/** SelectEntries creates a collection with a monitor for each selected entry. */
export type SelectEntries = ReturnType<typeof createSelectEntries>;

const problemsOf = (chosen: number, started: number): ImportFault[] =>
  started === chosen
    ? []
    : [{ place: 'Start', reason: `Your plan lets ${started} of ${chosen} start. The others are stopped.` }];

function readyOf(
  entry: ImportEntry,
  given: {
    projectId: string;
    collectionId: string;
    environmentId: string | null;
    name: string;
    schedule: MonitorSchedule | undefined;
    isStarted: boolean;
  },
): Parameters<CreateMonitors['store']>[2][number] {
  const { isStarted, schedule, ...place } = given;
  const { definition, retries = defaultRules.retries, timeoutMs = defaultRules.timeoutMs, tags = [] } = entry;
  return {
    target: targetOf(definition, undefined),
    values: {
      ...defaultRules,
      ...place,
      definition,
      retries,
      timeoutMs,
      tags,
      schedule: schedule ?? entry.schedule ?? defaultSchedule,
      state: isStarted ? 'STARTED' : 'STOPPED',
      description: '',
      sloPercent: null,
    },
  };
}
