import {
  type Monitor,
  type MonitorDefinitionInput,
  type MonitorKind,
  type MonitorSchedule,
  monitorDefinitionSchema,
  type NewMonitor,
  newMonitorSchema,
} from '@touchstone/contracts/api-monitoring';
import { isRun, isTest, newDefinition, testField } from './definition-draft.ts';

/** MonitorDraft is the full form of a monitored API. An empty number field is NaN. */
export interface MonitorDraft {
  name: string;
  description: string;
  collectionId: string;
  definition: MonitorDefinitionInput;
  /** Interval and cron are both kept, so that switching the type loses nothing. */
  scheduleType: MonitorSchedule['type'];
  everySeconds: number;
  cron: string;
  timezone: string;
  environmentId: string | null;
  tags: string[];
  sloPercent: number | null;
  timeoutSeconds: number;
  retries: number;
  retrySeconds: number;
  regions: string[];
  downIn: number;
  confirmFrom: string | null;
  degradedAboveMs: number | null;
  degradedFactor: number | null;
  isStarted: boolean;
}

/** Problems by dotted path. */
export type Problems = Readonly<Record<string, string>>;

const maxSeconds = { check: 60, run: 3600 } as const;
/** Maximum seconds that a check of a kind may take. */
export const maxTimeout = (kind: MonitorKind): number => maxSeconds[isRun(kind) ? 'run' : 'check'];

/** Default seconds between two checks: certificates and domains change slowly, whole runs are long. */
const usualSeconds = (kind: MonitorKind): number =>
  kind === 'tls' || kind === 'domain' ? 21_600 : isTest(kind) ? 300 : 60;

/** newDraft returns the form of a new monitored API. */
export function newDraft(
  kind: MonitorKind,
  { timezone, collectionId, ...given }: { timezone: string; collectionId: string } & Partial<MonitorDraft>,
): MonitorDraft {
  return {
    name: '',
    description: '',
    collectionId,
    definition: newDefinition(kind),
    scheduleType: 'interval',
    everySeconds: usualSeconds(kind),
    cron: '*/5 * * * *',
    timezone,
    environmentId: null,
    tags: [],
    sloPercent: null,
    timeoutSeconds: isRun(kind) ? 600 : 30,
    retries: isRun(kind) || kind === 'heartbeat' ? 0 : 1,
    retrySeconds: 15,
    regions: [],
    downIn: 1,
    confirmFrom: null,
    degradedAboveMs: null,
    degradedFactor: null,
    isStarted: true,
    ...given,
  };
}

/** withKind changes the kind of a draft; common fields stay. */
export function withKind(draft: MonitorDraft, kind: MonitorKind): MonitorDraft {
  const { name, description, collectionId, tags, timezone, isStarted } = draft;
  return newDraft(kind, { name, description, collectionId, tags, timezone, isStarted });
}

/** draftOf returns the form of a saved monitored API. */
export function draftOf(monitor: Monitor, timezone: string): MonitorDraft {
  const { schedule, definition, timeoutMs, state } = monitor;
  const empty = newDraft(monitor.kind, { timezone, collectionId: monitor.collectionId });
  const times =
    schedule.type === 'interval'
      ? { everySeconds: schedule.everySeconds }
      : { cron: schedule.cron, timezone: schedule.timezone };
  return {
    ...empty,
    name: monitor.name,
    description: monitor.description,
    definition,
    scheduleType: schedule.type,
    ...times,
    environmentId: monitor.environmentId,
    tags: monitor.tags,
    sloPercent: monitor.sloPercent,
    timeoutSeconds: timeoutMs / 1000,
    retries: monitor.retries,
    retrySeconds: monitor.retrySeconds,
    regions: monitor.regions,
    downIn: monitor.downIn,
    confirmFrom: monitor.confirmFrom,
    degradedAboveMs: monitor.degradedAboveMs,
    degradedFactor: monitor.degradedFactor,
    isStarted: state === 'STARTED',
  };
}

/** scheduleOf returns the schedule of a form. */
export const scheduleOf = ({ scheduleType, everySeconds, cron, timezone }: MonitorDraft): MonitorSchedule =>
  scheduleType === 'interval' ? { type: 'interval', everySeconds } : { type: 'cron', cron, timezone };

/** inputOf converts a form to the server's input. */
export function inputOf(draft: MonitorDraft, projectId: string): NewMonitor {
  const { scheduleType: _t, everySeconds: _e, cron: _c, timezone: _z, timeoutSeconds, isStarted, ...same } = draft;
  return {
    projectId,
    ...same,
    schedule: scheduleOf(draft),
    timeoutMs: Math.round(timeoutSeconds * 1000),
    state: isStarted ? 'STARTED' : 'STOPPED',
  };
}

interface Issue {
  code: string;
  path: readonly PropertyKey[];
  message: string;
}

/** The form field for a path of the input. */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.join('.');
  if (place === 'timeoutMs') return 'timeoutSeconds';
  return place.replace(/^schedule\./, '');
}

const messageOf = ({ code, message, path }: Issue): string =>
  path.at(-1) === 'timeoutMs' ? '' : code === 'invalid_type' ? 'Enter a number.' : message;

/** definitionProblems returns the problems of the definition alone, such as before a trial check. */
export function definitionProblems(definition: MonitorDefinitionInput): Problems {
  const problems: Record<string, string> = {};
  for (const issue of monitorDefinitionSchema.safeParse(definition).error?.issues ?? [])
    problems[placeOf(['definition', ...issue.path])] ??= messageOf(issue);
  if (isTest(definition.kind)) {
    const field = `definition.${testField(definition.kind)}`;
    if (problems['definition.projectId']) problems['definition.projectId'] = 'Choose a workspace.';
    if (problems[field]) problems[field] = 'Choose a test.';
  }
  return problems;
}

/** draftProblems returns what prevents a form from being saved. */
export function draftProblems(draft: MonitorDraft, projectId: string): Problems {
  const problems: Record<string, string> = {};
  for (const issue of newMonitorSchema.safeParse(inputOf(draft, projectId)).error?.issues ?? [])
    if (issue.path[0] !== 'definition') problems[placeOf(issue.path)] ??= messageOf(issue);
  Object.assign(problems, definitionProblems(draft.definition));
  if (problems.collectionId) problems.collectionId = 'Choose a collection.';
  const most = maxTimeout(draft.definition.kind);
  if (!(draft.timeoutSeconds >= 0.1 && draft.timeoutSeconds <= most))
    problems.timeoutSeconds = `Enter 0.1 to ${most} seconds.`;
  if (draft.regions.length > 0 && draft.downIn > draft.regions.length)
    problems.downIn = `Choose at most ${draft.regions.length}, the number of regions.`;
  return problems;
}
