import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
import { preferences } from '../../../shared/preferences.ts';
import { projectField, projectForm } from '../../../shared/projects/create-project.ts';
import { apiTestingPaths } from '../paths.ts';
import { projectKeys } from './projects.queries.ts';
import { suiteKeys } from './suites.queries.ts';

const project = projectForm({
  usualType: 'PRIVATE',
  refreshes: [projectKeys.all],
  async create(given, context) {
    const { projectId } = await api.call(workspaceRoutes.createProject, { body: { ...given, ...context } });
    return apiTestingPaths.workspace(projectId);
  },
});

const inProject = projectField({
  key: projectKeys.all,
  list: (teamId, query, signal) => api.call(workspaceRoutes.listProjects, { query: { teamId, ...query } }, { signal }),
  get: (projectId) => api.call(workspaceRoutes.getProject, { query: { projectId } }),
  last: () => preferences.get().projectId,
});

const suite: CreateForm = {
  fields: [
    inProject,
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

/** createForms forms of the global create dialog for workspaces and suites. */
export const createForms: CreateForms = { project, suite };
