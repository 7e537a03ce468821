import { createRequire } from 'node:module';
import { expandSteps, keepRowValues, type Row } from '@touchstone/engine-data';
import { createHttpSession, type HttpStep, runSteps } from '@touchstone/engine-http';
import { importPostman } from '@touchstone/engine-import';
import { onDemand } from '../../tools/on-demand.ts';

/** Collection is what both tools run, with their start options. */
export interface Collection {
  name: string;
  /** Items, events and variables in Postman's format 2.1. */
  collection: Record<string, unknown>;
  environment?: Record<string, unknown>;
  globals?: Record<string, unknown>;
  data?: Record<string, unknown>[];
}

/**
 * Comparison are the results of both tools: one line for each execution of a request, with the verdict of each test.
 */
export interface Comparison {
  name: string;
  newman: string[];
  touchstone: string[];
  isSame: boolean;
}

interface NewmanExecution {
  item: { name: string };
  cursor: { ref: string };
  assertions?: { assertion: string; skipped?: boolean; error?: unknown }[];
  prerequestScript?: { error?: unknown }[];
  testScript?: { error?: unknown }[];
}

interface Newman {
  run(
    options: Record<string, unknown>,
    done: (error: Error | null, summary: { run: { executions: NewmanExecution[] } }) => void,
  ): void;
}

/** Newman is installed on first use. */
const newman = () => createRequire(import.meta.url)(onDemand('newman')) as Newman;

/** compare runs a collection with both. Messages may differ, verdicts may not. */
export async function compare(given: Collection): Promise<Comparison> {
  const theirs = await runNewman(given);
  const ours = await runTouchstone(given);
  return { name: given.name, newman: theirs, touchstone: ours, isSame: theirs.join('\n') === ours.join('\n') };
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const documentOf = ({ name, collection }: Collection) => ({ info: { name, schema }, ...collection });
const valuesOf = (values: Record<string, unknown> = {}) =>
  Object.entries(values).map(([key, value]) => ({ key, value, enabled: true }));

function lineOf(name: string, tests: { name: string; passed: boolean }[], errors: string[]): string {
  const verdicts = tests.map((test) => `${test.passed ? 'ok' : 'FAILED'} ${test.name}`).sort();
  return `${name}: ${[...verdicts, ...errors.map((error) => `ERROR ${error}`)].join(', ')}`;
}

function runNewman(given: Collection): Promise<string[]> {
  const { environment, globals, data } = given;
  const options = {
    collection: documentOf(given),
    environment: { values: valuesOf(environment) },
    globals: { values: valuesOf(globals) },
    reporters: [],
    timeoutScript: 5000,
    ...(data === undefined ? {} : { iterationData: data }),
  };
  return new Promise((resolve, reject) => {
    newman().run(options, (error, summary) => {
      if (error !== null) return reject(error);
      // Requests of scripts are listed too, under the same reference.
      const executions = [...new Map(summary.run.executions.map((one) => [one.cursor.ref, one])).values()];
      resolve(
        executions.map(({ item, assertions = [], prerequestScript, testScript }) => {
          const executed = assertions.filter(({ skipped }) => !skipped);
          const failed = (scripts: { error?: unknown }[] = []) => scripts.filter(({ error: thrown }) => thrown).length;
          return lineOf(
            item.name,
            executed.map(({ assertion, error: problem }) => ({ name: assertion, passed: !problem })),
            [
              ...Array.from({ length: failed(prerequestScript) }, () => 'before'),
              ...Array.from({ length: failed(testScript) }, () => 'test'),
            ],
          );
        }),
      );
    });
  });
}

/** runTouchstone runs a collection with this product; returns one line for each execution of a request. */
export async function runTouchstone(given: Collection): Promise<string[]> {
  const { environment = {}, globals = {}, data } = given;
  const { steps, variables, problems } = importPostman(JSON.stringify(documentOf(given)));
  if (steps.length === 0) throw new Error(`${given.name}: ${problems[0]?.reason ?? 'no requests'}`);
  const texts = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
  const own = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  const session = createHttpSession({
    scopes: [texts(environment), own, texts(globals)],
    scopeNames: ['environment', 'collection', 'globals'],
  });
  const lines: string[] = [];
  try {
    await runSteps({
      steps: data === undefined ? steps : expandSteps(steps, data.map(rowOf), { iterations: data.length }),
      session,
      concurrency: 1,
      signal: new AbortController().signal,
      sequenceOf: ({ iteration }) => String(iteration?.index ?? 0),
      emit: (event) => {
        if (event.type === 'finished') lines.push(ourLine(event.step, event.result));
      },
    });
  } finally {
    await session.close();
  }
  return lines;
}

type Result = Awaited<ReturnType<ReturnType<typeof createHttpSession>['execute']>>;

function ourLine(step: HttpStep, { assertions }: Result): string {
  const scripted = assertions.filter(({ kind }) => kind === 'script');
  const tests = scripted.filter(({ path }) => path !== undefined);
  const errors = scripted.filter(({ path }) => path === undefined);
  const isBefore = ({ message }: { message: string }) => message.startsWith('Pre-request');
  return lineOf(
    step.iteration?.stepName ?? step.name,
    tests.map(({ path, status }) => ({ name: path!, passed: status === 'passed' })),
    [
      ...errors.filter(isBefore).map(() => 'before'),
      ...errors.filter((problem) => !isBefore(problem)).map(() => 'test'),
    ],
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function rowOf(values: Record<string, unknown>): Row {
  const typed = Object.entries(values).filter(([, value]) => typeof value !== 'string');
  const row = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
  return keepRowValues(row, Object.fromEntries(typed));
}
