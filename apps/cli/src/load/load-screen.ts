import {
  type LoadFrame,
  type LoadPlan,
  type LoadSummary,
  LoadTally,
  type MetricSummary,
  plannedLoad,
  type ThresholdResult,
} from '@touchstone/engine-load';
import { formatBytes, formatClock, formatDuration } from '@touchstone/kernel';
import type { Screen } from '../progress.ts';

const requestsShown = 15;
const errorsShown = 10;

/**
 * LoadScreen shows a load run: on a terminal a block that is overwritten, otherwise a line per second, and the summary
 * at the end.
 */
export class LoadScreen {
  readonly #screen: Screen;
  readonly #plan: LoadPlan;
  readonly #tally: LoadTally;
  readonly #mask: (text: string) => string;
  readonly #plannedMs: number;
  #blockLines = 0;

  constructor(screen: Screen, plan: LoadPlan, mask: (text: string) => string) {
    this.#screen = screen;
    this.#plan = plan;
    this.#mask = mask;
    this.#tally = new LoadTally(plan);
    this.#plannedMs = plannedLoad(plan).durationMs;
  }

  /** Prints a permanent line. */
  note(text: string): void {
    this.#clear();
    this.#screen.write(`${this.#mask(text)}\n`);
  }

  frame(frame: LoadFrame): void {
    this.#tally.add(frame);
    const line = this.#secondLine(frame);
    if (!this.#screen.isTerminal) {
      this.#screen.write(`${line}\n`);
      return;
    }
    const sofar = this.#tally.summary({ startedAtMs: 0, durationMs: 0, end: 'finished' });
    this.#draw([line, '', ...requestTable(sofar, this.#mask), ...sofar.thresholds.map(thresholdLine)]);
  }

