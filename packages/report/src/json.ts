import { blocksOf, type ReportDocument, stepsOf } from './document.ts';

/**
 * renderJsonReport writes the run and its steps in their kind's own terms as one JSON document, one step per line, and
 * the sections outside them.
 */
export async function* renderJsonReport(document: ReportDocument): AsyncIterable<string> {
  const { header, counts } = document;
  const { record, ...own } = header;
  yield `{"run":${JSON.stringify(record ?? { ...own, counts })},"steps":[`;
  let separator = '\n';
  for await (const step of stepsOf(document)) {
    yield `${separator}${JSON.stringify(step.record)}`;
    separator = ',\n';
  }
  const blocks = blocksOf(document);
  yield blocks.length === 0 ? '\n]}\n' : `\n],"sections":${JSON.stringify(blocks)}}\n`;
}
