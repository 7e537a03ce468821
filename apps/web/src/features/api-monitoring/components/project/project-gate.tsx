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

/** useNoProject is what is said, and offered, where there is no project of monitoring. */
export const useNoProject = () => ({
  icon: <Activity size={20} />,
  purpose: 'A monitoring project contains monitored APIs in collections, with their incidents and reports.',
  mayCreate: useMayCreate(),
  dialog: (onClose: () => void) => <ProjectDialog onClose={onClose} />,
});

/** ProjectGate shows a screen once a project of monitoring is chosen, and says what to do when there is none. */
export const ProjectGate = ({ title, children }: Props) => (
  <Gate title={title} choice={useMonitoringProject()} {...useNoProject()}>
    {children}
  </Gate>
);
