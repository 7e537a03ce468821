import type { AssertionResult, StepSummary } from '@touchstone/contracts/api-testing';
import { formatDuration } from '@touchstone/kernel';
import { formatValue, proofText, type ReportCounts, tellsValues } from '@touchstone/report';

/** Where a command writes; `isTerminal` allows colours and a line that is overwritten. */
export interface Screen {
  write(text: string): void;
  isTerminal: boolean;
  columns: number;
}

/** screenOf returns a screen for a program's standard output. */
export const screenOf = (stream: NodeJS.WriteStream): Screen => ({
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY === true && process.env.TERM !== 'dumb',
  columns: stream.columns ?? 80,
});

export interface Failure extends Pick<StepSummary, 'name' | 'suiteName' | 'method' | 'url' | 'status' | 'message'> {
  assertions: AssertionResult[];
  /** Variables without a value, with their places. */
  unresolved: { name: string; place: string }[];
}

/** What is shown of a step when it ends. */
export interface EndedStep extends Pick<StepSummary, 'name' | 'status' | 'message' | 'durationMs'> {
  /** For a request; absent for other kinds of steps. */
  method?: string;
  statusCode?: number | null;
}

const glyphs: Record<StepSummary['status'], string> = {
  passed: '✔',
  failed: '✖',
  error: '!',
  skipped: '⊘',
  cancelled: '◼',
  running: '…',
  queued: '·',
};
const colours = { green: 32, red: 31, yellow: 33, grey: 90 };
const statusColours: Partial<Record<StepSummary['status'], keyof typeof colours>> = {
  passed: 'green',
  failed: 'red',
  error: 'red',
  skipped: 'grey',
  cancelled: 'grey',
};

/** Progress shows a run's progress: on a terminal a moving status line, otherwise a line per finished step. */
export class Progress {
  readonly #screen: Screen;
  readonly #isListed: boolean;
  readonly #hasColour: boolean;
  #statusLine = '';

  constructor(screen: Screen, options: { isListed: boolean; hasColour?: boolean }) {
    this.#screen = screen;
    this.#isListed = options.isListed;
    this.#hasColour = options.hasColour ?? (screen.isTerminal && !process.env.NO_COLOR);
  }

  /** Prints a permanent line. */
  note(text: string): void {
    this.#line(text);
  }

  finished(step: EndedStep): void {
    const isBad = step.status !== 'passed';
    if (!this.#isListed || (this.#screen.isTerminal && !isBad)) return;
    const facts = [step.statusCode, step.durationMs === null ? undefined : formatDuration(step.durationMs)];
    const method = step.method === undefined ? '' : `${step.method.padEnd(6)} `;
    const head = `${glyphs[step.status]} ${method}${step.name}`;
    const line = [head, ...facts.filter((fact) => fact !== null && fact !== undefined)].join('  ');
    this.#line(this.#paint(line, isBad ? statusColours[step.status] : undefined));
    if (isBad && step.message) this.#line(`${' '.repeat(method.length + 2)}${step.message}`);
  }

  /** Counts in the moving line of a terminal. */
  update(counts: ReportCounts, elapsedMs: number): void {
    if (!this.#screen.isTerminal) return;
    const done = counts.total - counts.queued - counts.running;
    const text = `${done}/${counts.total}  ${countWords(counts)}  ${formatDuration(elapsedMs)}`;
    this.#clear();
    this.#statusLine = text.slice(0, this.#screen.columns - 1);
    this.#screen.write(this.#statusLine);
  }

  /** Prints each failure with expected and actual values. */
  failures(failures: Failure[], total: number): void {
    if (failures.length === 0) return;
    this.#line('\nFailures');
    for (const failure of failures) {
      this.#line(this.#paint(`\n${glyphs[failure.status]} ${failure.suiteName} › ${failure.name}`, 'red'));
      this.#line(`  ${failure.method} ${failure.url}`);
      const failed = failure.assertions.filter(({ status }) => status === 'failed');
      if (failed.length === 0 && failure.message) this.#line(`  ${failure.message}`);
      if (failed.length > 0)
        for (const { name, place } of failure.unresolved) this.#line(`  {{${name}}} in ${place} has no value.`);
      for (const assertion of failed) this.#assertion(assertion);
    }
    if (total > failures.length) this.#line(`\n… and ${total - failures.length} more; see the report.`);
  }

  end(word: string, isGood: boolean, counts: ReportCounts, elapsedMs: number): void {
    const line = `\n${word}: ${countWords(counts)} of ${counts.total} ${counts.total === 1 ? 'step' : 'steps'} in ${formatDuration(elapsedMs)}`;
    this.#line(this.#paint(line, isGood ? 'green' : 'red'));
  }

  #assertion(assertion: AssertionResult): void {
    const { message, expected, actual, proof } = assertion;
    this.#line(`  ${message}`);
    if (tellsValues(assertion)) {
      this.#line(`    expected: ${short(expected)}`);
      this.#line(`    actual:   ${short(actual)}`);
    }
    for (const line of proof ? proofText(proof) : []) this.#line(`    ${line}`);
  }

  #line(text: string): void {
    this.#clear();
    this.#screen.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#statusLine === '') return;
    this.#screen.write('\r\u001b[2K');
    this.#statusLine = '';
  }

  #paint(text: string, colour: keyof typeof colours | undefined): string {
    return this.#hasColour && colour ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  }
}

function short(value: unknown): string {
  const text = formatValue(value).replaceAll('\n', '\n              ');
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function countWords(counts: ReportCounts): string {
  const words: [number, string][] = [
    [counts.passed, 'passed'],
    [counts.failed, 'failed'],
    [counts.errors, counts.errors === 1 ? 'error' : 'errors'],
    [counts.skipped, 'skipped'],
    [counts.cancelled, 'cancelled'],
  ];
  const shown = words.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return shown.length > 0 ? shown.join(', ') : 'nothing done';
}
