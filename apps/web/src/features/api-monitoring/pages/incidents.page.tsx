import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page, Problem } from '../../../ui/page.tsx';
import { incidentQuery } from '../api/incidents.ts';
import { IncidentList } from '../components/incidents/incident-list.tsx';
import { IncidentView } from '../components/incidents/incident-view.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { apiMonitoringPaths } from '../paths.ts';

const searchSchema = z.object({ incident: z.string().catch('').default('') });

/** IncidentsPage lists the incidents of a project, or shows the one in the address. */
export function IncidentsPage() {
  const [{ incident }] = useSearchState(searchSchema);
  if (incident) return <OneIncident key={incident} incidentId={incident} />;
  return (
    <ProjectGate title="Incidents">
      {({ projectId, projectName }) => (
        <Page title="Incidents" documentTitle={`Incidents · ${projectName}`} meta={projectName}>
          <IncidentList key={projectId} projectId={projectId} />
        </Page>
      )}
    </ProjectGate>
  );
}

function OneIncident({ incidentId }: { incidentId: string }) {
  const incident = useQuery(incidentQuery(incidentId));
  if (incident.data) return <IncidentView incident={incident.data} />;
  return (
    <Page title="Incident">
      {incident.isError ? (
        <Problem
          error={incident.error}
          onRetry={() => void incident.refetch()}
          back={{ path: apiMonitoringPaths.incidents(), label: 'All incidents' }}
        />
      ) : null}
    </Page>
  );
}
