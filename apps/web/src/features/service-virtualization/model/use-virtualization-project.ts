import { useQuery } from '@tanstack/react-query';
import { useAreaProject } from '../../../shared/projects/area-projects.ts';
import { projectQuery, projectsQuery } from '../api/projects.queries.ts';
import { chosenProject } from './chosen-project.ts';

const useList = (teamId: string | undefined) => useQuery(projectsQuery(teamId));
const useOne = (projectId: string, options: { enabled: boolean; retry: false }) =>
  useQuery({ ...projectQuery(projectId), ...options });

/**
 * useVirtualizationProject returns the current project of service virtualization: the one in the address, the
 * remembered one, or the first.
 */
export const useVirtualizationProject = () => useAreaProject({ chosen: chosenProject, useList, useOne });
