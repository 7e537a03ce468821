import type { Clock } from '@touchstone/kernel';
import { argumentOf, findKeyword } from '../catalogue.ts';
import { compareTexts } from '../compare-texts.ts';
import type { conditionStates, Keyword } from '../keyword.ts';
import { listOf, pairsOf } from '../lines.ts';
import { type Step, stepLimits } from '../step.ts';
import type { Outcome } from './driver.ts';
import { fillArguments } from './fill-arguments.ts';
import { secretMask } from './mask-secrets.ts';
import { maskedOutcome } from './masked-outcome.ts';
import { Measures } from './measures.ts';
import type { RunResult, StepAttempt, StepPlace, StepStatus } from './run-event.ts';
import { type RunPlan, type RunPorts, runLimits } from './run-plan.ts';
import { Scope } from './variables.ts';

/** How a sequence continues after a step: with the next one, or not because of a failure, an end step or a stop. */
type Flow = 'next' | 'halt' | 'end' | 'stopped';
interface Done {
  flow: Flow;
  status: 'passed' | 'failed' | 'error';
  message: string;
}
interface Attempt extends Done {
  outcome?: Outcome;
}
interface Place {
  scope: Scope;
  parent: number | null;
  path: string[];
  iteration: number | null;
  functionDepth: number;
}

const passed: Done = { flow: 'next', status: 'passed', message: '' };
const stopped: Done = { flow: 'stopped', status: 'error', message: 'The run was stopped.' };
const errorOf = (message: string): Done => ({ flow: 'halt', status: 'error', message });
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Interpreter runs one script once. */
export class Interpreter {
  readonly #plan: RunPlan;
  readonly #ports: RunPorts;
  readonly #clock: Clock;
  readonly #mask: (text: string) => string;
  readonly #signal: AbortSignal;
  readonly #counts: Record<StepStatus, number> = { passed: 0, failed: 0, error: 0, skipped: 0 };
  readonly #measures: Measures;
  #sequence = 0;
  #isFlaky = false;

  constructor(plan: RunPlan, ports: RunPorts, clock: Clock) {
    this.#plan = plan;
    this.#ports = ports;
    this.#clock = clock;
    this.#measures = new Measures(clock);
    this.#mask = secretMask(ports.secrets ?? []);
    this.#signal = ports.signal ?? new AbortController().signal;
  }