  summary(summary: LoadSummary): void {
    this.#clear();
    const { total, scenarios, generator } = summary;
    const lines = ['', ...requestTable(summary, this.#mask), ''];
    const checks = total.checksPassed + total.checksFailed;
    lines.push(
      `${total.count} requests in ${formatDuration(summary.durationMs)}, ${rate(total.rate)}, ${total.failed} failed; ${formatBytes(total.bytesReceived)} received, ${formatBytes(total.bytesSent)} sent`,
    );
    if (checks > 0) lines.push(`${total.checksPassed} of ${checks} assertions passed`);
    for (const { name, iterations, vusMax, tail } of scenarios) {
      const { started, completed, interrupted, unstarted } = iterations;
      const rest = [interrupted > 0 && `${interrupted} interrupted`, unstarted > 0 && `${unstarted} never started`];
      const words = [
        `${started} iterations started`,
        `${completed} completed`,
        ...rest.filter((word) => word !== false),
      ];
      lines.push(`Scenario ${name}: ${words.join(', ')}; at most ${vusMax} virtual users`);
      if (tail !== undefined) lines.push(`  ${tailLine(tail)}`);
    }
    if (summary.errors.length > 0) lines.push('', 'Failures', ...this.#errorLines(summary));
    for (const note of summary.notes) lines.push(note);
    for (const reason of generator.bottleneck?.reasons ?? [])
      lines.push(`The generator may have limited the figures: ${reason}`);
    if (summary.thresholds.length > 0) lines.push('', 'Thresholds', ...summary.thresholds.map(thresholdLine));
    this.#screen.write(`${lines.map((line) => this.#mask(line)).join('\n')}\n`);
  }

  #errorLines({ errors, scenarios }: LoadSummary): string[] {
    const lines = errors.slice(0, errorsShown).map(({ scenario, request, count, sample }) => {
      const name = scenarios[scenario]?.requests[request]?.name ?? '';
      return `  ${String(count).padStart(8)}  ${name}: ${sample.message}`;
    });
    return errors.length > errorsShown ? [...lines, `  … and ${errors.length - errorsShown} more kinds`] : lines;
  }

  #secondLine(frame: LoadFrame): string {
    const one = new LoadTally(this.#plan);
    one.add(frame);
    const { total } = one.summary({ startedAtMs: 0, durationMs: 0, end: 'finished' });
    return secondLine({
      second: frame.second,
      plannedMs: this.#plannedMs,
      users: frame.scenarios.reduce((sum, { vusActive }) => sum + vusActive, 0),
      usersPlanned: frame.scenarios.reduce((sum, { vusPlanned }) => sum + vusPlanned, 0),
      rate: (total.count * 1000) / Math.max(1, ...frame.scenarios.map(({ activeMs }) => activeMs)),
      failed: total.failed,
      latency: total.latency.count === 0 ? null : total.latency,
    });
  }

  #draw(lines: string[]): void {
    this.#clear();
    const cut = lines.map((line) => line.slice(0, this.#screen.columns - 1));
    this.#screen.write(`${cut.join('\n')}\n`);
    this.#blockLines = cut.length;
  }

  #clear(): void {
    if (this.#blockLines > 0) this.#screen.write(`\u001b[${this.#blockLines}A\r\u001b[J`);
    this.#blockLines = 0;
  }
}

function requestTable({ scenarios, total }: LoadSummary, mask: (text: string) => string): string[] {
  const several = scenarios.length > 1;
  const rows = scenarios.flatMap(({ name: scenario, requests }) =>
    requests.map(
      (request): TableRow => ({ ...request, name: mask(several ? `${scenario} › ${request.name}` : request.name) }),
    ),
  );
  return tableLines(rows, total);
}

/** tailLine returns what an open load did after its planned time. */
export const tailLine = ({ durationMs, requests }: { durationMs: number; requests: number }): string =>
  `Tail: ${formatDuration(durationMs)} after the plan, ${requests} requests; rates leave it out`;

/** What a line of the table shows; times in milliseconds. */
export interface TableRow extends Pick<MetricSummary, 'count' | 'rate' | 'failed'> {
  name: string;
  latency: Record<'p50' | 'p95' | 'p99' | 'max', number>;
}

/** tableLines formats requests and their total. */
export function tableLines(rows: readonly TableRow[], total: Omit<TableRow, 'name'>): string[] {
  const shown: TableRow[] = [...rows.slice(0, requestsShown), { ...total, name: 'All requests' }];
  const width = Math.min(48, Math.max(...shown.map(({ name }) => name.length)));
  const head = `${'Request'.padEnd(width)}  ${['count', 'rate', 'failed', 'p50', 'p95', 'p99', 'max'].map(cell).join('')}`;
  const lines = shown.map(({ name, count, rate: perSecond, failed, latency }) => {
    const { p50, p95, p99, max } = latency;
    const times = [p50, p95, p99, max].map((time) => (max === 0 ? '–' : formatDuration(time)));
    const label = name.length > width ? `${name.slice(0, width - 1)}…` : name.padEnd(width);
    return `${label}  ${[String(count), rate(perSecond), String(failed), ...times].map(cell).join('')}`;
  });
  if (rows.length > requestsShown) lines.splice(-1, 0, `… and ${rows.length - requestsShown} more requests`);
  return [head, ...lines];
}

/** secondLine formats one second of a run. */
export function secondLine(point: {
  second: number;
  plannedMs: number;
  users: number;
  usersPlanned: number;
  rate: number;
  failed: number;
  latency: Record<'p50' | 'p95' | 'p99', number> | null;
}): string {
  const { p50, p95, p99 } = point.latency ?? { p50: undefined, p95: undefined, p99: undefined };
  const time = (ms: number | undefined) => (ms === undefined ? '–' : formatDuration(ms));
  return [
    `${formatClock(point.second + 1)}/${formatClock(point.plannedMs / 1000)}`,
    `VUs ${point.users}/${point.usersPlanned}`,
    rate(point.rate),
    `p50 ${time(p50)}`,
    `p95 ${time(p95)}`,
    `p99 ${time(p99)}`,
    `failed ${point.failed}`,
  ].join('  ');
}

/** thresholdLine formats whether a threshold is met. */
export function thresholdLine({ passed, message }: Pick<ThresholdResult, 'passed' | 'message'>): string {
  return `${passed ? '✔' : '✖'} ${message}`;
}

const cell = (text: string): string => text.padStart(9);
const rate = (perSecond: number): string => `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
