import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { useNavigate } from 'react-router';
import { ProjectDialog as Dialog } from '../../../../ui/projects/project-dialog.tsx';
import { useProjectMutations } from '../../api/projects.ts';
import { chosenProject } from '../../model/chosen-project.ts';
import { webTestingPaths } from '../../paths.ts';

/** ProjectDialog creates or edits a project of web testing, and opens a new one. */
export function ProjectDialog({ project, onClose }: { project?: RepositoryProject; onClose: () => void }) {
  const { create, update } = useProjectMutations();
  const navigate = useNavigate();
  const open = (projectId: string) => {
    chosenProject.set(projectId);
    void navigate(webTestingPaths.overview({ project: projectId }));
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
