import { mockSuiteRoutes, virtualizationProjectRoutes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
import { projectField, projectForm } from '../../../shared/projects/create-project.ts';
import { chosenProject } from '../model/chosen-project.ts';
import { virtualizationPaths } from '../paths.ts';
import { mockKeys } from './keys.ts';

const project = projectForm({
  usualType: 'SHARED',
  isDescriptionOptional: true,
  refreshes: [mockKeys.projects],
  async create(given, context) {
    const body = { ...given, ...context };
    const { projectId } = await api.call(virtualizationProjectRoutes.createVirtualizationProject, { body });
    return virtualizationPaths.overview({ project: projectId });
  },
});

const inProject = projectField({
  key: mockKeys.projects,
  list: (id, query, signal) =>
    api.call(virtualizationProjectRoutes.listVirtualizationProjects, { params: { id }, query }, { signal }),
  get: (id) => api.call(virtualizationProjectRoutes.getVirtualizationProject, { params: { id } }),
  last: chosenProject.get,
});

const suite: CreateForm = {
  fields: [
    inProject,
    { type: 'name', name: 'suiteName', label: 'Suite name' },
    { type: 'description', name: 'description', label: 'Description', isOptional: true },
  ],
  refreshes: [mockKeys.suites, mockKeys.projects],
  async create({ choices, texts }) {
    const projectId = choices.project?.value ?? '';
    const body = { projectId, parentId: null, name: texts.suiteName ?? '', description: texts.description ?? '' };
    const { suiteId } = await api.call(mockSuiteRoutes.createSuite, { body });
    return virtualizationPaths.overview({ project: projectId, suite: suiteId });
  },
};

/** createForms forms of the global create dialog for projects and suites of service virtualization. */
export const createForms: CreateForms = { project, suite };
