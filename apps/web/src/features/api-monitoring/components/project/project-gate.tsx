import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProjectGate as Gate } from '../../../../ui/projects/project-gate.tsx';
import { useMayCreate } from '../../model/use-may.ts';
import { useMonitoringProject } from '../../model/use-monitoring-project.ts';
import { ProjectDialog } from './project-dialog.tsx';

interface Props {
  title: string;
  children: (project: MonitoringProject) => ReactNode;
}

/** useNoProject returns the empty state without a monitoring project, with a way to create one. */
export const useNoProject = () => ({
  icon: <Activity size={20} />,
  purpose: 'A monitoring project contains monitored APIs in collections, with their incidents and reports.',
  mayCreate: useMayCreate(),
  dialog: (onClose: () => void) => <ProjectDialog onClose={onClose} />,
});

/** ProjectGate shows a screen once a monitoring project is selected, or what to do if there is none. */
export const ProjectGate = ({ title, children }: Props) => (
  <Gate title={title} choice={useMonitoringProject()} {...useNoProject()}>
    {children}
  </Gate>
);
