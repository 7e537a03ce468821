import type { ImportedStep } from '@touchstone/engine-import';

/**
 * stepLines writes requests one per line, after a head line for what they belong to, so that any number is written in
 * small pieces.
 */
export function* stepLines(head: object, steps: Iterable<ImportedStep>): Generator<string> {
  yield JSON.stringify(head);
  for (const step of steps) yield `\n${JSON.stringify(step)}`;
}

/** readStepLines reads back what `stepLines` wrote, one request at a time. */
export function* readStepLines<Head>(text: string): Generator<undefined, { head: Head; steps: ImportedStep[] }> {
  let end = text.indexOf('\n');
  const head = JSON.parse(end < 0 ? text : text.slice(0, end)) as Head;
  const steps: ImportedStep[] = [];
  while (end >= 0) {
    const start = end + 1;
    end = text.indexOf('\n', start);
    steps.push(JSON.parse(text.slice(start, end < 0 ? undefined : end)));
    yield;
  }
  return { head, steps };
}
