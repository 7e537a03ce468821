import type { FoundThing } from '@touchstone/contracts/api-testing';
import { createMatcher, piecesOf } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Environments, Workspaces } from '../../../workspaces/index.ts';
import { findStore } from '../../store/find.store.ts';

/** The most candidates of each kind that are ranked against the search text. */
const maxCandidates = 200;
const ownProjectBonus = 10;

interface Question {
  text: string;
  /** Among equal matches, those of this workspace rank first. */
  projectId?: string;
  size: number;
}

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  environments: Environments;
}

export type FindThings = ReturnType<typeof createFindThings>;

/**
 * createFindThings finds suites, scripts and environments by name in every workspace the caller can see, best match
 * first.
 */
export const createFindThings =
  ({ platform: { database }, workspaces, environments }: Needs) =>
  async (actor: Actor, { text, projectId, size }: Question): Promise<FoundThing[]> => {
    const words = piecesOf(text);
    if (words.length === 0) return [];
    const visible = await workspaces.listVisible(actor);
    const names = new Map(visible.map((workspace) => [workspace.projectId, workspace.projectName]));
    const question = { text, words, most: maxCandidates };
    const ids = [...names.keys()];
    const [suites, scripts, ofEnvironments] = await Promise.all([
      findStore.suites(database.sql, ids, question),
      findStore.scripts(database.sql, ids, question),
      environments.find(ids, question),
    ]);
    const noSuite = { suiteId: null, suiteName: null };
    const candidates = [
      ...suites.map((row) => ({ kind: 'suite' as const, ...row, ...noSuite })),
      ...scripts.map((row) => ({ kind: 'script' as const, ...row })),
      ...ofEnvironments.map((row) => ({ kind: 'environment' as const, ...row, ...noSuite })),
    ].sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.updatedAt.getTime() - a.updatedAt.getTime());
    const score = createMatcher(text);
    return candidates
      .flatMap(({ isWhole: _, updatedAt: __, ...thing }) => {
        const value = score(thing.name);
        const bonus = thing.projectId === projectId ? ownProjectBonus : 0;
        const found = { ...thing, projectName: names.get(thing.projectId) ?? '' };
        return value === undefined ? [] : [{ found, value: value + bonus }];
      })
      .sort((a, b) => b.value - a.value)
      .slice(0, size)
      .map(({ found }) => found);
  };
