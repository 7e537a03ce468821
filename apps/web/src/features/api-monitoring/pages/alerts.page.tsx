import { SegmentedControl } from '@mantine/core';
import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { BudgetList } from '../components/alerts/budget-list.tsx';
import { ChannelList } from '../components/alerts/channel-list.tsx';
import { DeliveryList } from '../components/alerts/delivery-list.tsx';
import { PolicyList } from '../components/alerts/policy-list.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

const searchSchema = z.object({
  tab: z.enum(['policies', 'channels', 'deliveries', 'budgets']).catch('policies').default('policies'),
});
const lists = { policies: PolicyList, channels: ChannelList, deliveries: DeliveryList, budgets: BudgetList } as const;

/** AlertsPage shows who is notified of incidents, the alert channels, sent messages, and burning error budgets. */
export function AlertsPage() {
  return <ProjectGate title="Alerts">{(project) => <Alerts key={project.projectId} project={project} />}</ProjectGate>;
}

function Alerts({ project }: { project: MonitoringProject }) {
  const { projectId, projectName } = project;
  const [{ tab }, setSearch] = useSearchState(searchSchema);
  const canWrite = useCanWrite(project);
  const List = lists[tab];
  return (
    <Page title="Alerts" documentTitle={`Alerts · ${projectName}`} meta={projectName}>
      <div style={{ padding: '8px 16px' }}>
        <SegmentedControl
          aria-label="List"
          data={[
            { value: 'policies', label: 'Policies' },
            { value: 'channels', label: 'Channels' },
            { value: 'deliveries', label: 'Deliveries' },
            { value: 'budgets', label: 'Error budgets' },
          ]}
          value={tab}
          onChange={(value) => setSearch({ tab: value as typeof tab }, { push: true })}
        />
      </div>
      <List projectId={projectId} canWrite={canWrite} />
    </Page>
  );
}
