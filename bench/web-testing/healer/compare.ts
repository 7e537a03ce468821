import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readPrint } from '@touchstone/engine-heal/core';
import { type Comparison, compareAll, preparePrint, TextReader } from '@touchstone/engine-heal/testing';
import type { Case, PageCases } from './cases.ts';
import { similo } from './peers.ts';

/** A case whose candidates were compared. */
export interface Compared extends Pick<Case, 'known' | 'ways'> {
  family: string;
  change: string;
  page: string;
  comparisons: Comparison[];
  /** The index of the element among the candidates; null if it was removed. */
  truth: number | null;
  /** Whether the element exists but wasn't among the candidates. */
  isMissed: boolean;
  /** The index of the one that Similo finds. */
  similo: number;
  candidates: PageCases['prints'];
}

/** readCases reads what `gather` wrote, and compares. */
export async function readCases(file: string): Promise<Compared[]> {
  const all: Compared[] = [];
  for await (const line of createInterface(createReadStream(file))) {
    const { prints: written, cases, ...about } = JSON.parse(line) as PageCases;
    const prints = written.map((print) => readPrint(print)!);
    const texts = new TextReader();
    const prepared = prints.map((print) => preparePrint(print, texts));
    for (const { known, candidates, truth, ways } of cases) {
      if (candidates.length === 0) continue;
      const own = preparePrint(readPrint(known)!, texts);
      const scores = candidates.map((index) => similo(known, prints[index]!));
      all.push({
        family: about.family,
        change: about.change,
        page: about.page,
        known,
        ways,
        comparisons: candidates.map((index) => compareAll(own, prepared[index]!)),
        truth: truth === null || truth < 0 ? null : candidates.indexOf(truth),
        isMissed: truth === -1,
        similo: scores.indexOf(Math.max(...scores)),
        candidates: candidates.map((index) => prints[index]!),
      });
    }
  }
  return all;
}
