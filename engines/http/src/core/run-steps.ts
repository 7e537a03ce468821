import { variableNames } from './interpolate.ts';
import type { HttpStep } from './plan.ts';
import type { HttpStepResult } from './result.ts';
import type { Jump, RunStepsOptions, StepCounts, StepEvent } from './session.ts';
import { StepFlow } from './step-flow.ts';
import { findVariables, providedVariables } from './step-variables.ts';

/** A step that was read but has not ended. */
interface OpenStep {
  step: HttpStep;
  /** Names it extracts. */
  provides: Set<string>;
  /** Extracted names of its group that it uses anywhere. */
  uses: Set<string>;
  /** The subset of `uses` in its address: the objects it operates on. */
  addresses: Set<string>;
  /** Earlier open steps of the same group that must end first. */
  waitsFor: Set<OpenStep>;
}

/**
 * runSteps sends the steps of a plan with at most `concurrency` parallel requests and reads at most as many ahead. A
 * step waits for earlier steps of its group that extract a variable it uses; if they extract nothing, it is sent
 * anyway. Steps whose addresses contain the same extracted value keep their order if one of them creates, changes or
 * deletes something. After an abort, running steps end as cancelled, steps that haven't started get no event, and the
 * rest isn't read.
 */
export async function runSteps(options: RunStepsOptions): Promise<StepCounts> {
  return await new StepRun(options).run();
}

class StepRun {
  readonly #options: RunStepsOptions;
  readonly #concurrency: number;
  readonly #counts: StepCounts = { total: 0, passed: 0, failed: 0, error: 0, cancelled: 0, skipped: 0 };
  readonly #open = new Set<OpenStep>();
  readonly #waiting: OpenStep[] = [];
  /** Names extracted by the steps of a group, including those from an earlier attempt of the run. */
  readonly #extracted = new Map<string, Set<string>>();
  readonly #extractedBefore: string[];
  #running = 0;
  /** Resolves when the next running step ends; shared, so that many parallel steps cost no more than a few. */
  #ended = Promise.withResolvers<void>();
  #emitting: Promise<void> = Promise.resolve();
  #stoppedBy: string | undefined;
  #jump: Jump | undefined;
  #jumps = 0;
  #fault: { error: unknown } | undefined;

  constructor(options: RunStepsOptions) {
    this.#options = options;
    this.#concurrency = Math.max(1, Math.floor(options.concurrency));
    this.#extractedBefore = this.#concurrency > 1 ? Object.keys(options.session.state().variables) : [];
  }

