import { monitoringProjectRoutes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import type { CreateForms } from '../../../shared/create/create-target.ts';
import { projectForm } from '../../../shared/projects/create-project.ts';
import { apiMonitoringPaths } from '../paths.ts';
import { monitoringKeys } from './keys.ts';

const project = projectForm({
  usualType: 'SHARED',
  isDescriptionOptional: true,
  refreshes: [monitoringKeys.projects],
  async create(given, context) {
    const body = { ...given, ...context };
    const { projectId } = await api.call(monitoringProjectRoutes.createMonitoringProject, { body });
    return apiMonitoringPaths.overview({ project: projectId });
  },
});

/** createForms forms of the global create dialog for monitoring projects. */
export const createForms: CreateForms = { project };
