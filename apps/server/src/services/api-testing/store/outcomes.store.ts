import { sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { ResultLevel, ResultStatus } from '../domain/run-results.ts';

/** A result of a suite or script. */
export interface OutcomeRow {
  subjectId: string;
  runId: string;
  status: ResultStatus;
  environmentName: string;
  revision: string | null;
  finishedAt: string;
}

/** How many earlier passed runs of the same suite are searched for the last green one. */
const maxCandidates = 200;

export const outcomesStore = {
  /** The latest results of each subject, oldest first; one index lookup per subject. */
  async latest(
    db: Sql,
    scope: { organizationId: string; projectId: string; level: ResultLevel; subjectIds: readonly string[] },
    limit: number,
  ): Promise<OutcomeRow[]> {
    const result = await db.execute<OutcomeRow & Record<string, unknown>>(sql`
      select subject.id as "subjectId", found.* from unnest(${sql.param([...scope.subjectIds])}::text[]) as subject(id)
      cross join lateral (
        select run_id as "runId", status, environment_name as "environmentName", revision, finished_at as "finishedAt"
        from api_testing.run_result
        where project_id = ${scope.projectId}::uuid and level = ${scope.level} and subject_id = subject.id
          and organization_id = ${scope.organizationId}::uuid
        order by finished_at desc, run_id desc limit ${limit}
      ) found order by subject.id, found."finishedAt", found."runId"`);
    return result.rows;
  },

  /**
   * The newest earlier passed run that ran the same suites in the same environment. Runs that executed more of its
   * scripts are preferred, so that a run of a single script isn't the baseline of an entire suite.
   */
  async findLastGreen(db: Sql, organizationId: string, runId: string): Promise<string | undefined> {
    const result = await db.execute<{ runId: string }>(sql`
      with given as (
        select project_id, environment_name, finished_at from api_testing.run_result
        where run_id = ${runId}::uuid and level = 'run' and organization_id = ${organizationId}::uuid
      ), suites as (
        select array_agg(subject_id order by subject_id) as ids from api_testing.run_result where run_id = ${runId}::uuid and level = 'suite'
      ), scripts as (
        select subject_id from api_testing.run_result where run_id = ${runId}::uuid and level = 'script'
      ), candidates as (
        select c.run_id, c.finished_at from given, suites
        cross join lateral (
          select r.run_id, r.finished_at from api_testing.run_result r
          where r.project_id = given.project_id and r.level = 'suite' and r.subject_id = suites.ids[1] and r.finished_at < given.finished_at
            and r.environment_name = given.environment_name and r.status = 'passed' and r.organization_id = ${organizationId}::uuid
          order by r.finished_at desc limit ${maxCandidates}
        ) c
        where exists (select 1 from api_testing.run_result w where w.run_id = c.run_id and w.level = 'run' and w.status = 'passed')
          and (select array_agg(s.subject_id order by s.subject_id) from api_testing.run_result s where s.run_id = c.run_id and s.level = 'suite') = suites.ids
      )
      select run_id as "runId" from candidates order by
        (select count(*) from api_testing.run_result p join scripts on scripts.subject_id = p.subject_id where p.run_id = candidates.run_id and p.level = 'script') desc,
        finished_at desc, run_id desc limit 1`);
    return result.rows[0]?.runId;
  },
};
