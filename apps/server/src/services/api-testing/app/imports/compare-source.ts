import { createHash } from 'node:crypto';
import { type ImportedCollection, type ImportedStep, mergePieces, type ReimportMerge } from '@touchstone/engine-import';
import { sharedLoop } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { importedStep, stepOfScript } from '../../domain/imports/import-base.ts';
import type { ImportProblem } from '../../domain/suites/script-from-step.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { scriptOfRow } from '../suites/stored-script.ts';
import type { OpenSource } from './import-sources.ts';
import { mapInTurns } from './map-in-turns.ts';

/** A document next to what was imported of it before and what the suite contains now. */
export interface Comparison {
  problems: ImportProblem[];
  /** The document's requests for this suite. */
  imported: ImportedStep[];
  rows: ScriptRow[];
  /** The scripts of the suite. */
  current: ImportedStep[];
  merge: ReimportMerge;
}

/** requestsOf returns the requests of a document that belong to a source's suite. */
export async function requestsOf(
  { row: { folder } }: OpenSource,
  collection: ImportedCollection,
): Promise<Pick<Comparison, 'problems' | 'imported'>> {
  const problems: ImportProblem[] = [...collection.problems];
  const wanted = collection.steps.filter((step) => folder === null || step.group === folder);
  return { problems, imported: await mapInTurns(wanted, (step) => importedStep(step, problems, folder === null)) };
}

/** compareWithSuite compares a document with the suite of a source and returns what an update would change. */
export async function compareWithSuite(
  sql: Sql,
  secrets: Platform['secrets'],
  source: OpenSource,
  requests: Pick<Comparison, 'problems' | 'imported'>,
): Promise<Comparison> {
  const rows = await scriptsStore.listOfSuite(sql, source.row.suiteId);
  const current = await mapInTurns(rows, (row) => stepOfScript(row.id, scriptOfRow(secrets, row)));
  const merge = await sharedLoop.work(mergePieces(source.kept.steps, current, requests.imported));
  return { ...requests, rows, current, merge };
}

/** requestsHash returns a hash of a document's requests, independent of how and in which order they are written. */
export const requestsHash = (imported: readonly ImportedStep[]): Promise<string> => sharedLoop.work(hashed(imported));

function* hashed(imported: readonly ImportedStep[]): Generator<undefined, string> {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
  const hashes: string[] = [];
  for (const { id: _, ...step } of imported) {
    hashes.push(hashOf(JSON.stringify(step)));
    yield;
  }
  return hashOf(hashes.sort().join('\n'));
}
