import { type ExportFormat, type ExportSource, exportCollection } from '@touchstone/engine-import/core';

/** ExportInput is what is exported. Each request is JSON, so that any number of them is passed to a worker quickly. */
export type ExportInput = Omit<ExportSource, 'steps'> & { format: ExportFormat; steps: string[] };

/** Exported is the text of an export, and what its format can't represent. */
export type Exported = ReturnType<typeof exportCollection>;

/** writeExport writes the requests in another tool's format. */
export function writeExport({ format, steps, ...source }: ExportInput): Exported {
  return exportCollection(format, { ...source, steps: steps.map((step) => JSON.parse(step)) });
}
