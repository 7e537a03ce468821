import { parseXml } from '@touchstone/engine-assert/core';
import type { WorkLimits } from './value-matcher.ts';

/** A parsed document. */
export type XmlDocument = ReturnType<typeof parseXml>;

/** Shorter texts are parsed in a few milliseconds, whatever they contain. */
const largeLength = 32_000;

/** ReadingStopped is thrown when there is no time left to read a document. Its message is for the user. */
export class ReadingStopped extends Error {}

/**
 * readXml parses XML within the request's time limit. Throws ReadingStopped when the time is used up, and the parser's
 * error if the text is not XML.
 */
export function readXml(text: string, { reading }: Pick<WorkLimits, 'reading'>): XmlDocument {
  if (reading === undefined) return parseXml(text);
  const limited = text.length > largeLength && reading.guard !== undefined ? reading.guard : reading.counted;
  // The parser's own errors pass through the limit as values, to distinguish them from the limit's error.
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
