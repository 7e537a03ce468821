import { and, desc, eq, inArray } from 'drizzle-orm';
import { holdsWhole, holdsWords, type NameQuestion } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { script, suite } from './tables.ts';

export const findStore = {
  /** Suites of these workspaces by name: those that contain the search text first, then the newest. */
  async suites(db: Sql, projectIds: string[], question: NameQuestion) {
    const isWhole = holdsWhole(suite.name, question);
    return db
      .select({ id: suite.id, name: suite.name, projectId: suite.projectId, isWhole, updatedAt: suite.updatedAt })
      .from(suite)
      .where(and(inArray(suite.projectId, projectIds), holdsWords(suite.name, question)))
      .orderBy(desc(isWhole), desc(suite.updatedAt))
      .limit(question.most);
  },
  /** Scripts of these workspaces by name, with their suite, in the same order. */
  async scripts(db: Sql, projectIds: string[], question: NameQuestion) {
    const isWhole = holdsWhole(script.name, question);
    return db
      .select({
        id: script.id,
        name: script.name,
        projectId: script.projectId,
        suiteId: suite.id,
        suiteName: suite.name,
        isWhole,
        updatedAt: script.updatedAt,
      })
      .from(script)
      .innerJoin(suite, eq(suite.id, script.suiteId))
      .where(and(inArray(script.projectId, projectIds), holdsWords(script.name, question)))
      .orderBy(desc(isWhole), desc(script.updatedAt))
      .limit(question.most);
  },
};
