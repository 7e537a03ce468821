import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareTexts, listOf } from '@touchstone/engine-keyword/core';
import { newId } from '@touchstone/kernel';
import type { Download, Locator } from 'playwright-core';
import { StepFailure, seconds } from '../failures.ts';
import { unsupported } from '../webdriver/unsupported.ts';
import { oneTimeCode } from './one-time-code.ts';
import { pollUntil } from './poll-until.ts';
import { type Handler, passed, type StepAction } from './step-action.ts';
import { fillText } from './write-text.ts';

const maxReadBytes = 50 * 1024 * 1024;

async function fileOf(action: StepAction): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const name = action.text('file');
  const content = action.text('content');
  if (content !== '') return { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
  const { openFile } = action.session.options;
  if (!openFile) throw new StepFailure('error', `There is no file "${name}" here. Give the step its content.`);
  const bytes = await openFile(name).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StepFailure('error', `The file "${name}" cannot be read: ${reason}`);
  });
  return { name: name.split(/[\\/]/).at(-1) ?? name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}

const uploadFile: Handler = async (action) => {
  const file = await fileOf(action);
  await (await action.element()).setInputFiles(file, action.time);
  return passed;
};

const enterOneTimeCode: Handler = async (action) => {
  const code = oneTimeCode(action.text('secret'), Date.now());
  const element = await action.element();
  await action.act(() => fillText(action, element, code));
  return passed;
};

async function newest(action: StepAction): Promise<Download> {
  do {
    const download = action.session.log.recentDownloads().at(-1);
    if (download) return download;
  } while (await action.polling.another());
  throw new StepFailure('failed', `No download began within ${seconds(action.call.timeoutMs)}.`);
}

const verifyDownload: Handler = async (action) => {
  if (!action.session.observesRequests) throw unsupported('tell of downloads');
  const download = await newest(action);
  const name = download.suggestedFilename();
  const [operator, expected] = [action.text('operator'), action.text('expected')];
  const comparison = { expected: `${operator} "${expected}"`, actual: name };
  if (!compareTexts(operator, name, expected))
    throw new StepFailure('failed', `The download is called "${name}"; expected: ${comparison.expected}.`, comparison);
  const problem = await download.failure();
  if (problem) throw new StepFailure('failed', `The download of "${name}" failed: ${problem}.`, comparison);
  const path = action.session.isRemote ? join(action.session.folder, newId()) : await download.path();
  if (action.session.isRemote) await download.saveAs(path);
  const { size } = await stat(path);
  const least = action.number('minBytes') ?? 1;
  if (size < least) throw new StepFailure('failed', `"${name}" has ${size} bytes, fewer than ${least}.`, comparison);
  const text = action.text('contains');
  if (text === '') return { ...passed, ...comparison };
  if (size > maxReadBytes) throw new StepFailure('error', `"${name}" has more than 50 MB, which is not searched.`);
  if (!(await readFile(path, 'utf8')).includes(text))
    throw new StepFailure('failed', `"${name}" does not contain "${text}".`, { expected: text });
  return { ...passed, ...comparison };
};

/** Whether the wanted rows are among the actual ones, in order. */
function hasRows(wanted: string[][], rows: string[][], isComplete: boolean): boolean {
  if (isComplete && rows.length !== wanted.length) return false;
  const matches = (cells: string[], row: string[]) =>
    cells.every((cell, at) => cell === '*' || cell === (row[at] ?? ''));
  let from = 0;
  return wanted.every((cells) => {
    const at = rows.findIndex((row, index) => index >= from && matches(cells, row));
    from = at + 1;
    return at >= 0;
  });
}

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
const maxShownRows = 20;

const rowsOf = (element: Locator, time: { timeout: number }): Promise<string[][]> =>
  element.evaluate(
    (table) =>
      Array.from(table.querySelectorAll('tr, [role=row]'))
        .map((row) =>
          Array.from(row.querySelectorAll('td, th, [role=cell], [role=gridcell]'), (cell) =>
            (cell instanceof HTMLElement ? cell.innerText : (cell.textContent ?? '')).replace(/\s+/g, ' ').trim(),
          ),
        )
        .filter((cells) => cells.length > 0)
        .slice(0, 10_000),
    undefined,
    time,
  );

const verifyTable: Handler = async (action) => {
  const wanted = listOf(action.text('rows')).map(cellsOf);
  const isComplete = action.text('isComplete') === 'true';
  const { value: rows, isRight } = await pollUntil(
    action,
    async () => rowsOf(await action.element(), action.readingTime),
    (found) => hasRows(wanted, found, isComplete),
  );
  if (isRight) return passed;
  const shown = (lines: string[][]) =>
    lines
      .slice(0, maxShownRows)
      .map((cells) => cells.join(' | '))
      .join('\n');
  throw new StepFailure(
    'failed',
    `"${action.target.name}" does not have these rows after ${seconds(action.call.timeoutMs)}.`,
    { expected: shown(wanted), actual: shown(rows) },
  );
};

/** Handlers of the keywords for files, tables and one-time codes. */
export const fileHandlers: Record<string, Handler> = { uploadFile, enterOneTimeCode, verifyDownload, verifyTable };
