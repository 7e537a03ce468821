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

/** MonitorDraft is the whole form of a monitored API. A number that is not filled in is NaN. */
export interface MonitorDraft {
  name: string;
  description: string;
  collectionId: string;
  definition: MonitorDefinitionInput;
  /** Interval and cron are both kept, so that a change of the type loses nothing. */
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

/** What is wrong, by dotted place. */
export type Problems = Readonly<Record<string, string>>;

const mostSeconds = { check: 60, run: 3600 } as const;
/** Most seconds that a check of a kind may take. */
export const mostTimeout = (kind: MonitorKind): number => mostSeconds[isRun(kind) ? 'run' : 'check'];

/** Seconds between two checks of a new monitored API: certificates and domains change slowly, whole runs are long. */
const usualSeconds = (kind: MonitorKind): number =>
  kind === 'tls' || kind === 'domain' ? 21_600 : isTest(kind) ? 300 : 60;

/** newDraft is the form of a new monitored API. */
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

/** withKind turns a draft to another kind; what is said of the monitored API itself stays. */
export function withKind(draft: MonitorDraft, kind: MonitorKind): MonitorDraft {
  const { name, description, collectionId, tags, timezone, isStarted } = draft;
  return newDraft(kind, { name, description, collectionId, tags, timezone, isStarted });
}

/** draftOf is the form of a saved monitored API. */
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

/** scheduleOf is the part of a form that says when the check is due. */
export const scheduleOf = ({ scheduleType, everySeconds, cron, timezone }: MonitorDraft): MonitorSchedule =>
  scheduleType === 'interval' ? { type: 'interval', everySeconds } : { type: 'cron', cron, timezone };

/** inputOf turns a form into what the server is given. */
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

/** Where the form shows what is wrong at a place of the input. */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.join('.');
  if (place === 'timeoutMs') return 'timeoutSeconds';
  return place.replace(/^schedule\./, '');
}

const messageOf = ({ code, message, path }: Issue): string =>
  path.at(-1) === 'timeoutMs' ? '' : code === 'invalid_type' ? 'Enter a number.' : message;

/** definitionProblems says what of the definition alone is wrong, such as before it is tried. */
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

/** draftProblems says what keeps a form from being saved. */
export function draftProblems(draft: MonitorDraft, projectId: string): Problems {
  const problems: Record<string, string> = {};
  for (const issue of newMonitorSchema.safeParse(inputOf(draft, projectId)).error?.issues ?? [])
    if (issue.path[0] !== 'definition') problems[placeOf(issue.path)] ??= messageOf(issue);
  Object.assign(problems, definitionProblems(draft.definition));
  if (problems.collectionId) problems.collectionId = 'Choose a collection.';
  const most = mostTimeout(draft.definition.kind);
  if (!(draft.timeoutSeconds >= 0.1 && draft.timeoutSeconds <= most))
    problems.timeoutSeconds = `Enter 0.1 to ${most} seconds.`;
  if (draft.regions.length > 0 && draft.downIn > draft.regions.length)
    problems.downIn = `Choose at most ${draft.regions.length}, the number of regions.`;
  return problems;
}
