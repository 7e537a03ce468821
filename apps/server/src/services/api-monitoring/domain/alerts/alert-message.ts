import { formatDuration } from '@touchstone/kernel';
import type { AlertEvent, Severity } from './plan-alerts.ts';

/** What is told of an incident; stored with the order, because the incident may be gone when it is told. */
export interface ToldIncident {
  incidentId: string;
  number: number;
  projectId: string;
  monitorId: string;
  monitorName: string;
  target: string;
  severity: Severity;
  cause: string;
  regions: string[];
  openedAt: string;
  closedAt: string | null;
  acknowledgedByName: string | null;
}

/** What is told of an error budget that is used up too fast. */
export interface ToldBurn {
  burnAlertId: string;
  projectId: string;
  subject: 'monitor' | 'collection';
  subjectId: string;
  name: string;
  urgency: 'page' | 'ticket';
  severity: Severity;
  sloPercent: number;
  cause: string;
  openedAt: string;
  closedAt: string | null;
}
/** What a message tells of. */
export type Told = ToldIncident | ToldBurn;

/** isBurn tells the two apart. */
export const isBurn = (told: Told): told is ToldBurn => 'burnAlertId' in told;
/** toldId is the id of what is told of. */
export const toldId = (told: Told): string => (isBurn(told) ? told.burnAlertId : told.incidentId);
/** severityOf a burn-rate alert, as policies and quiet hours take it: what pages counts as down. */
export const severityOf = (urgency: ToldBurn['urgency']): Severity => (urgency === 'page' ? 'DOWN' : 'DEGRADED');

/** A message as every channel tells it in its own form. */
export interface AlertMessage {
  event: AlertEvent | 'test';
  severity: Severity;
  /** One line. */
  title: string;
  /** A line for each incident. */
  lines: string[];
  incidents: (ToldIncident & { link: string })[];
  /** Objectives whose error budget is used up too fast. */
  objectives: (ToldBurn & { link: string })[];
  link: string;
  at: string;
  /** The same for each try of one message. */
  key: string;
}

const words = { DOWN: 'down', DEGRADED: 'degraded' } as const;
const verbs = {
  opened: 'is',
  worsened: 'got worse: it is',
  reminder: 'is still',
} as const;

const lasted = ({ openedAt, closedAt }: Told, at: Date): string =>
  formatDuration((closedAt ? Date.parse(closedAt) : at.getTime()) - Date.parse(openedAt));

function burnTitle(event: AlertEvent, burn: ToldBurn, at: Date): string {
  const { name, sloPercent } = burn;
  const objective = `its objective of ${sloPercent} %`;
  if (event === 'recovered') return `${name} no longer uses up its error budget too fast, after ${lasted(burn, at)}`;
  if (event === 'still-burning') return `${name} still uses up its error budget too fast for ${objective}`;
  return `${name} uses up its error budget too fast for ${objective}`;
}

function titleOf(event: AlertEvent, incident: Told, at: Date): string {
  if (isBurn(incident)) return burnTitle(event, incident, at);
  const { monitorName, severity } = incident;
  if (event === 'closed') return `${monitorName} is well again after ${lasted(incident, at)}`;
  if (event === 'acknowledged') return `${monitorName}: ${incident.acknowledgedByName ?? 'Someone'} looks after it`;
  const since = event === 'reminder' ? `, for ${lasted(incident, at)} now` : '';
  return `${monitorName} ${verbs[event as keyof typeof verbs]} ${words[severity]}${since}`;
}

const several: Record<AlertEvent, (count: number) => string> = {
  opened: (count) => `${count} incidents`,
  worsened: (count) => `${count} incidents got worse`,
  reminder: (count) => `${count} incidents are still open`,
  acknowledged: (count) => `${count} incidents are acknowledged`,
  closed: (count) => `${count} incidents are over`,
  burning: (count) => `${count} error budgets are used up too fast`,
  'still-burning': (count) => `${count} error budgets are still used up too fast`,
  recovered: (count) => `${count} error budgets are no longer used up too fast`,
};

const linked = <T extends Told>(all: readonly T[], linkOf: (told: Told) => string) =>
  all.map((told) => ({ ...told, link: linkOf(told) }));

function detailOf(event: AlertEvent, told: Told): string {
  if (isBurn(told)) return event === 'recovered' ? `Objective ${told.sloPercent} %` : told.cause;
  const { number, target, cause, regions } = told;
  return [`#${number}`, target, event === 'closed' ? undefined : cause, regions.filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' · ');
}

/** composeAlert puts a message into words. */
export function composeAlert({
  event,
  told,
  at,
  key,
  linkOf,
  projectLink,
}: {
  event: AlertEvent;
  told: readonly Told[];
  at: Date;
  key: string;
  linkOf: (told: Told) => string;
  projectLink: string;
}): AlertMessage {
  const [first] = told as readonly [Told];
  const isOne = told.length === 1;
  return {
    event,
    severity: told.some(({ severity }) => severity === 'DOWN') ? 'DOWN' : 'DEGRADED',
    title: isOne ? titleOf(event, first, at) : several[event](told.length),
    lines: told.map((one) => (isOne ? detailOf(event, one) : `${titleOf(event, one, at)} (${detailOf(event, one)})`)),
    incidents: linked(
      told.filter((one): one is ToldIncident => !isBurn(one)),
      linkOf,
    ),
    objectives: linked(told.filter(isBurn), linkOf),
    link: isOne ? linkOf(first) : projectLink,
    at: at.toISOString(),
    key,
  };
}

/** testMessage is what "Send test" sends. */
export const testMessage = ({
  name,
  at,
  key,
  link,
}: {
  name: string;
  at: Date;
  key: string;
  link: string;
}): AlertMessage => ({
  event: 'test',
  severity: 'DEGRADED',
  title: `Test message of the alert channel “${name}”`,
  lines: ['If you can read this, alerts arrive here. Nothing is wrong.'],
  incidents: [],
  objectives: [],
  link,
  at: at.toISOString(),
  key,
});
