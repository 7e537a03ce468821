import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { CliError } from './cli-error.ts';

export type FileReporter = 'html' | 'junit' | 'json';
export interface Reporters {
  /** Whether steps are listed on the terminal. */
  isListed: boolean;
  files: { type: FileReporter; path: string }[];
}

const fileNames: Record<FileReporter, string> = { html: 'report.html', junit: 'junit.xml', json: 'report.json' };
const isFileReporter = (name: string): name is FileReporter => Object.hasOwn(fileNames, name);

/** Options of a run's reports. */
export interface ReportFlags {
  reporter: string;
  output: string;
}

/** addReportOptions declares the options for which reports a run writes, and where. */
export const addReportOptions = (command: Command): Command =>
  command
    .option(
      '--reporter <list>',
      'list, html, junit, json, separated by commas; a path may follow: junit=result.xml',
      'list',
    )
    .option('--output <folder>', 'where reports are written', 'touchstone-report');

/** writeReports downloads the reports of a run that ended, and prints where each is. */
export async function writeReports(
  { files }: Reporters,
  download: (type: FileReporter) => Promise<Response>,
  note: (text: string) => void,
): Promise<void> {
  for (const { type, path } of files) {
    const { body } = await download(type);
    if (body) await writeReport(path, body);
    note(`Report: ${path}`);
  }
}

/** inFolder puts report files into a subfolder; without one, they stay. */
export function inFolder(reporters: Reporters, folder: string | undefined): Reporters {
  if (folder === undefined) return reporters;
  const files = reporters.files.map(({ type, path }) => ({ type, path: join(dirname(path), folder, basename(path)) }));
  return { ...reporters, files };
}

/** parseReporters parses `list,html,junit=path`; throws for an unknown word. */
export function parseReporters(text: string, folder: string): Reporters {
  const reporters: Reporters = { isListed: false, files: [] };
  for (const part of text.split(',').map((word) => word.trim())) {
    const [name = '', ...rest] = part.split('=');
    const path = rest.join('=');
    if (name === 'list') reporters.isListed = true;
    else if (isFileReporter(name)) reporters.files.push({ type: name, path: path || join(folder, fileNames[name]) });
    else throw new CliError(`Unknown reporter "${name}". Choose from list, html, junit and json.`);
  }
  return reporters;
}

/** writeReport writes a stream to a file, and creates its folder if missing. */
export async function writeReport(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(Readable.from(content), createWriteStream(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('E')) throw error;
    throw new CliError(`The report ${path} could not be written (${message}). Choose another place with --output.`);
  }
}
