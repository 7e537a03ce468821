import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ExportFormat, exportCollection } from '@touchstone/engine-import';
import { CliError } from '../cli-error.ts';
import { noteProblems } from './document-run.ts';
import { readSource } from './import-source.ts';
import type { FileFlags } from './working-folder.ts';

const exportFormats: readonly ExportFormat[] = ['postman', 'openapi', 'har', 'curl'];

/**
 * convertDocument reads a document of any known kind and writes its requests in another format; anything that format
 * can't represent is listed on standard error.
 */
export async function convertDocument(options: {
  source: string;
  format: string;
  output: string | undefined;
  baseUrl: string | undefined;
  flags: FileFlags;
}): Promise<void> {
  const format = exportFormats.find((name) => name === options.format);
  if (!format) throw new CliError(`Unknown export "${options.format}". Choose from ${exportFormats.join(', ')}.`);
  const note = (text: string) => void process.stderr.write(`${text}\n`);
  const collection = await readSource('import', options.source, { baseUrl: options.baseUrl, flags: options.flags });
  // Standard output is for the document only.
  noteProblems(collection.problems, note);
  if (collection.steps.length === 0)
    throw new CliError(`Nothing to convert: ${collection.problems[0]?.reason ?? 'the document has no requests.'}`);
  const { text, losses } = exportCollection(format, collection);
  for (const { what, count } of losses) note(`Not exported: ${what} (${count})`);
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
