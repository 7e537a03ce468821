import { blocksOf, type ReportDocument, stepsOf } from './document.ts';

/** renderJsonReport writes the run and its steps in the words of their kind as one JSON document, a step a line, and the sections beside them. */
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
