import { useQuery } from '@tanstack/react-query';
import { useAreaProject } from '../../../shared/projects/area-projects.ts';
import { projectQuery, projectsQuery } from '../api/projects.ts';
import { chosenProject } from './chosen-project.ts';

const useList = (teamId: string | undefined) => useQuery(projectsQuery(teamId));
const useOne = (projectId: string, options: { enabled: boolean; retry: false }) =>
  useQuery({ ...projectQuery(projectId), ...options });

/** useWebProject is the chosen project of web testing: the one in the address, else the remembered one, else the first. */
export const useWebProject = () => useAreaProject({ chosen: chosenProject, useList, useOne });
