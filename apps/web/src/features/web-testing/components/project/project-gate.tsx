import type { RepositoryProject } from '@touchstone/contracts/web-testing';
import { AppWindow } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProjectGate as Gate } from '../../../../ui/projects/project-gate.tsx';
import { useMayCreate } from '../../model/use-may.ts';
import { useWebProject } from '../../model/use-web-project.ts';
import { ProjectDialog } from './project-dialog.tsx';

interface Props {
  title: string;
  children: (project: RepositoryProject) => ReactNode;
}

/** ProjectGate shows a screen once a project of web testing is selected, or what to do if there is none. */
export const ProjectGate = ({ title, children }: Props) => (
  <Gate
    title={title}
    choice={useWebProject()}
    icon={<AppWindow size={20} />}
    purpose="A project contains modules of scripts that test a website in a browser."
    mayCreate={useMayCreate()}
    dialog={(onClose) => <ProjectDialog onClose={onClose} />}
  >
    {children}
  </Gate>
);
