import type { Project } from '@touchstone/contracts/workspaces';
import { CertificatesScreen } from '../components/certificate/certificates-screen.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { useCanWrite } from '../model/use-project.ts';

export function CertificatesPage() {
  return (
    <ProjectGate title="Certificates">
      {(project) => <Certificates key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Certificates({ project }: { project: Project }) {
  return <CertificatesScreen project={project} canWrite={useCanWrite(project)} />;
}
