import type { PerformanceLoad } from '@touchstone/contracts/api-testing';
import {
  type LoadExecutor,
  type LoadScenario,
  plannedLoad,
  stepLoad,
  type ThinkTime,
} from '@touchstone/engine-load/core';
import { durationText, parseDuration } from './duration-text.ts';

/** Workload models of the page; `steps` is a start load that grows in steps to an end load. */
export const loadModels = [
  { value: 'steps', label: 'Steps: start load to end load' },
  { value: 'constant-vus', label: 'Constant users' },
  { value: 'ramping-vus', label: 'Ramping users' },
  { value: 'shared-iterations', label: 'Shared iterations' },
  { value: 'per-vu-iterations', label: 'Iterations of each user' },
  { value: 'constant-arrival-rate', label: 'Constant arrival rate' },
  { value: 'ramping-arrival-rate', label: 'Ramping arrival rate' },
] as const;
export type LoadModel = (typeof loadModels)[number]['value'];

export interface StageRow {
  id: number;
  duration: string;
  target: number | string;
}

/** LoadForm is the load fields: text as typed, with possibly empty numbers. */
export interface LoadForm {
  model: LoadModel;
  startLoad: number | string;
  endLoad: number | string;
  stepSize: number | string;
  duration: string;
  vus: number | string;
  iterations: number | string;
  rate: number | string;
  preAllocatedVus: number | string;
  maxVus: number | string;
  stages: StageRow[];
}

export const emptyLoadForm: LoadForm = {
  model: 'steps',
  startLoad: 10,
  endLoad: 100,
  stepSize: 10,
  duration: '5m',
  vus: 10,
  iterations: 100,
  rate: 50,
  preAllocatedVus: 20,
  maxVus: 100,
  stages: [
    { id: 1, duration: '1m', target: 50 },
    { id: 2, duration: '3m', target: 50 },
    { id: 3, duration: '30s', target: 0 },
  ],
};

/** Problems by field; those of a stage are at `stages.<id>.duration` or `stages.<id>.target`. */
export type Problems = Record<string, string>;

type NumberField = 'startLoad' | 'endLoad' | 'stepSize' | 'vus' | 'iterations' | 'rate' | 'preAllocatedVus' | 'maxVus';
const fieldsOf: Record<LoadModel, NumberField[]> = {
  steps: ['startLoad', 'endLoad', 'stepSize'],
  'constant-vus': ['vus'],
  'ramping-vus': ['vus'],
  'shared-iterations': ['vus', 'iterations'],
  'per-vu-iterations': ['vus', 'iterations'],
  'constant-arrival-rate': ['rate', 'preAllocatedVus', 'maxVus'],
  'ramping-arrival-rate': ['rate', 'preAllocatedVus', 'maxVus'],
};
export const hasField = (model: LoadModel, field: NumberField): boolean => fieldsOf[model].includes(field);
export const hasStages = (model: LoadModel): boolean => model === 'ramping-vus' || model === 'ramping-arrival-rate';

const isWhole = (value: number | string, least: number): boolean =>
  value !== '' && Number.isSafeInteger(Number(value)) && Number(value) >= least;

/** Ramps may start at zero. */
const leastOf = (model: LoadModel, field: NumberField): number =>
  hasStages(model) && (field === 'vus' || field === 'rate') ? 0 : 1;

/** loadProblems returns all problems of the load, in words; `limit` is the plan's maximum number of users per run. */
export function loadProblems(form: LoadForm, limit: number | null): Problems {
  const problems: Problems = {};
  for (const field of fieldsOf[form.model]) {
    const least = leastOf(form.model, field);
    if (!isWhole(form[field], least)) problems[field] = `Enter a whole number of at least ${least}.`;
  }
  if (hasStages(form.model)) stageProblems(form.stages, problems);
  else if (!(Number(parseDuration(form.duration)) >= 1000))
    problems.duration = 'Enter a time of at least a second, such as 30s or 5m.';
  if (hasField(form.model, 'maxVus') && Number(form.maxVus) < Number(form.preAllocatedVus))
    problems.maxVus ??= 'At least as many as pre-allocated users.';
  if (Object.keys(problems).length === 0) {
    const { maxUsers } = plannedLoad({ scenarios: [scenarioOf(form)] });
    if (maxUsers < 1) problems.load = 'Nothing would run: the load has no user at any time.';
    else if (limit !== null && maxUsers > limit)
      problems.load = `Your plan allows ${limit} virtual users in one run; this load has ${maxUsers}.`;
  }
  return problems;
}

