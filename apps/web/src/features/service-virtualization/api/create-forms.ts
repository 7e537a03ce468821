import { mockSuiteRoutes, virtualizationProjectRoutes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import type { Choice, ChoiceSource } from '../../../shared/choices.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
import { chosenProject } from '../model/chosen-project.ts';
import { virtualizationPaths } from '../paths.ts';
import { mockKeys } from './keys.ts';

const onlyMe: Choice = { value: 'PRIVATE', label: 'Private: only you and people you add' };
const wholeTeam: Choice = { value: 'SHARED', label: 'Shared: the whole team' };

const project: CreateForm = {
  fields: [
    { type: 'name', name: 'projectName', label: 'Project name' },
    { type: 'description', name: 'projectDescription', label: 'Project description', isOptional: true },
    { type: 'option', name: 'workspaceType', label: 'Type', options: [wholeTeam, onlyMe], initialOption: wholeTeam },
  ],
  refreshes: [mockKeys.projects],
  async create({ texts, choices }, context) {
    const { projectId } = await api.call(virtualizationProjectRoutes.createVirtualizationProject, {
      body: {
        projectName: texts.projectName ?? '',
        projectDescription: texts.projectDescription ?? '',
        workspaceType: choices.workspaceType?.value === onlyMe.value ? 'PRIVATE' : 'SHARED',
        ...context,
      },
    });
    return virtualizationPaths.overview({ project: projectId });
  },
};

/** Projects of a team, to choose one of them. */
const projectChoices = (teamId: string): ChoiceSource => ({
  queryKey: [...mockKeys.projects, 'names', teamId],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(
      virtualizationProjectRoutes.listVirtualizationProjects,
      { params: { id: teamId }, query },
      { signal },
    );
    return {
      total: totalElements,
      choices: content.map(({ projectId, projectName, role }) => ({
        value: projectId,
        label: projectName,
        isDisabled: role === 'VIEWER',
      })),
    };
  },
});

/** The project that was open last, if the caller may still see it. */
async function lastProject(): Promise<Choice | undefined> {
  const id = chosenProject.get();
  if (!id) return undefined;
  return api
    .call(virtualizationProjectRoutes.getVirtualizationProject, { params: { id } })
    .then(({ projectId, projectName }) => ({ value: projectId, label: projectName }))
    .catch(() => undefined);
}

const suite: CreateForm = {
  fields: [
    {
      type: 'remote',
      name: 'project',
      label: 'Project',
      source: (_values, { teamId }) => projectChoices(teamId),
      initial: lastProject,
    },
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

/** createForms create projects and suites of service virtualization from the global create dialog. */
export const createForms: CreateForms = { project, suite };
