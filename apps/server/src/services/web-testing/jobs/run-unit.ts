import { type ComparedPicture, runTargetTitle } from '@touchstone/contracts/test-repository';
import { waitsForCode } from '@touchstone/contracts/web-testing';
import { type Driver, hiddenSecret, type RunEvent, runSteps, type Step } from '@touchstone/engine-keyword/core';
import type { RunContext } from '../../runs/index.ts';
import type { NewPrint } from '../../test-repository/index.ts';
import { executionKey, isTriedAgain, type PlanRow, type Unit, valuesOf } from '../domain/plan-rows.ts';
import type { RecordPlaces } from '../domain/record-places.ts';
import type { ScriptPlan } from '../domain/script-plan.ts';
import { detailOf, type StepDetail } from '../domain/steps/step-detail.ts';
import { CodeDriver, type CodeSource } from './code-driver.ts';

type Finished = Extract<RunEvent, { type: 'stepFinished' }>;

/** A planned row to execute, with its index in the run. */
export type IndexedRow = PlanRow & { index: number };

/** What a unit is executed with. */
export interface UnitRun {
  context: RunContext;
  plan: ScriptPlan;
  unit: Unit;
  /** The rows of the unit to execute, by the key of their executions. */
  rows: ReadonlyMap<string, IndexedRow>;
  places: RecordPlaces;
  driver: Driver;
  variables: Record<string, string>;
  secrets: readonly string[];
  /** Receives what the script sets. */
  own: Map<string, string>;
  /** Provides the codes that users give to the run. */
  code: Pick<CodeSource, 'take' | 'onNews'>;
}

/** The most steps of a unit whose elements are learnt. */
const maxPrints = 2000;

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** The outcome of a unit. */
export interface UnitEnd {
  /** Skipped containers and the reasons. */
  skipped: ReadonlyMap<string, string>;
  /** The message of the first failed step; undefined if none failed. */
  failure: string | undefined;
  /** Variables set by its steps. */
  variables: Record<string, string>;
  /** What is now known of the elements of its steps. */
  prints: NewPrint[];
}

/**
 * runUnit executes a script in a browser and records each execution of its steps; rows that weren't reached stay open.
 */
export async function runUnit(run: UnitRun): Promise<UnitEnd> {
  const { context, plan, unit } = run;
  const { signal } = context;
  const recorder = new UnitRecorder(run);
  const driver = new CodeDriver(run.driver, {
    ...run.code,
    onWaiting: () => recorder.report(waitsForCode),
  });
  const { table } = unit.script;
  const rows = unit.row || !table ? [] : table.rows.map((values) => valuesOf(table.columns, values));
  const { variables } = await runSteps(
    { steps: unit.script.steps as Step[], timeoutMs: plan.timeoutMs },
    {
      driver,
      lookup: (name) => driver.lookup(name),
      variables: { ...run.variables, ...unit.row?.values },
      own: run.own,
      functions: plan.functions,
      rows: unit.row ? [unit.row.values] : rows,
      secrets: run.secrets,
      signal,
      report: (event) => recorder.take(event),
    },
  );
  const { skipped, failure } = recorder;
  return { skipped, failure, variables, prints: [...recorder.prints.values()] };
}

class UnitRecorder {
  readonly #run: UnitRun;
  /** Started executions: the enclosing one, and the start time. */
  readonly #started = new Map<number, { parent: number | null; at: Date }>();
  /** Executions in which a step with its own row failed. */
  readonly #failing = new Set<number>();
  /** Skipped containers and the reasons. */
  readonly skipped = new Map<string, string>();
  /** What is now known of elements, by the place of their step. */
  readonly prints = new Map<string, NewPrint>();
  failure: string | undefined;
  /** The step that started last, if it is recorded. */
  #current: number | undefined;

  constructor(run: UnitRun) {
    this.#run = run;
  }

