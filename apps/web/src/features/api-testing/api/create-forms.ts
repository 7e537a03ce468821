import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import type { Choice, ChoiceSource } from '../../../shared/choices.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
import { preferences } from '../../../shared/preferences.ts';
import { apiTestingPaths } from '../paths.ts';
import { projectKeys } from './projects.queries.ts';
import { suiteKeys } from './suites.queries.ts';

/** Workspaces of a team; those that the user may only view cannot be chosen. */
const projectChoices = (teamId: string): ChoiceSource => ({
  queryKey: [...projectKeys.all, 'of-team', teamId],
  load: async (query, signal) => {
    const answer = await api.call(workspaceRoutes.listProjects, { query: { teamId, ...query } }, { signal });
    const choices = answer.content.map(({ projectId, projectName, role }) => ({
      value: projectId,
      label: role === 'VIEWER' ? `${projectName} (view only)` : projectName,
      isDisabled: role === 'VIEWER',
    }));
    return { choices, total: answer.totalElements };
  },
});

/** The workspace that the user worked in last. */
async function lastProject(): Promise<Choice | undefined> {
  const { projectId } = preferences.get();
  if (!projectId) return undefined;
  // One that is gone is no proposal.
  const project = await api.call(workspaceRoutes.getProject, { query: { projectId } }).catch(() => undefined);
  return project && project.role !== 'VIEWER' ? { value: projectId, label: project.projectName } : undefined;
}

const onlyMe: Choice = { value: 'PRIVATE', label: 'Private: only you and people you add' };
const wholeTeam: Choice = { value: 'SHARED', label: 'Shared: the whole team' };

const project: CreateForm = {
  fields: [
    { type: 'name', name: 'projectName', label: 'Project name' },
    { type: 'description', name: 'projectDescription', label: 'Project description' },
    { type: 'option', name: 'workspaceType', label: 'Type', options: [onlyMe, wholeTeam], initialOption: onlyMe },
  ],
  refreshes: [projectKeys.all],
  async create({ texts, choices }, context) {
    const body = {
      projectName: texts.projectName ?? '',
      projectDescription: texts.projectDescription ?? '',
      workspaceType: choices.workspaceType?.value === wholeTeam.value ? ('SHARED' as const) : ('PRIVATE' as const),
    };
    const { projectId } = await api.call(workspaceRoutes.createProject, { body: { ...body, ...context } });
    return apiTestingPaths.workspace(projectId);
  },
};

const suite: CreateForm = {
  fields: [
    {
      type: 'remote',
      name: 'project',
      label: 'Project',
      source: (_values, { teamId }) => projectChoices(teamId),
      initial: lastProject,
    },
    { type: 'name', name: 'testSuiteName', label: 'Test suite name' },
    { type: 'description', name: 'description', label: 'Description', isOptional: true },
  ],
  refreshes: [suiteKeys.all, projectKeys.all, projectKeys.stats],
  async create({ choices, texts }) {
    const projectId = choices.project?.value ?? '';
    const body = {
      projectId,
      suiteName: texts.testSuiteName ?? '',
      suiteDescription: texts.description ?? '',
      isChaining: false,
    };
    const { suiteId } = await api.call(apiTestingRoutes.createSuite, { body });
    return apiTestingPaths.functional(projectId, suiteId);
  },
};

/** createForms create workspaces and suites from the global create dialog. */
export const createForms: CreateForms = { project, suite };
