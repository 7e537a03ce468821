import type { LoadExecutor, LoadScenario, LoadStage, LoadThreshold } from '../plan.ts';
import { readThresholds } from './k6-thresholds.ts';
import { findAssigned, type LiteralValue, readLiteral, Unreadable } from './object-literal.ts';
import { readDuration } from './read-duration.ts';
import type { Report } from './report.ts';

/** K6Options are the load options of a k6 script; requests come from elsewhere. */
export interface K6Options {
  scenarios: K6Scenario[];
  thresholds: LoadThreshold[];
  /** Options without a counterpart, or computed by the script. */
  unread: { path: string; message: string }[];
}

/** A scenario in the options of a k6 script. */
export type K6Scenario = Pick<LoadScenario, 'name' | 'executor' | 'startMs' | 'gracefulStopMs'>;

type Options = { [key: string]: LiteralValue };

/** readK6Options reads the exported `options` object of a k6 script as data; the script is never executed. */
export function readK6Options(script: string): K6Options {
  const unread: K6Options['unread'] = [];
  const report: Report = (path, message) => {
    unread.push({ path, message });
  };
  const place = findAssigned(script, 'options');
  const value = place === undefined ? undefined : readLiteral(script, place);
  if (!isObject(value)) {
    report('options', 'The script has no options that are written as an object.');
    return { scenarios: [], thresholds: [], unread };
  }
  const { thresholds, scenarios, ...shortcuts } = value;
  const readable = readThresholds(thresholds, report);
  if (scenarios === undefined) return { scenarios: readShortcut(shortcuts, report), thresholds: readable, unread };
  for (const key of Object.keys(shortcuts)) report(key, 'It has no meaning here, or none beside scenarios.');
  return { scenarios: readScenarios(scenarios, report), thresholds: readable, unread };
}

/** `vus`, `duration`, `iterations` and `stages` without scenarios, mapped to an executor as in k6. */
function readShortcut(options: Options, report: Report): K6Scenario[] {
  const fields = new Fields(options, '', report);
  const executor = shortcutExecutor(fields);
  fields.reportRest();
  return fields.failed || executor === undefined ? [] : [{ name: 'default', executor }];
}

function shortcutExecutor(fields: Fields): LoadExecutor | undefined {
  if (fields.has('stages'))
    return { type: 'ramping-vus', startVus: fields.number('vus') ?? 1, stages: fields.stages('stages') };
  if (fields.has('iterations')) {
    const maxDurationMs = fields.duration('duration');
    const iterations = fields.number('iterations') ?? 1;
    const vus = fields.number('vus') ?? 1;
    return { type: 'shared-iterations', vus, iterations, ...(maxDurationMs === undefined ? {} : { maxDurationMs }) };
  }
  if (!fields.has('duration'))
    return fields.has('vus')
      ? { type: 'shared-iterations', vus: fields.number('vus') ?? 1, iterations: fields.number('vus') ?? 1 }
      : undefined;
  return { type: 'constant-vus', vus: fields.number('vus') ?? 1, durationMs: fields.required('duration') };
}

function readScenarios(value: LiteralValue, report: Report): K6Scenario[] {
  if (!isObject(value)) {
    report('scenarios', 'They are computed by the script.');
    return [];
  }
  return Object.entries(value).flatMap(([name, options]) => {
    const path = `scenarios.${name}`;
    if (!isObject(options)) {
      report(path, 'It is computed by the script.');
      return [];
    }
    const fields = new Fields(options, `${path}.`, report);
    const executor = scenarioExecutor(fields);
    if (executor === undefined) {
      report(`${path}.executor`, 'This executor is not known here.');
      return [];
    }
    const startMs = fields.duration('startTime');
    const gracefulStopMs = fields.duration('gracefulStop');
    fields.reportRest();
    if (fields.failed) return [];
    return [
      {
        name,
        executor,
        ...(startMs === undefined ? {} : { startMs }),
        ...(gracefulStopMs === undefined ? {} : { gracefulStopMs }),
      },
    ];
  });
}

