import type { FoundThing } from '@touchstone/contracts/api-testing';
import { createMatcher, piecesOf } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { findStore } from '../../store/find.store.ts';
import { type Actor, scopeOf } from './workspaces.ts';

/** The most of each kind that are compared with what was typed. */
const mostCandidates = 200;
const ownProjectBonus = 10;

interface Question {
  text: string;
  /** Of those that fit alike, the ones of this workspace come first. */
  projectId?: string;
  size: number;
}

export type FindThings = ReturnType<typeof createFindThings>;

/** createFindThings finds suites, scripts and environments by name in every workspace that the caller sees, the best first. */
export const createFindThings =
  ({ platform: { database } }: { platform: Platform }) =>
  async (actor: Actor, { text, projectId, size }: Question): Promise<FoundThing[]> => {
    const words = piecesOf(text);
    if (words.length === 0) return [];
    const score = createMatcher(text);
    const candidates = await findStore.find(database.sql, scopeOf(actor), { text, words, most: mostCandidates });
    return candidates
      .flatMap((thing) => {
        const value = score(thing.name);
        const bonus = thing.projectId === projectId ? ownProjectBonus : 0;
        return value === undefined ? [] : [{ thing, value: value + bonus }];
      })
      .sort((a, b) => b.value - a.value)
      .slice(0, size)
      .map(({ thing }) => thing);
  };
