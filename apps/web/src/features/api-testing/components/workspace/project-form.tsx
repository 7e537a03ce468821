import type { Project } from '@touchstone/contracts/workspaces';
import { ProjectDialog } from '../../../../ui/projects/project-dialog.tsx';
import { useProjectMutations } from '../../api/projects.mutations.ts';

/** ProjectForm edits the name, description and type of a workspace. */
export function ProjectForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const { update } = useProjectMutations();
  return <ProjectDialog project={project} update={update.mutateAsync} onClose={onClose} />;
}