function scenarioExecutor(fields: Fields): LoadExecutor | undefined {
  const type = fields.text('executor');
  switch (type) {
    case 'constant-vus':
      return { type, vus: fields.number('vus') ?? 1, durationMs: fields.required('duration') };
    case 'ramping-vus': {
      const gracefulRampDownMs = fields.duration('gracefulRampDown');
      return {
        type,
        startVus: fields.number('startVUs') ?? 1,
        stages: fields.stages('stages'),
        ...(gracefulRampDownMs === undefined ? {} : { gracefulRampDownMs }),
      };
    }
    case 'shared-iterations':
    case 'per-vu-iterations': {
      const maxDurationMs = fields.duration('maxDuration');
      return {
        type,
        vus: fields.number('vus') ?? 1,
        iterations: fields.number('iterations') ?? 1,
        ...(maxDurationMs === undefined ? {} : { maxDurationMs }),
      };
    }
    case 'constant-arrival-rate':
      return {
        type,
        rate: fields.number('rate') ?? fields.fail('rate', 'It is missing.'),
        ...openFields(fields),
        durationMs: fields.required('duration'),
      };
    case 'ramping-arrival-rate':
      return {
        type,
        startRate: fields.number('startRate') ?? 0,
        ...openFields(fields),
        stages: fields.stages('stages'),
      };
    default:
      return undefined;
  }
}

function openFields(fields: Fields): { timeUnitMs?: number; preAllocatedVus: number; maxVus?: number } {
  const timeUnitMs = fields.duration('timeUnit');
  const maxVus = fields.number('maxVUs');
  return {
    ...(timeUnitMs === undefined ? {} : { timeUnitMs }),
    preAllocatedVus: fields.number('preAllocatedVUs') ?? fields.fail('preAllocatedVUs', 'It is missing.'),
    ...(maxVus === undefined ? {} : { maxVus }),
  };
}

/** Fields reads the fields of one object and remembers which were requested. */
class Fields {
  failed = false;
  readonly #options: Options;
  readonly #path: string;
  readonly #report: Report;
  readonly #asked = new Set<string>();

  constructor(options: Options, path: string, report: Report) {
    this.#options = options;
    this.#path = path;
    this.#report = report;
  }

  has(name: string): boolean {
    return this.#options[name] !== undefined;
  }

  number(name: string): number | undefined {
    return this.#read(name, 'a number', (value) => (typeof value === 'number' ? value : undefined));
  }

  text(name: string): string | undefined {
    return this.#read(name, 'a text', (value) => (typeof value === 'string' ? value : undefined));
  }

  /** In ms. */
  duration(name: string): number | undefined {
    return this.#read(name, 'a duration', readDuration);
  }

  required(name: string): number {
    return this.duration(name) ?? this.fail(name, 'It is missing.');
  }

  stages(name: string): LoadStage[] {
    return this.#read(name, 'a list of stages', readStages) ?? [];
  }

  /** Marks the object as unusable; returns a placeholder number that is never shown. */
  fail(name: string, message: string): number {
    if (!this.failed || !this.has(name)) this.#report(`${this.#path}${name}`, message);
    this.failed = true;
    return 0;
  }

  reportRest(): void {
    for (const name of Object.keys(this.#options))
      if (!this.#asked.has(name)) this.#report(`${this.#path}${name}`, 'It has no equal here.');
  }

  #read<T>(name: string, wanted: string, read: (value: LiteralValue) => T | undefined): T | undefined {
    this.#asked.add(name);
    const value = this.#options[name];
    if (value === undefined) return undefined;
    const result = read(value);
    if (result !== undefined) return result;
    this.#report(
      `${this.#path}${name}`,
      value instanceof Unreadable ? `It is computed by the script: ${value.source}` : `It is not ${wanted}.`,
    );
    this.failed = true;
    return undefined;
  }
}

function readStages(value: LiteralValue): LoadStage[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const stages = value.flatMap((stage): LoadStage[] => {
    if (!isObject(stage)) return [];
    const durationMs = readDuration(stage.duration);
    return durationMs === undefined || typeof stage.target !== 'number' ? [] : [{ durationMs, target: stage.target }];
  });
  return stages.length === value.length ? stages : undefined;
}

function isObject(value: LiteralValue | undefined): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unreadable);
}
