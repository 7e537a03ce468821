import type { ReportRun } from './run.ts';

/** renderJsonReport writes the run and its steps as one JSON document, a step a line. */
export async function* renderJsonReport({ steps, ...run }: ReportRun): AsyncIterable<string> {
  yield `{"run":${JSON.stringify(run)},"steps":[`;
  let separator = '\n';
  for await (const step of steps) {
    yield `${separator}${JSON.stringify(step)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
