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

/** A message as every channel tells it in its own form. */
export interface AlertMessage {
  event: AlertEvent | 'test';
  severity: Severity;
  /** One line. */
  title: string;
  /** A line for each incident. */
  lines: string[];
  incidents: (ToldIncident & { link: string })[];
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

const lasted = ({ openedAt, closedAt }: ToldIncident, at: Date): string =>
  formatDuration((closedAt ? Date.parse(closedAt) : at.getTime()) - Date.parse(openedAt));

function titleOf(event: AlertEvent, incident: ToldIncident, at: Date): string {
  const { monitorName, severity } = incident;
  if (event === 'closed') return `${monitorName} is well again after ${lasted(incident, at)}`;
  if (event === 'acknowledged') return `${monitorName}: ${incident.acknowledgedByName ?? 'Someone'} looks after it`;
  const since = event === 'reminder' ? `, for ${lasted(incident, at)} now` : '';
  return `${monitorName} ${verbs[event]} ${words[severity]}${since}`;
}

const several: Record<AlertEvent, (count: number) => string> = {
  opened: (count) => `${count} incidents`,
  worsened: (count) => `${count} incidents got worse`,
  reminder: (count) => `${count} incidents are still open`,
  acknowledged: (count) => `${count} incidents are acknowledged`,
  closed: (count) => `${count} incidents are over`,
};

/** composeAlert puts a message into words. */
export function composeAlert({
  event,
  incidents,
  at,
  key,
  linkOf,
  projectLink,
}: {
  event: AlertEvent;
  incidents: readonly ToldIncident[];
  at: Date;
  key: string;
  linkOf: (incident: ToldIncident) => string;
  projectLink: string;
}): AlertMessage {
  const [first] = incidents as [ToldIncident];
  const isOne = incidents.length === 1;
  const detail = ({ number, target, cause, regions }: ToldIncident): string =>
    [`#${number}`, target, event === 'closed' ? undefined : cause, regions.filter(Boolean).join(', ')]
      .filter(Boolean)
      .join(' · ');
  return {
    event,
    severity: incidents.some(({ severity }) => severity === 'DOWN') ? 'DOWN' : 'DEGRADED',
    title: isOne ? titleOf(event, first, at) : several[event](incidents.length),
    lines: incidents.map((incident) =>
      isOne ? detail(incident) : `${titleOf(event, incident, at)} (${detail(incident)})`,
    ),
    incidents: incidents.map((incident) => ({ ...incident, link: linkOf(incident) })),
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
  link,
  at: at.toISOString(),
  key,
});
