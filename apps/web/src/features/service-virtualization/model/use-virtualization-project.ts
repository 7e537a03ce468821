import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTeam } from '../../../shared/session/use-team.ts';
import { projectQuery, projectsQuery } from '../api/projects.queries.ts';
import { chosenProject, useChosenProject } from './chosen-project.ts';

interface ProjectChoice {
  project: VirtualizationProject | undefined;
  projects: readonly VirtualizationProject[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

/** useVirtualizationProject is the chosen project of service virtualization: the one in the address, else the remembered one, else the first. */
export function useVirtualizationProject(): ProjectChoice {
  const [params] = useSearchParams();
  const { team } = useTeam();
  const remembered = useChosenProject();
  const inAddress = params.get('project');
  const list = useQuery(projectsQuery(team?.teamId));
  const projects = list.data?.content ?? [];
  const wanted = inAddress ?? remembered;
  const listed = projects.find(({ projectId }) => projectId === wanted);
  const single = useQuery({
    ...projectQuery(wanted ?? ''),
    enabled: wanted !== null && list.isSuccess && !listed,
    retry: false,
  });
  const project = listed ?? single.data ?? (inAddress && !single.isError ? undefined : projects[0]);
  const id = project?.projectId;
  useEffect(() => {
    if (id && id !== chosenProject.get()) chosenProject.set(id);
  }, [id]);
  return {
    project,
    projects,
    isPending: list.isPending || (!project && single.isFetching),
    error: list.error,
    retry: () => void list.refetch(),
  };
}
