import { monitoringProjectRoutes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import type { Choice } from '../../../shared/choices.ts';
import type { CreateForm, CreateForms } from '../../../shared/create/create-target.ts';
import { apiMonitoringPaths } from '../paths.ts';
import { monitoringKeys } from './keys.ts';

const onlyMe: Choice = { value: 'PRIVATE', label: 'Private: only you and people you add' };
const wholeTeam: Choice = { value: 'SHARED', label: 'Shared: the whole team' };

const project: CreateForm = {
  fields: [
    { type: 'name', name: 'projectName', label: 'Project name' },
    { type: 'description', name: 'projectDescription', label: 'Project description', isOptional: true },
    { type: 'option', name: 'workspaceType', label: 'Type', options: [wholeTeam, onlyMe], initialOption: wholeTeam },
  ],
  refreshes: [monitoringKeys.projects],
  async create({ texts, choices }, context) {
    const { projectId } = await api.call(monitoringProjectRoutes.createMonitoringProject, {
      body: {
        projectName: texts.projectName ?? '',
        projectDescription: texts.projectDescription ?? '',
        workspaceType: choices.workspaceType?.value === onlyMe.value ? 'PRIVATE' : 'SHARED',
        ...context,
      },
    });
    return apiMonitoringPaths.overview({ project: projectId });
  },
};

/** createForms create projects of monitoring from the global create dialog. */
export const createForms: CreateForms = { project };
