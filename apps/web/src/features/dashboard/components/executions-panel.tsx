import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lastDays } from '../../../shared/day-range.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { recentTestsQuery } from '../api/dashboard.queries.ts';
import classes from './dashboard.module.css';
import { TestList } from './test-list.tsx';

const states = { running: 'Running', executed: 'Executed' } as const;

/** ExecutionsPanel shows current and today's runs of the selected team. */
export function ExecutionsPanel({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<keyof typeof states>('running');
  const teamUuid = useTeam().team?.teamId;
  // A run may continue past midnight.
  const startDate = state === 'running' ? undefined : lastDays(1).startDate;
  const tests = useQuery({ ...recentTestsQuery({ teamUuid, state, startDate, size: 50 }), refetchInterval: 5000 });
  return (
    <Tabs value={state} onChange={(value) => setState(value === 'executed' ? 'executed' : 'running')}>
      <Tabs.List>
        {Object.entries(states).map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={state} className={classes.panel}>
        <Loaded query={tests} isEmpty={(rows) => rows.length === 0} empty="No Executions yet">
          {(rows) => <TestList label={states[state]} tests={rows} onOpen={onClose} />}
        </Loaded>
      </Tabs.Panel>
    </Tabs>
  );
}
