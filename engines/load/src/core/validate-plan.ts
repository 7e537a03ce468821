import type { LoadExecutor, LoadPlan, LoadScenario, LoadStage, ThinkTime, ThresholdTarget } from './plan.ts';
import { durationOf } from './planned-users.ts';
import { parseThreshold } from './thresholds/thresholds.ts';

/** A problem of a plan: its dotted path, and what to do. */
export interface PlanProblem {
  path: string;
  message: string;
}

/** validatePlan lists all problems of a plan; a plan without any can run. */
export function validatePlan(plan: LoadPlan): PlanProblem[] {
  const problems: PlanProblem[] = [];
  if (plan.scenarios.length === 0) problems.push({ path: 'scenarios', message: 'Add at least one scenario.' });
  const names = new Set<string>();
  for (const [place, scenario] of plan.scenarios.entries()) {
    const path = `scenarios.${place}`;
    if (names.has(scenario.name))
      problems.push({ path: `${path}.name`, message: `Two scenarios are named "${scenario.name}". Rename one.` });
    names.add(scenario.name);
    problems.push(...scenarioProblems(scenario, path));
  }
  for (const [place, threshold] of plan.thresholds.entries()) {
    const path = `thresholds.${place}`;
    const parsed = parseThreshold(threshold.expression);
    if ('problem' in parsed) problems.push({ path: `${path}.expression`, message: parsed.problem });
    const missing = missingTarget(plan, threshold.target);
    if (missing !== undefined) problems.push({ path: `${path}.target`, message: missing });
    problems.push(...notBelow(threshold.delayMs ?? 0, 0, `${path}.delayMs`, 'The delay'));
  }
  return problems;
}

function scenarioProblems(scenario: LoadScenario, path: string): PlanProblem[] {
  const { executor, name, steps, data, pacingMs, thinkTime } = scenario;
  const problems: PlanProblem[] = [];
  const add = (place: string, message: string) => problems.push({ path: `${path}.${place}`, message });
  if (name.trim() === '') add('name', 'Give the scenario a name.');
  if (steps.length === 0) add('steps', 'Add at least one request.');
  problems.push(...notBelow(scenario.startMs ?? 0, 0, `${path}.startMs`, 'The start'));
  problems.push(...notBelow(scenario.gracefulStopMs ?? 0, 0, `${path}.gracefulStopMs`, 'The graceful stop'));
  if (pacingMs !== undefined) {
    problems.push(...notBelow(pacingMs, 0, `${path}.pacingMs`, 'The pacing'));
    if ('preAllocatedVus' in executor)
      add('pacingMs', 'Leave the pacing out: an arrival rate already spaces the iterations.');
  }
  if (data !== undefined && data.rows.length === 0)
    add('data.rows', 'The data has no rows. Add rows or leave the data out.');
  if (thinkTime !== undefined) problems.push(...thinkTimeProblems(thinkTime, `${path}.thinkTime`));
  problems.push(...executorProblems(executor, `${path}.executor`));
  return problems;
}

function executorProblems(executor: LoadExecutor, path: string): PlanProblem[] {
  switch (executor.type) {
    case 'constant-vus':
      return [...wholeFrom(executor.vus, 1, `${path}.vus`, 'Virtual users'), ...duration(executor, path)];
    case 'ramping-vus':
      return [
        ...wholeFrom(executor.startVus, 0, `${path}.startVus`, 'The start'),
        ...stageProblems(executor.stages, path, { whole: true }),
        ...notBelow(executor.gracefulRampDownMs ?? 0, 0, `${path}.gracefulRampDownMs`, 'The graceful ramp-down'),
        ...(Math.max(executor.startVus, ...executor.stages.map((stage) => stage.target)) > 0
          ? []
          : [{ path: `${path}.stages`, message: 'No stage has a virtual user. Raise a target.' }]),
        ...duration(executor, path),
      ];
    case 'shared-iterations':
    case 'per-vu-iterations':
      return [
        ...wholeFrom(executor.vus, 1, `${path}.vus`, 'Virtual users'),
        ...wholeFrom(executor.iterations, 1, `${path}.iterations`, 'Iterations'),
        ...duration(executor, path),
      ];
    case 'constant-arrival-rate':
      return [
        ...above(executor.rate, 0, `${path}.rate`, 'The rate'),
        ...arrivalProblems(executor, path),
        ...duration(executor, path),
      ];
    case 'ramping-arrival-rate':
      return [
        ...notBelow(executor.startRate, 0, `${path}.startRate`, 'The start rate'),
        ...stageProblems(executor.stages, path, { whole: false }),
        ...arrivalProblems(executor, path),
        ...duration(executor, path),
      ];
  }
}