  async run(): Promise<StepCounts> {
    const { steps, signal, resume, sequenceOf } = this.#options;
    this.#jumps = resume?.jumps ?? 0;
    const iterator = Symbol.asyncIterator in steps ? steps[Symbol.asyncIterator]() : steps[Symbol.iterator]();
    try {
      const flow = new StepFlow(
        async () => {
          const next = await nextUnlessAborted(iterator, signal);
          return next === undefined || next.done ? undefined : next.value;
        },
        resume,
        sequenceOf,
      );
      if (resume?.jump !== undefined && !this.#isOver()) await this.#follow(flow, resume.jump);
      while (!this.#isOver()) {
        const step = await flow.next();
        if (step === undefined) break;
        await this.#accept(step);
        if (this.#jump !== undefined && !this.#isOver()) await this.#follow(flow, this.#jump);
      }
    } catch (error) {
      this.#fault ??= { error };
    }
    await this.#drain();
    if (signal.aborted || this.#fault !== undefined) closeQuietly(iterator);
    if (this.#fault !== undefined) throw this.#fault.error;
    return this.#counts;
  }

  async #accept(step: HttpStep): Promise<void> {
    if (this.#stoppedBy !== undefined) {
      await this.#skipWaiting();
      return await this.#skip(step);
    }
    this.#waiting.push(await this.#openStep(step));
    this.#startReady();
    while (this.#isFull() && !this.#isOver()) await this.#ended.promise;
  }

  /** Whether every slot is taken, or as many steps wait for others as there are slots. */
  #isFull(): boolean {
    if (this.#running === 0) return false;
    return this.#running >= this.#concurrency || this.#waiting.length >= this.#concurrency;
  }

  /** Jumps to the step requested by a script; with parallel requests there is no order to change. */
  async #follow(flow: StepFlow, { from, target }: Jump): Promise<void> {
    this.#jump = undefined;
    this.#jumps += 1;
    const { maxJumps = 1000 } = this.#options;
    const isTooMany = this.#jumps > maxJumps;
    const { found, skipped } = await flow.jump(isTooMany ? null : target);
    let reason = `because "${from}" went on with "${target}".`;
    if (target === null) reason = `because "${from}" ended the sequence.`;
    else if (isTooMany) reason = `because the scripts jumped more than ${maxJumps} times.`;
    else if (!found) reason = `because "${from}" went on with "${target}", which is no step of this group.`;
    for (const step of skipped) await this.#skip(step, `Skipped ${reason}`);
  }

  #isOver(): boolean {
    return this.#options.signal.aborted || this.#fault !== undefined;
  }

  async #drain(): Promise<void> {
    while (this.#running > 0) await this.#ended.promise;
    if (!this.#isOver()) await this.#skipWaiting();
  }

  async #skipWaiting(): Promise<void> {
    for (const { step } of this.#waiting.splice(0)) await this.#skip(step);
  }

  async #openStep(step: HttpStep): Promise<OpenStep> {
    const opened: OpenStep = { step, provides: new Set(), uses: new Set(), addresses: new Set(), waitsFor: new Set() };
    if (this.#concurrency > 1) await this.#order(opened);
    this.#open.add(opened);
    return opened;
  }

  async #order(opened: OpenStep): Promise<void> {
    const { step } = opened;
    opened.provides = new Set(providedVariables(step));
    const known = this.#extracted.get(step.group) ?? new Set(this.#extractedBefore);
    if (known.size > 0) {
      const used = (await this.#options.session.variablesUsedBy?.(step)) ?? findVariables(step);
      opened.uses = new Set(used).intersection(known);
      opened.addresses = namesInAddress(step).intersection(known);
    }
    if (opened.provides.size > 0) this.#extracted.set(step.group, known.union(opened.provides));
    if (opened.provides.size === 0 && opened.uses.size === 0) return;
    for (const other of this.#open) {
      if (other.step.group === step.group && mustFollow(opened, other)) opened.waitsFor.add(other);
    }
  }

  #startReady(): void {
    if (this.#stoppedBy !== undefined || this.#isOver()) return;
    for (let index = 0; index < this.#waiting.length && this.#running < this.#concurrency; ) {
      const candidate = this.#waiting[index]!;
      if (candidate.waitsFor.size > 0) {
        index += 1;
        continue;
      }
      this.#waiting.splice(index, 1);
      this.#start(candidate);
    }
  }

  #start(opened: OpenStep): void {
    this.#running += 1;
    this.#execute(opened.step)
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#running -= 1;
        this.#open.delete(opened);
        for (const other of this.#waiting) other.waitsFor.delete(opened);
        this.#startReady();
        this.#ended.resolve();
        this.#ended = Promise.withResolvers();
      });
  }

  async #execute(step: HttpStep): Promise<void> {
    const { session, signal, stopOnFailure } = this.#options;
    await this.#emit({ type: 'started', step });
    const result = await session.execute(step, { signal });
    if (result.nextStep !== undefined && this.#concurrency === 1) {
      this.#jump = { from: step.name, target: result.nextStep };
    }
    if (result.skippedBecause !== undefined) return await this.#skip(step, result.skippedBecause);
    if (result.skippedByScript) return await this.#skip(step, 'Skipped by its pre-request script.');
    this.#count(result);
    if (stopOnFailure && result.status !== 'passed' && result.status !== 'cancelled') this.#stoppedBy ??= step.name;
    await this.#emit({ type: 'finished', step, result });
  }

  #count({ status }: HttpStepResult): void {
    this.#counts.total += 1;
    this.#counts[status] += 1;
  }

  async #skip(step: HttpStep, message = `Skipped because "${this.#stoppedBy}" did not pass.`): Promise<void> {
    this.#counts.total += 1;
    this.#counts.skipped += 1;
    await this.#emit({ type: 'skipped', step, message });
  }

  /** Emits one event at a time, so that the receiver needs no locking. */
  #emit(event: StepEvent): Promise<void> {
    const emitted = this.#emitting.then(() => this.#options.emit(event));
    this.#emitting = emitted.catch(() => undefined);
    return emitted;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const changes = ({ step }: OpenStep): boolean => !safeMethods.has(step.method.toUpperCase());

function mustFollow(later: OpenStep, earlier: OpenStep): boolean {
  if (!later.uses.isDisjointFrom(earlier.provides) || !later.provides.isDisjointFrom(earlier.uses)) return true;
  return (changes(later) || changes(earlier)) && !later.addresses.isDisjointFrom(earlier.addresses);
}

function namesInAddress({ url, pathParams }: HttpStep): Set<string> {
  return new Set([url, ...pathParams.map(({ value }) => value)].flatMap(variableNames));
}

/** Returns undefined if the signal aborts first; leaves no listener behind. */
function nextUnlessAborted<T>(
  iterator: AsyncIterator<T> | Iterator<T>,
  signal: AbortSignal,
): Promise<IteratorResult<T> | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    Promise.resolve(iterator.next())
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** A source that never provides its next step must not keep an aborted run open. */
function closeQuietly(iterator: AsyncIterator<HttpStep> | Iterator<HttpStep>): void {
  try {
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  } catch {
    // The source's own clean-up failed; the run's outcome stands.
  }
}