  async run(): Promise<Omit<RunResult, 'durationMs'>> {
    const scope = this.#newScope(this.#ports.own);
    const done = await this.#sequenceOf(this.#plan.steps, {
      scope,
      parent: null,
      path: [],
      iteration: null,
      functionDepth: 0,
    });
    return {
      status: done.flow === 'stopped' ? 'stopped' : done.status,
      message: this.#mask(done.message),
      variables: Object.fromEntries(scope.own),
      counts: this.#counts,
      isFlaky: this.#isFlaky,
    };
  }

  #newScope(own?: Map<string, string>): Scope {
    const { variables, lookup } = this.#ports;
    return new Scope((name) => (Object.hasOwn(variables, name) ? variables[name] : lookup?.(name)), own);
  }

  /** Runs steps one after the other; their status is the worst of the steps after which the script continued. */
  async #sequenceOf(steps: readonly Step[], place: Place): Promise<Done> {
    let all = passed;
    for (const [at, step] of steps.entries()) {
      const isStopped = this.#signal.aborted;
      const done = isStopped ? stopped : await this.#step(step, place);
      if (done.flow !== 'next') {
        await this.#skip(steps.slice(isStopped ? at : at + 1), place, reasons[done.flow]);
        return endedBy(done, all);
      }
      if (done.status !== 'passed' && all.status === 'passed') all = done;
    }
    return all;
  }

  async #skip(steps: readonly Step[], place: Place, message: string): Promise<void> {
    for (const step of steps) {
      const { scope: _scope, functionDepth: _depth, ...where } = place;
      this.#counts.skipped += 1;
      this.#sequence += 1;
      await this.#ports.report({
        type: 'stepFinished',
        step,
        sequence: this.#sequence,
        ...where,
        status: 'skipped',
        durationMs: 0,
        message,
        isFlaky: false,
      });
    }
  }

  async #step(step: Step, place: Place): Promise<Done> {
    if (!step.isEnabled) {
      await this.#skip([step], place, 'The step is switched off.');
      return passed;
    }
    if (this.#sequence >= runLimits.executions)
      return errorOf(`The script ran ${runLimits.executions} steps and was ended. Repeat less in its loops.`);
    this.#sequence += 1;
    const where: StepPlace = {
      step,
      sequence: this.#sequence,
      parent: place.parent,
      path: place.path,
      iteration: place.iteration,
    };
    await this.#ports.report({ type: 'stepStarted', ...where, args: this.#shownArgs(step, place.scope) });
    const startedAt = this.#clock.monotonicMs();
    const attempts = await this.#attempts(step, { ...place, parent: where.sequence });
    const last = attempts.at(-1)!;
    await this.#finish(where, attempts, this.#clock.monotonicMs() - startedAt);
    const softly = last.done.flow === 'halt' && step.onFailure === 'continue';
    return softly ? { ...last.done, flow: 'next' } : last.done;
  }

  async #attempts(step: Step, inside: Place): Promise<{ done: Attempt; durationMs: number }[]> {
    const most = step.onFailure === 'retry' ? 1 + Math.min(Math.max(step.retries, 0), stepLimits.retries) : 1;
    const attempts: { done: Attempt; durationMs: number }[] = [];
    while (attempts.length < most) {
      const startedAt = this.#clock.monotonicMs();
      const done = await this.#attempt(step, inside);
      attempts.push({ done, durationMs: this.#clock.monotonicMs() - startedAt });
      if (done.status === 'passed' || done.flow === 'end' || done.flow === 'stopped' || this.#signal.aborted) break;
    }
    return attempts;
  }

  async #finish(where: StepPlace, attempts: { done: Attempt; durationMs: number }[], durationMs: number) {
    const { done } = attempts.at(-1)!;
    const { status, outcome } = done;
    const isFlaky = status === 'passed' && attempts.length > 1;
    this.#isFlaky ||= isFlaky;
    this.#counts[status] += 1;
    const mask = this.#mask;
    const evidence = [...(outcome?.evidence ?? []), ...(await this.#evidence(where.step, done))];
    const reported: StepAttempt[] = attempts.map((attempt) => ({
      status: attempt.done.status,
      message: mask(attempt.done.message),
      durationMs: attempt.durationMs,
    }));
    await this.#ports.report({
      type: 'stepFinished',
      ...where,
      status,
      durationMs,
      message: mask(done.message),
      isFlaky,
      ...(outcome && maskedOutcome(outcome, mask)),
      ...(evidence.length > 0 && { evidence: evidence.map((item) => ({ ...item, name: mask(item.name) })) }),
      ...(attempts.length > 1 && { attempts: reported }),
    });
  }

  /** A picture for steps that act on the application; containers leave it to their steps. */
  async #evidence(step: Step, { outcome, status }: Attempt) {
    const isWanted = step.evidence === 'always' || (step.evidence === 'failure' && status !== 'passed');
    if (!isWanted || !outcome) return [];
    try {
      const picture = await this.#ports.driver.screenshot();
      return picture ? [picture] : [];
    } catch {
      return [];
    }
  }

  #shownArgs(step: Step, scope: Scope): Record<string, string> {
    const shown = Object.entries(step.args).map(([name, text]) => {
      try {
        return [name, this.#mask(scope.fill(text))];
      } catch {
        return [name, this.#mask(text)];
      }
    });
    return Object.fromEntries(shown);
  }

  async #attempt(step: Step, place: Place): Promise<Attempt> {
    const keyword = findKeyword(step.keyword);
    if (!keyword) return errorOf(`There is no keyword ${step.keyword}. Choose another one.`);
    try {
      switch (keyword.id) {
        case 'if':
          return await this.#branch(keyword, step, place);
        case 'forEach':
          return await this.#forEach(keyword, step, place);
        case 'while':
          return await this.#while(keyword, step, place);
        case 'tryCatch':
          return await this.#tryCatch(step, place);
        case 'callFunction':
          return await this.#call(step, place);
        case 'stop':
          return this.#stop(keyword, step, place.scope);
        case 'comment':
          return passed;
        case 'startMeasure':
          this.#measures.start(place.scope.fill(step.args.name ?? ''));
          return passed;
        case 'endMeasure':
          return this.#endMeasure(step, place.scope);
        case 'setVariable':
          return this.#store(step, place.scope, place.scope.fill(step.args.value ?? ''));
        default:
          return await this.#perform(keyword, step, place.scope);
      }
    } catch (error) {
      return errorOf(sentence(error));
    }
  }

  async #perform(keyword: Keyword, step: Step, scope: Scope): Promise<Attempt> {
    if (keyword.target === 'required' && !step.target)
      return errorOf(`${keyword.title} needs an element. Pick one for this step.`);
    const filled = fillArguments(keyword, step, scope);
    if ('problem' in filled) return errorOf(filled.problem);
    const outcome = await this.#ports.driver.perform({
      keyword: keyword.id,
      target: step.target && scope.fillTarget(step.target),
      ...filled,
      timeoutMs: step.timeoutMs ?? this.#plan.timeoutMs,
      signal: this.#signal,
    });
    const { status, message } = outcome;
    if (status !== 'passed') return { flow: this.#signal.aborted ? 'stopped' : 'halt', status, message, outcome };
    if (outcome.value === undefined || !filled.args.variable) return { flow: 'next', status, message, outcome };
    return { ...this.#store(step, scope, outcome.value), outcome };
  }

  #endMeasure(step: Step, scope: Scope): Attempt {
    const [name, most] = [scope.fill(step.args.name ?? ''), scope.fill(step.args.most ?? '')];
    const outcome = this.#measures.end(name, most);
    const { status, message, measure } = outcome;
    if (measure && step.args.variable) this.#store(step, scope, String(measure.ms));
    return { flow: status === 'passed' ? 'next' : 'halt', status, message, outcome };
  }

  #store(step: Step, scope: Scope, value: string): Done {
    const name = scope.fill(step.args.variable ?? '').trim();
    if (!name) return errorOf('Say which variable is set.');
    scope.own.set(name, value);
    const shown = value.length > 200 ? `${value.slice(0, 200)}…` : value;
    return { ...passed, message: `${name} is now "${shown}".` };
  }

  #stop(keyword: Keyword, step: Step, scope: Scope): Done {
    const reason = scope.fill(argumentOf(keyword, step.args, 'reason'));
    const isFailure = argumentOf(keyword, step.args, 'result') === 'failed';
    return { flow: 'end', status: isFailure ? 'failed' : 'passed', message: reason || 'The script ended itself.' };
  }

  async #holds(keyword: Keyword, step: Step, scope: Scope): Promise<boolean> {
    const argument = (name: string) => scope.fill(argumentOf(keyword, step.args, name));
    if (!step.target) return compareTexts(argument('operator'), argument('left'), argument('right'));
    const answer = await this.#ports.driver.state({
      target: scope.fillTarget(step.target),
      state: argument('state') as (typeof conditionStates)[number],
      timeoutMs: step.timeoutMs ?? this.#plan.timeoutMs,
      signal: this.#signal,
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.holds;
  }

  async #branch(keyword: Keyword, step: Step, place: Place): Promise<Done> {
    const holds = await this.#holds(keyword, step, place.scope);
    const done = await this.#sequenceOf((holds ? step.steps : step.otherwise) ?? [], within(step, place));
    return done.message ? done : { ...done, message: holds ? 'The condition holds.' : 'The condition does not hold.' };
  }

  async #forEach(keyword: Keyword, step: Step, place: Place): Promise<Done> {
    const { scope } = place;
    const values = listOf(scope.fill(argumentOf(keyword, step.args, 'values')));
    const variable = scope.fill(argumentOf(keyword, step.args, 'variable'));
    const rounds: Record<string, string>[] = step.args.values?.trim()
      ? values.map((value) => ({ [variable]: value }))
      : [...this.#ports.rows];
    if (rounds.length > runLimits.iterations)
      return errorOf(`There are ${rounds.length} values; a loop has at most ${runLimits.iterations} rounds.`);
    let all: Done = { ...passed, message: `${rounds.length} rounds.` };
    for (const [at, round] of rounds.entries()) {
      for (const [name, value] of Object.entries(round)) scope.own.set(name, value);
      const done = await this.#round(step, place, at + 1);
      if (done.flow !== 'next') return endedBy(done, all);
      if (done.status !== 'passed' && all.status === 'passed') all = done;
    }
    return all;
  }

  async #while(keyword: Keyword, step: Step, place: Place): Promise<Done> {
    const max = Number(place.scope.fill(argumentOf(keyword, step.args, 'max')));
    if (!Number.isInteger(max) || max < 1 || max > runLimits.iterations)
      return errorOf(`The most repetitions must be a whole number from 1 to ${runLimits.iterations}.`);
    let all = passed;
    for (let round = 1; await this.#holds(keyword, step, place.scope); round += 1) {
      if (this.#signal.aborted) return stopped;
      if (round > max)
        return { flow: 'halt', status: 'failed', message: `The condition still holds after ${max} repetitions.` };
      const done = await this.#round(step, place, round);
      if (done.flow !== 'next') return endedBy(done, all);
      if (done.status !== 'passed' && all.status === 'passed') all = done;
    }
    return all;
  }

  #round(step: Step, place: Place, iteration: number): Promise<Done> {
    return this.#signal.aborted
      ? Promise.resolve(stopped)
      : this.#sequenceOf(step.steps ?? [], { ...within(step, place), iteration });
  }

  async #tryCatch(step: Step, place: Place): Promise<Done> {
    const tried = await this.#sequenceOf(step.steps ?? [], within(step, place));
    if (tried.flow !== 'halt') return tried;
    const variable = place.scope.fill(step.args.variable ?? '').trim();
    if (variable) place.scope.own.set(variable, this.#mask(tried.message));
    const caught = await this.#sequenceOf(step.otherwise ?? [], within(step, place));
    return caught.message ? caught : { ...caught, message: `Caught: ${tried.message}` };
  }

  async #call(step: Step, place: Place): Promise<Done> {
    const { scope, functionDepth } = place;
    const name = scope.fill(step.args.function ?? '').trim();
    const called = this.#ports.functions.find((candidate) => candidate.name === name);
    if (!called) return errorOf(`There is no function "${name}". Choose another one, or create it.`);
    if (functionDepth >= runLimits.functionDepth)
      return errorOf(
        `Functions call each other ${runLimits.functionDepth} deep. Check whether "${name}" calls itself.`,
      );
    const given = pairsOf(step.args.inputs ?? '').map(([input, text]): [string, string] => [input, scope.fill(text)]);
    const unknown = given.find(([input]) => !called.inputs.includes(input));
    if (unknown) return errorOf(`The function "${name}" has no input ${unknown[0]}.`);
    const inner = this.#newScope(new Map(given));
    const missing = called.inputs.find((input) => inner.get(input) === undefined);
    if (missing) return errorOf(`The function "${name}" needs a value for its input ${missing}.`);
    const done = await this.#sequenceOf(called.steps, {
      ...within(step, place),
      scope: inner,
      iteration: null,
      functionDepth: functionDepth + 1,
    });
    if (done.flow !== 'next') return done;
    for (const [variable, output] of pairsOf(step.args.outputs ?? '')) {
      const value = inner.get(output);
      if (value === undefined) return errorOf(`The function "${name}" did not set its output ${output}.`);
      scope.own.set(variable, value);
    }
    return done;
  }
}

const reasons: Record<Exclude<Flow, 'next'>, string> = {
  halt: 'Not run, because a step before failed.',
  end: 'Not run, because the script ended before.',
  stopped: 'Not run, because the run was stopped.',
};

/** The result of steps that one of them ended: an earlier failure that the script continued after still counts. */
function endedBy(done: Done, before: Done): Done {
  return done.status === 'passed' && before.status !== 'passed' ? { ...before, flow: done.flow } : done;
}

function within(step: Step, place: Place): Place {
  return { ...place, path: [...place.path, step.id] };
}
