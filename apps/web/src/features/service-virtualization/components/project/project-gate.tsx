import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { ServerCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProjectGate as Gate } from '../../../../ui/projects/project-gate.tsx';
import { useMayCreate } from '../../model/use-may.ts';
import { useVirtualizationProject } from '../../model/use-virtualization-project.ts';
import { ProjectDialog } from './project-dialog.tsx';

interface Props {
  title: string;
  children: (project: VirtualizationProject) => ReactNode;
}

/** ProjectGate shows a screen once a project of service virtualization is selected, or what to do if there is none. */
export const ProjectGate = ({ title, children }: Props) => (
  <Gate
    title={title}
    choice={useVirtualizationProject()}
    icon={<ServerCog size={20} />}
    purpose="A project contains a mock: its address, and assets in suites that say what it answers."
    mayCreate={useMayCreate()}
    dialog={(onClose) => <ProjectDialog onClose={onClose} />}
  >
    {children}
  </Gate>
);
