import type { FoundThing } from '@touchstone/contracts/api-testing';
import { type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { ProjectScope } from './projects.store.ts';
import { environment, member, project, script, suite } from './tables.ts';

interface Question {
  /** What was typed, whole. */
  text: string;
  /** For each typed word, the pieces of which a name holds at least one. */
  words: readonly (readonly string[])[];
  /** Most of each kind. */
  most: number;
}

const textArray = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((one) => sql`${one}`),
    sql`, `,
  )}]::text[]`;

/** One statement for all kinds: those that hold the typed text before the others, the newest first. */
function statement(scope: ProjectScope, { text, words, most }: Question): SQL {
  const fits = (name: SQL) =>
    sql.join(
      // Lower case once a row is less work than ILIKE, which does it for each pattern.
      words.map((pieces) => sql`lower(${name}) like any(${textArray(pieces.map(containsPattern))})`),
      sql` and `,
    );
  const inTeams = scope.teamIds?.length ? sql`p.team_id = any(${textArray(scope.teamIds)}::uuid[])` : sql`false`;
  const isMember = sql`exists (select 1 from ${member} m where m.project_id = p.id and m.user_id = ${scope.userId})`;
  const of = (kind: FoundThing['kind'], table: SQL, suiteOf: SQL, name = sql`t.name`) => sql`(
    select ${kind} as kind, t.id, ${name} as name, p.id as "projectId", p.name as "projectName", ${suiteOf},
      lower(${name}) like ${containsPattern(text.toLowerCase())} as "isWhole", t.updated_at as "updatedAt"
    from ${table} join readable p on p.id = t.project_id
    where ${fits(name)}
    order by "isWhole" desc, t.updated_at desc
    limit ${most})`;
  const none = sql`null::uuid as "suiteId", null::text as "suiteName"`;
  return sql`
    with readable as (
      select p.id, p.name from ${project} p
      where p.organization_id = ${scope.organizationId}
        ${scope.teamIds ? sql`and (${inTeams} or ${isMember})` : sql``}
    )
    select found.* from (
      ${of('suite', sql`${suite} t`, none)}
      union all ${of('script', sql`${script} t join ${suite} s on s.id = t.suite_id`, sql`s.id as "suiteId", s.name as "suiteName"`)}
      union all ${of('environment', sql`${environment} t`, none)}
    ) found
    order by found."isWhole" desc, found."updatedAt" desc`;
}

export const findStore = {
  /** Candidates for what was typed, in every workspace of a scope. */
  async find(db: Sql, scope: ProjectScope, question: Question): Promise<FoundThing[]> {
    const { rows } = await db.execute<FoundThing & Record<string, unknown>>(statement(scope, question));
    return rows.map(({ kind, id, name, projectId, projectName, suiteId, suiteName }) => ({
      kind,
      id,
      name,
      projectId,
      projectName,
      suiteId,
      suiteName,
    }));
  },
};
