import { formatDuration } from '@touchstone/kernel';
import type { AlertEvent, Severity } from './plan-alerts.ts';

/**
 * The incident as told in messages; stored with the order because the incident may have been deleted when it is sent.
 */
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

/** The burn-rate alert as shown in messages. */
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
/** The subject of a message. */
export type Told = ToldIncident | ToldBurn;

/** isBurn returns whether it is a burn-rate alert. */
export const isBurn = (told: Told): told is ToldBurn => 'burnAlertId' in told;
/** toldId returns the id of the incident or burn-rate alert. */
export const toldId = (told: Told): string => (isBurn(told) ? told.burnAlertId : told.incidentId);
/** severityOf returns a burn-rate alert's severity for policies and quiet hours: a page counts as down. */
export const severityOf = (urgency: ToldBurn['urgency']): Severity => (urgency === 'page' ? 'DOWN' : 'DEGRADED');

/** A message, independent of the channel's format. */
export interface AlertMessage {
  event: AlertEvent | 'test';
  severity: Severity;
  /** A single line. */
  title: string;
  /** One line per incident. */
  lines: string[];
  incidents: (ToldIncident & { link: string })[];
  /** Objectives whose error budget is burning too fast. */
  objectives: (ToldBurn & { link: string })[];
  link: string;
  at: string;
  /** The same for each attempt of a message. */
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

/** composeAlert composes the title and lines of a message. */
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

/** testMessage returns the message that "Send test" sends. */
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
