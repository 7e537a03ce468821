import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { useNavigate } from 'react-router';
import { ProjectDialog as Dialog } from '../../../../ui/projects/project-dialog.tsx';
import { useProjectMutations } from '../../api/projects.mutations.ts';
import { chosenProject } from '../../model/chosen-project.ts';
import { apiMonitoringPaths } from '../../paths.ts';

/** ProjectDialog creates or edits a monitoring project, and opens a new one. */
export function ProjectDialog({ project, onClose }: { project?: MonitoringProject; onClose: () => void }) {
  const { create, update } = useProjectMutations();
  const navigate = useNavigate();
  const open = (projectId: string) => {
    chosenProject.set(projectId);
    void navigate(apiMonitoringPaths.overview({ project: projectId }));
  };
  return (
    <Dialog
      project={project}
      create={create.mutateAsync}
      update={update.mutateAsync}
      onCreated={open}
      onClose={onClose}
    />
  );
}
