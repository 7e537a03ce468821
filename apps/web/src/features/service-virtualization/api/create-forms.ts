import { virtualizationProjectRoutes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import type { Choice } from '../../../shared/choices.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
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

/** createForms create projects of service virtualization from the global create dialog. */
export const createForms: CreateForms = { project };
