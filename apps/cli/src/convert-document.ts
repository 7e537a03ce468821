import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  exportCurl,
  exportHar,
  exportOpenApi,
  exportPostman,
  type ImportedCollection,
} from '@touchstone/engine-import';
import { CliError } from './cli-error.ts';
import { noteProblems } from './document-run.ts';
import { readSource } from './import-source.ts';

const exporters: Record<string, (collection: ImportedCollection) => string> = {
  postman: exportPostman,
  openapi: exportOpenApi,
  har: exportHar,
  curl: ({ steps }) => steps.map((step) => `# ${step.name}\n${exportCurl(step)}\n`).join('\n'),
};

/** convertDocument reads a document of any known kind and writes its requests in another format. */
export async function convertDocument(options: {
  source: string;
  format: string;
  output: string | undefined;
  baseUrl: string | undefined;
}): Promise<void> {
  const write = Object.hasOwn(exporters, options.format) ? exporters[options.format] : undefined;
  if (!write)
    throw new CliError(`There is no export "${options.format}". Choose from ${Object.keys(exporters).join(', ')}.`);
  const collection = await readSource('import', options.source, options.baseUrl);
  // Standard output is for the document alone.
  noteProblems(collection.problems, (text) => void process.stderr.write(`${text}\n`));
  if (collection.steps.length === 0)
    throw new CliError(`Nothing to convert: ${collection.problems[0]?.reason ?? 'the document has no requests.'}`);
  const text = write(collection);
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  if (options.output === undefined) {
    process.stdout.write(ended);
    return;
  }
  try {
    await mkdir(dirname(options.output), { recursive: true });
    await writeFile(options.output, ended);
  } catch (error) {
    throw new CliError(
      `${options.output} could not be written (${(error as Error).message}). Choose another --output.`,
    );
  }
  process.stderr.write(`${collection.steps.length} requests written to ${options.output}\n`);
}
