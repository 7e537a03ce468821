import { importCurl } from '@touchstone/engine-import/core';

/** readCurl reads the first request of a curl command, and reports what was left out. */
export function readCurl(text: string) {
  const { steps, problems } = importCurl(text);
  const notes = problems.map(({ reason }) => reason);
  if (steps.length > 1) notes.push(`The command sends ${steps.length} requests. Only the first was taken over.`);
  return { step: steps[0], notes };
}
