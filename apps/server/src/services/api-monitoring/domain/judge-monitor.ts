import type { MonitorStatus, Verdict } from '@touchstone/contracts/api-monitoring';

/** The state of a region, as input for the state of its monitor. */
export interface JudgedSlot {
  region: string;
  isConfirming: boolean;
  verdict: Verdict;
  message: string | null;
}

/** The input for judging a monitor. */
export interface Situation {
  slots: readonly JudgedSlot[];
  downIn: number;
  isInMaintenance: boolean;
  /** Whether a runner of the confirming region is online. */
  canConfirm: boolean;
  openIncident: { severity: 'DOWN' | 'DEGRADED' } | undefined;
  kind: string;
}

/** The resulting state of a monitor. */
export interface Judgement {
  status: MonitorStatus;
  text: string | null;
  /** Regions that reported it. */
  regions: string[];
  incident: 'open' | 'worsen' | 'close' | undefined;
  severity: 'DOWN' | 'DEGRADED' | undefined;
  /** `ask`: the confirming region has to check now; `forget`: its earlier findings no longer count. */
  confirm: 'ask' | 'forget' | undefined;
}

/** judgeMonitor determines a monitor's state and what happens to its incident. */
export function judgeMonitor(situation: Situation): Judgement {
  const { isInMaintenance, openIncident } = situation;
  const { status, text, regions, confirm, isQuiet } = standing(situation);
  const severity = !isQuiet && (status === 'DOWN' || status === 'DEGRADED') ? status : undefined;
  let incident: Judgement['incident'];
  if (openIncident && status === 'UP') incident = 'close';
  else if (severity && !openIncident && !isInMaintenance) incident = 'open';
  else if (status === 'DOWN' && openIncident?.severity === 'DEGRADED' && !isInMaintenance) incident = 'worsen';
  return {
    status: isInMaintenance ? 'MAINTENANCE' : status,
    text,
    regions,
    incident,
    severity,
    confirm,
  };
}

interface Standing {
  status: 'UP' | 'DEGRADED' | 'DOWN' | 'UNKNOWN';
  text: string | null;
  regions: string[];
  confirm?: Judgement['confirm'];
  /** Too little for an incident. */
  isQuiet?: boolean;
}

function standing(situation: Situation): Standing {
  const { slots, downIn } = situation;
  const ordinary = slots.filter(({ isConfirming }) => !isConfirming);
  const confirming = slots.find(({ isConfirming }) => isConfirming);
  const down = ordinary.filter(({ verdict }) => verdict === 'DOWN');
  if (down.length >= downIn) return confirmed(situation, down, confirming);
  const forget = confirming && confirming.verdict !== 'UNKNOWN' ? ({ confirm: 'forget' } as const) : {};
  const bad = ordinary.filter(({ verdict }) => verdict === 'DOWN' || verdict === 'DEGRADED');
  if (bad.length > 0) {
    const few =
      down.length > 0 ? ` Down in ${down.length} of ${ordinary.length}; it counts as down from ${downIn} on.` : '';
    const isQuiet = bad.length === down.length;
    return { ...forget, status: 'DEGRADED', text: `${textOf(bad)}${few}`, regions: namesOf(bad), isQuiet };
  }
  const unknown = ordinary.filter(({ verdict }) => verdict === 'UNKNOWN');
  if (unknown.length === ordinary.length) {
    const waiting = situation.kind === 'heartbeat' ? 'Waiting for the first call.' : 'Waiting for the first check.';
    return { ...forget, status: 'UNKNOWN', text: unknown[0]?.message ?? waiting, regions: [] };
  }
  return { ...forget, status: 'UP', text: null, regions: [] };
}

/** The state of a monitor that is down in enough regions: DOWN only once the confirming region, if any, agrees. */
function confirmed(
  { openIncident, canConfirm }: Situation,
  down: readonly JudgedSlot[],
  confirming: JudgedSlot | undefined,
): Standing {
  const [text, regions] = [textOf(down), namesOf(down)];
  if (!confirming || openIncident?.severity === 'DOWN') return { status: 'DOWN', text, regions };
  const { region, verdict } = confirming;
  if (verdict === 'DOWN') return { status: 'DOWN', text, regions: [...regions, region] };
  if (!canConfirm) return { status: 'DOWN', text: `${text} No runner of ${region} was there to confirm it.`, regions };
  const seen =
    verdict === 'UNKNOWN' ? `${region} has not confirmed it yet.` : `Not confirmed: it is up from ${region}.`;
  return { status: 'DEGRADED', text: `${text} ${seen}`, regions, confirm: 'ask', isQuiet: true };
}

const namesOf = (slots: readonly JudgedSlot[]): string[] => slots.flatMap(({ region }) => region || []);
const textOf = (slots: readonly JudgedSlot[]): string =>
  slots
    .map(
      ({ region, message }) =>
        `${region && slots.length > 1 ? `${region}: ` : ''}${message ?? 'It is not as expected.'}`,
    )
    .join(' ')
    .slice(0, 1000);
