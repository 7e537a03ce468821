import { type ExportFormat, type ExportSource, exportCollection } from '@touchstone/engine-import/core';

/** ExportInput is what is exported; each request is JSON, which goes to a worker at once however many they are. */
export type ExportInput = Omit<ExportSource, 'steps'> & { format: ExportFormat; steps: string[] };

/** Exported is the text of an export and what its format cannot keep. */
export type Exported = ReturnType<typeof exportCollection>;

/** writeExport writes the requests in the format of another tool. */
export function writeExport({ format, steps, ...source }: ExportInput): Exported {
  return exportCollection(format, { ...source, steps: steps.map((step) => JSON.parse(step)) });
}
