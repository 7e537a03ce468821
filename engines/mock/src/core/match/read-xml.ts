import { parseXml } from '@touchstone/engine-assert/core';
import type { WorkLimits } from './value-matcher.ts';

/** A document that was read. */
export type XmlDocument = ReturnType<typeof parseXml>;

/** Shorter texts are read in a few milliseconds whatever they hold. */
const largeLength = 32_000;

/** ReadingStopped says that there is no time left to read a document. Its message is for the user. */
export class ReadingStopped extends Error {}

/** readXml reads XML within the time that the request has for it. Throws ReadingStopped where that is used up, and what is wrong where the text is none. */
export function readXml(text: string, { reading }: Pick<WorkLimits, 'reading'>): XmlDocument {
  if (reading === undefined) return parseXml(text);
  const limited = text.length > largeLength && reading.guard !== undefined ? reading.guard : reading.counted;
  // What the parser itself throws passes through the limit as a value, so that it is told from the limit's own error.
  let outcome: { document: XmlDocument } | { problem: unknown };
  try {
    outcome = limited(() => {
      try {
        return { document: parseXml(text) };
      } catch (problem) {
        return { problem };
      }
    });
  } catch (error) {
    throw new ReadingStopped(`The XML takes too long to read: ${(error as Error).message}`);
  }
  if ('problem' in outcome) throw outcome.problem;
  return outcome.document;
}
