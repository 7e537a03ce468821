import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { preferences, usePreferences } from '../../../shared/preferences.ts';
import { projectQuery, projectsQuery } from '../api/projects.queries.ts';

export interface ProjectChoice {
  project: Project | undefined;
  projects: Project[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  /** null for none, so that the first of the list is shown. */
  choose: (projectId: string | null) => void;
}

/** useProject returns the current workspace: the one in the address, the remembered one, or the first. */
export function useProject(): ProjectChoice {
  const [params, setParams] = useSearchParams();
  const remembered = usePreferences().projectId;
  const inAddress = params.get('project');
  const list = useQuery(projectsQuery());
  const projects = list.data?.content ?? [];
  const wanted = inAddress ?? remembered;
  const listed = projects.find((project) => project.projectId === wanted);
  const single = useQuery({
    ...projectQuery(wanted ?? ''),
    enabled: wanted !== null && list.isSuccess && !listed,
    retry: false,
  });
  const project = listed ?? single.data ?? (inAddress && !single.isError ? undefined : projects[0]);
  const id = project?.projectId;
  useEffect(() => {
    if (id && id !== preferences.get().projectId) preferences.set({ projectId: id });
  }, [id]);
  return {
    project,
    projects,
    isPending: list.isPending || (!project && single.isFetching),
    error: list.error,
    retry: () => void list.refetch(),
    choose: (projectId) => {
      preferences.set({ projectId });
      setParams(projectId ? { project: projectId } : {});
    },
  };
}

const apiTesting = 'API Testing';

/**
 * useCanWrite returns whether the user may change items in a workspace. The server enforces it; the screen only hides.
 */
export function useCanWrite(project: Project | undefined): boolean {
  const isOpen = useAccess({ service: apiTesting });
  return isOpen && project !== undefined && project.role !== 'VIEWER';
}

/** useMayCreate returns whether the user may create workspaces at all. */
export function useMayCreate(): boolean {
  return useAccess({ service: apiTesting, deniedRoles: ['ROLE_SYSTEM'] });
}
