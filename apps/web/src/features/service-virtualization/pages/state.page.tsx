import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MockState, VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { Workflow } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { useLiveJournal } from '../api/live-journal.ts';
import { stateQuery } from '../api/state.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { RecordList } from '../components/state/record-list.tsx';
import { ScenarioPanel } from '../components/state/scenario-panel.tsx';
import classes from '../components/state/state.module.css';
import { ValueList } from '../components/state/value-list.tsx';
import { useCanWrite } from '../model/use-may.ts';

const searchSchema = z.object({
  tab: z.enum(['scenarios', 'values', 'records']).catch('scenarios').default('scenarios'),
});

/** StatePage shows the state of a mock: scenarios with the state of each caller, values, records. */
export function StatePage() {
  return <ProjectGate title="State">{(project) => <State key={project.projectId} project={project} />}</ProjectGate>;
}

function State({ project }: { project: VirtualizationProject }) {
  const { projectId, projectName } = project;
  const [{ tab }, setSearch] = useSearchState(searchSchema);
  const state = useQuery(stateQuery(projectId));
  const canWrite = useCanWrite(project);
  useLiveJournal(projectId, true);
  return (
    <Page
      title="State"
      documentTitle={`State · ${projectName}`}
      meta={projectName}
      actions={
        <SegmentedControl
          aria-label="Kind of state"
          data={[
            { value: 'scenarios', label: 'Scenarios' },
            { value: 'values', label: 'Values' },
            { value: 'records', label: 'Records' },
          ]}
          value={tab}
          onChange={(value) => setSearch({ tab: value as typeof tab }, { push: true })}
        />
      }
    >
      {state.data ? (
        <Shown tab={tab} projectId={projectId} state={state.data} canWrite={canWrite} />
      ) : state.error ? (
        <Problem error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <BlankLines count={8} line={28} />
      )}
    </Page>
  );
}

interface ShownProps {
  tab: 'scenarios' | 'values' | 'records';
  projectId: string;
  state: MockState;
  canWrite: boolean;
}

function Shown({ tab, projectId, state, canWrite }: ShownProps) {
  if (tab === 'values')
    return <ValueList projectId={projectId} values={state.values} valueCount={state.valueCount} canWrite={canWrite} />;
  if (tab === 'records') return <RecordList projectId={projectId} resources={state.resources} canWrite={canWrite} />;
  if (state.scenarios.length === 0)
    return (
      <EmptyState icon={<Workflow size={20} />} title="No scenarios yet">
        A scenario is a state machine: give assets a scenario, a required state and a new state.
      </EmptyState>
    );
  return (
    <div className={classes.scenarios}>
      {state.scenarios.map((scenario) => (
        <ScenarioPanel key={scenario.name} projectId={projectId} scenario={scenario} canWrite={canWrite} />
      ))}
    </div>
  );
}
