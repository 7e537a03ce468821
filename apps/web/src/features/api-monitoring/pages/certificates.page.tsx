import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { CertificatesScreen } from '../../api-testing/index.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

/** CertificatesPage lists the client certificates presented by a project's checks. */
export function CertificatesPage() {
  return (
    <ProjectGate title="Certificates">
      {(project) => <Certificates key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Certificates({ project }: { project: MonitoringProject }) {
  return <CertificatesScreen project={project} canWrite={useCanWrite(project)} />;
}
