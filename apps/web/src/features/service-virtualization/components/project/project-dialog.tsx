import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { useNavigate } from 'react-router';
import { ProjectDialog as Dialog } from '../../../../ui/projects/project-dialog.tsx';
import { useProjectMutations } from '../../api/projects.mutations.ts';
import { chosenProject } from '../../model/chosen-project.ts';
import { virtualizationPaths } from '../../paths.ts';

/** ProjectDialog creates or edits a project of service virtualization, and opens a new one. */
export function ProjectDialog({ project, onClose }: { project?: VirtualizationProject; onClose: () => void }) {
  const { create, update } = useProjectMutations();
  const navigate = useNavigate();
  const open = (projectId: string) => {
    chosenProject.set(projectId);
    void navigate(virtualizationPaths.overview({ project: projectId }));
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