function stageProblems(stages: StageRow[], problems: Problems): void {
  const times = stages.map((stage) => parseDuration(stage.duration));
  for (const [index, { id, target }] of stages.entries()) {
    if (times[index] === undefined) problems[`stages.${id}.duration`] = 'Enter a time, such as 30s.';
    if (!isWhole(target, 0)) problems[`stages.${id}.target`] = 'Enter a whole number.';
  }
  if (stages.length === 0) problems.stages = 'Add at least one stage.';
  else if (times.reduce<number>((sum, ms) => sum + (ms ?? 1000), 0) < 1000)
    problems.stages = 'The stages together take less than a second.';
}

/** loadOf converts valid fields to the workload of the request. */
export function loadOf(form: LoadForm): PerformanceLoad {
  const durationMs = parseDuration(form.duration) ?? 0;
  const number = (field: NumberField) => Number(form[field]);
  const stages = form.stages.map((stage) => ({
    durationMs: parseDuration(stage.duration) ?? 0,
    target: Number(stage.target),
  }));
  const users = { preAllocatedVus: number('preAllocatedVus'), maxVus: number('maxVus') };
  switch (form.model) {
    case 'steps': {
      const [startLoad, endLoad, stepSize] = [number('startLoad'), number('endLoad'), number('stepSize')];
      return { type: form.model, startLoad, endLoad, stepSize, durationMs };
    }
    case 'constant-vus':
      return { type: form.model, vus: number('vus'), durationMs };
    case 'ramping-vus':
      return { type: form.model, startVus: number('vus'), stages };
    case 'shared-iterations':
    case 'per-vu-iterations':
      return { type: form.model, vus: number('vus'), iterations: number('iterations'), maxDurationMs: durationMs };
    case 'constant-arrival-rate':
      return { type: form.model, rate: number('rate'), durationMs, ...users };
    case 'ramping-arrival-rate':
      return { type: form.model, startRate: number('rate'), stages, ...users };
  }
}

/** formOfLoad returns the form of a workload, as it was typed. */
export function formOfLoad(load: PerformanceLoad): LoadForm {
  const form: LoadForm = { ...emptyLoadForm, model: load.type };
  if ('durationMs' in load) form.duration = durationText(load.durationMs);
  if ('maxDurationMs' in load && load.maxDurationMs !== undefined) form.duration = durationText(load.maxDurationMs);
  if ('stages' in load)
    form.stages = load.stages.map(({ durationMs, target }, index) => ({
      id: index + 1,
      duration: durationText(durationMs),
      target,
    }));
  if ('preAllocatedVus' in load) {
    form.preAllocatedVus = load.preAllocatedVus;
    form.maxVus = load.maxVus ?? load.preAllocatedVus;
  }
  switch (load.type) {
    case 'steps':
      return { ...form, startLoad: load.startLoad, endLoad: load.endLoad, stepSize: load.stepSize };
    case 'constant-vus':
      return { ...form, vus: load.vus };
    case 'ramping-vus':
      return { ...form, vus: load.startVus };
    case 'shared-iterations':
    case 'per-vu-iterations':
      return { ...form, vus: load.vus, iterations: load.iterations };
    case 'constant-arrival-rate':
      return { ...form, rate: load.rate };
    case 'ramping-arrival-rate':
      return { ...form, rate: load.startRate };
  }
}

function executorOf(form: LoadForm): LoadExecutor {
  const load = loadOf(form);
  return load.type === 'steps' ? stepLoad(load) : (load as LoadExecutor);
}

const scenarioOf = (form: LoadForm): LoadScenario => ({
  name: 'Load',
  executor: executorOf(form),
  steps: [],
  scopes: [],
});

/** planOf computes the load curve of valid fields, by the same rules that the run follows. */
export const planOf = (form: LoadForm) => plannedLoad({ scenarios: [scenarioOf(form)] });

export interface ThinkTimeForm {
  type: 'none' | ThinkTime['type'];
  first: string;
  second: string;
}

/** thinkTimeOf parses the pause after each step; undefined for none. Its problems belong to the two fields. */
export function thinkTimeOf({ type, first, second }: ThinkTimeForm): { thinkTime?: ThinkTime; problems: Problems } {
  if (type === 'none') return { problems: {} };
  const [a, b] = [parseDuration(first), type === 'constant' ? 0 : parseDuration(second)];
  const problems: Problems = {};
  const problem = 'Enter a time, such as 500ms or 2s.';
  if (a === undefined) problems.thinkFirst = problem;
  if (b === undefined) problems.thinkSecond = problem;
  if (a === undefined || b === undefined) return { problems };
  if (type === 'constant') return { thinkTime: { type, ms: a }, problems };
  if (type === 'normal') return { thinkTime: { type, meanMs: a, deviationMs: b }, problems };
  if (b < a) return { problems: { thinkSecond: 'The longest pause is below the shortest.' } };
  return { thinkTime: { type, minMs: a, maxMs: b }, problems };
}