type Open = Extract<LoadExecutor, { preAllocatedVus: number }>;

function arrivalProblems(
  { timeUnitMs = 1000, preAllocatedVus, maxVus = preAllocatedVus }: Open,
  path: string,
): PlanProblem[] {
  const problems = [
    ...above(timeUnitMs, 0, `${path}.timeUnitMs`, 'The time unit'),
    ...wholeFrom(preAllocatedVus, 0, `${path}.preAllocatedVus`, 'Virtual users at the start'),
    ...wholeFrom(maxVus, 1, `${path}.maxVus`, 'The most virtual users'),
  ];
  if (maxVus < preAllocatedVus)
    problems.push({
      path: `${path}.maxVus`,
      message: 'The most virtual users cannot be fewer than those at the start.',
    });
  return problems;
}

function stageProblems(stages: readonly LoadStage[], path: string, { whole }: { whole: boolean }): PlanProblem[] {
  if (stages.length === 0) return [{ path: `${path}.stages`, message: 'Add at least one stage.' }];
  return stages.flatMap(({ durationMs, target }, place) => [
    ...notBelow(durationMs, 0, `${path}.stages.${place}.durationMs`, 'The duration of a stage'),
    ...(whole
      ? wholeFrom(target, 0, `${path}.stages.${place}.target`, 'The target of a stage')
      : notBelow(target, 0, `${path}.stages.${place}.target`, 'The target of a stage')),
  ]);
}

function thinkTimeProblems(thinkTime: ThinkTime, path: string): PlanProblem[] {
  switch (thinkTime.type) {
    case 'constant':
      return notBelow(thinkTime.ms, 0, `${path}.ms`, 'The think time');
    case 'uniform':
      return [
        ...notBelow(thinkTime.minMs, 0, `${path}.minMs`, 'The shortest think time'),
        ...notBelow(thinkTime.maxMs, thinkTime.minMs, `${path}.maxMs`, 'The longest think time'),
      ];
    case 'normal':
      return [
        ...notBelow(thinkTime.meanMs, 0, `${path}.meanMs`, 'The mean think time'),
        ...notBelow(thinkTime.deviationMs, 0, `${path}.deviationMs`, 'The deviation of the think time'),
      ];
  }
}

function missingTarget(plan: LoadPlan, target: ThresholdTarget): string | undefined {
  if (target.type === 'total') return undefined;
  const scenarios = plan.scenarios.filter(({ name }) => target.scenario === undefined || name === target.scenario);
  if (scenarios.length === 0) return `There is no scenario "${target.scenario}".`;
  if (target.type === 'scenario') return undefined;
  const found = scenarios.some((scenario) => scenario.steps.some((step) => step.name === target.request));
  return found ? undefined : `There is no request "${target.request}".`;
}

function duration(executor: LoadExecutor, path: string): PlanProblem[] {
  return above(
    durationOf(executor),
    0,
    'stages' in executor ? `${path}.stages` : `${path}.${'iterations' in executor ? 'maxDurationMs' : 'durationMs'}`,
    'The duration',
  );
}

function above(value: number, limit: number, path: string, name: string): PlanProblem[] {
  return Number.isFinite(value) && value > limit ? [] : [{ path, message: `${name} must be more than ${limit}.` }];
}

function notBelow(value: number, limit: number, path: string, name: string): PlanProblem[] {
  return Number.isFinite(value) && value >= limit ? [] : [{ path, message: `${name} must be at least ${limit}.` }];
}

function wholeFrom(value: number, limit: number, path: string, name: string): PlanProblem[] {
  if (Number.isSafeInteger(value) && value >= limit) return [];
  return [{ path, message: `${name}: write a whole number of at least ${limit}.` }];
}