  /** Reports progress of the running step. */
  report(message: string): void {
    if (this.#current !== undefined) this.#run.context.started({ index: this.#current, message });
  }

  async take(event: RunEvent): Promise<void> {
    const { context, unit, rows, places } = this.#run;
    // A step interrupted by the stop of the run has no result.
    if (context.signal.aborted) return;
    const row = rows.get(executionKey(unit.key, event.path, event.step.id));
    if (event.type === 'stepStarted') {
      this.#started.set(event.sequence, { parent: event.parent, at: new Date() });
      this.#current = row && places.isOpen(row.index) ? row.index : undefined;
      if (this.#current !== undefined) context.started({ index: this.#current });
      return;
    }
    if (row) {
      this.#learn(row, event);
      await this.#record(row, event);
    }
    this.#started.delete(event.sequence);
    this.#failing.delete(event.sequence);
  }

  /** A text with a masked secret isn't the element's, and which element was healed is for users to decide. */
  #learn({ scriptId, functionId, step }: IndexedRow, { status, seen, healing }: Finished): void {
    const ownerId = functionId ?? scriptId;
    if (!seen || status !== 'passed' || healing || !step?.target || ownerId === null) return;
    if (this.prints.size >= maxPrints || JSON.stringify(seen).includes(hiddenSecret)) return;
    this.prints.set(`${ownerId} ${step.id}`, { ownerId, stepId: step.id, target: step.target, print: seen });
  }

  async #record(row: IndexedRow, event: Finished): Promise<void> {
    const { context, places } = this.#run;
    if (event.status === 'skipped' && row.kind === 'control') this.skipped.set(row.key, event.message);
    const { status, message, isOwn } = this.#judged(row, event);
    // Failures within show their own pictures and values.
    const {
      evidence: _evidence,
      picture: _picture,
      violations: _violations,
      expected: _expected,
      actual: _actual,
      locatorUsed: _locator,
      healing: _healing,
      log: _log,
      ...rest
    } = event;
    const finished: Finished = isOwn ? event : rest;
    if (status === 'failed' || status === 'error') this.failure ??= message;
    const place = places.next(row.index);
    if (!place) return;
    const startedAt = this.#started.get(event.sequence)?.at ?? new Date();
    const picture = await this.#keepEvidence(place.stepId, finished);
    const isCaught = row.isCaught && status !== event.status;
    await context.finished({
      ...place.take(),
      status,
      durationMs: event.status === 'skipped' ? null : event.durationMs,
      startedAt,
      message: message || null,
      outcome: {
        isCaught,
        isFlaky: event.isFlaky,
        hasPicture: (finished.evidence?.length ?? 0) > 0,
        isHealed: finished.healing?.isUsed ?? false,
        isDoubted: finished.healing !== undefined && !finished.healing.isUsed && status === 'passed' && !isCaught,
      },
      detail: detailOf(row, finished, picture),
    });
  }

  /**
   * A container doesn't fail because of failures in it, which have their own rows; a caught failure isn't the run's.
   */
  #judged(row: IndexedRow, event: Finished): Pick<Finished, 'status' | 'message'> & { isOwn: boolean } {
    const { status, message } = event;
    if (status === 'passed' || status === 'skipped') return { status, message, isOwn: true };
    const isOwn = !this.#failing.has(event.sequence) || (row.step !== null && isTriedAgain(row.step));
    this.#spread(event.parent);
    if (!isOwn) return { status: 'passed', message: '', isOwn };
    if (!row.isCaught) return { status, message, isOwn };
    return { status: 'passed', message: `Failed, and was caught: ${message}`, isOwn };
  }

  #spread(parent: number | null): void {
    for (let at = parent; at !== null; at = this.#started.get(at)?.parent ?? null) this.#failing.add(at);
  }

  /** Stores pictures and files with the step; returns the ones that are compared with a baseline. */
  async #keepEvidence(stepId: string, { evidence = [], picture }: Finished): Promise<StepDetail['picture']> {
    const { context, plan, unit } = this.#run;
    const roles: Pick<ComparedPicture, 'expected' | 'actual' | 'difference'> = {
      expected: null,
      actual: null,
      difference: null,
    };
    for (const [at, { name, role, mediaType, bytes }] of evidence.entries()) {
      const isTaken = evidence.slice(0, at).some((other) => other.name === name);
      const base = isTaken ? `${name} ${at + 1}` : name;
      const extension = extensions[mediaType];
      const fileName = extension && !base.endsWith(`.${extension}`) ? `${base}.${extension}` : base;
      const { attachmentId } = await context.attach({ name: fileName, mediaType, content: bytes, stepId });
      if (role) roles[role] = attachmentId;
    }
    const target = plan.targets[unit.target];
    return picture && target ? { ...picture, target: runTargetTitle(target), ...roles } : null;
  }
}
