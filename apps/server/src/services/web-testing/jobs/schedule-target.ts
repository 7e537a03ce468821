import type { Runs } from '../../runs/index.ts';
import type { ScheduleTargetKind } from '../../scheduler/index.ts';
import type { Repository } from '../../test-repository/index.ts';
import { webScriptKind } from './web-script-kind.ts';

interface Needs {
  runs: Runs;
  repository: Pick<Repository, 'listOpenSuites' | 'findSuites' | 'findRunConfigurations'>;
}

/** createScheduleTarget lets jobs run suites of web scripts. */
export function createScheduleTarget({ runs, repository }: Needs): ScheduleTargetKind {
  return {
    kind: 'web-suite',
    title: 'Web suite',
    workspaces: 'web-testing',
    takesEnvironment: true,
    takesConfiguration: true,
    async list(scope, searchTerm, page) {
      const { content, totalElements } = await repository.listOpenSuites({ ...scope, searchTerm }, page);
      return { content: content.map(({ id, name }) => ({ id, title: name })), totalElements };
    },
    async describe(scope, ids) {
      const rows = await repository.findSuites(scope, ids);
      return new Map(
        rows.map(({ id, name, sprintId }) => [id, { title: name, link: linkOf(scope.projectId, id, sprintId) }]),
      );
    },
    findConfigurations: repository.findRunConfigurations,
    /** The schedule's own environment overrides the configuration's. */
    start(caller, { projectId, id, environmentId, configurationId }, runId) {
      const input = {
        projectId,
        suiteUUID: id,
        ...(configurationId && { configurationUUID: configurationId }),
        ...(environmentId && { environmentId }),
      };
      return runs.start(caller, webScriptKind, input, undefined, { runId });
    },
  };
}

function linkOf(projectId: string, suiteId: string, sprintId: string | null): string {
  const query = new URLSearchParams({ project: projectId, ...(sprintId && { sprint: sprintId }), suite: suiteId });
  return `/web-testing/web-test?${query}`;
}
