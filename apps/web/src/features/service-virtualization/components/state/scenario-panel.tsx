import { Button, Select } from '@mantine/core';
import type { MockScenario } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { useStateMutations } from '../../api/state.ts';
import { virtualizationPaths } from '../../paths.ts';
import { MachineView } from './machine-view.tsx';
import { SetStateDialog } from './set-state-dialog.tsx';
import classes from './state.module.css';

interface Props {
  projectId: string;
  scenario: MockScenario;
  canWrite: boolean;
}

/** ScenarioPanel shows a scenario: its state machine, the state of each caller, and the transitions. */
export function ScenarioPanel({ projectId, scenario, canWrite }: Props) {
  const { name, state, states, steps, callers, callerCount } = scenario;
  const { setScenario } = useStateMutations(projectId);
  const [isSetting, setSetting] = useState(false);
  const set = (scope: string, next: string | null) =>
    setScenario.mutate({ name, scope, state: next }, { onError: toastError });
  const everywhere = steps.filter(({ from }) => from === null);
  return (
    <Panel
      title={name}
      actions={
        canWrite ? (
          <>
            <Button variant="default" onClick={() => setSetting(true)}>
              Set state of a caller
            </Button>
            <Button variant="default" ml={8} onClick={() => set('', null)}>
              Reset
            </Button>
          </>
        ) : null
      }
    >
      <MachineView scenario={scenario} />
      {everywhere.length > 0 ? (
        <p className={classes.note}>
          From every state:{' '}
          {everywhere.map(({ assetId, assetName, to }, index) => (
            <span key={assetId}>
              {index > 0 ? ', ' : ''}
              <Link className="link" to={virtualizationPaths.asset(assetId)}>
                {assetName}
              </Link>
              {to === null ? '' : ` → ${to}`}
            </span>
          ))}
        </p>
      ) : null}
      <ul className={classes.callersList} aria-label={`Callers of ${name}`}>
        <Caller scope="" state={state} states={states} canWrite={canWrite} onSet={set} />
        {callers.map((caller) => (
          <Caller key={caller.scope} {...caller} states={states} canWrite={canWrite} onSet={set} />
        ))}
      </ul>
      {callerCount > callers.length ? (
        <p className={classes.note}>{`${formatCount(callerCount - callers.length)} more callers`}</p>
      ) : null}
      {isSetting ? (
        <SetStateDialog projectId={projectId} scenario={scenario} onClose={() => setSetting(false)} />
      ) : null}
    </Panel>
  );
}

interface CallerProps {
  scope: string;
  state: string;
  states: readonly string[];
  canWrite: boolean;
  onSet: (scope: string, state: string | null) => void;
}

function Caller({ scope, state, states, canWrite, onSet }: CallerProps) {
  const word = scope || 'All other callers';
  return (
    <li className={classes.caller}>
      <span className={`${scope ? 'mono' : ''} ellipsis grow`} title={word}>
        {word}
      </span>
      <Select
        w={180}
        aria-label={`State of ${word}`}
        allowDeselect={false}
        disabled={!canWrite}
        data={[...new Set([...states, state])]}
        value={state}
        onChange={(next) => next && next !== state && onSet(scope, next)}
      />
      {scope && canWrite ? (
        <Button variant="subtle" color="gray" aria-label={`Reset ${word}`} onClick={() => onSet(scope, null)}>
          Reset
        </Button>
      ) : null}
    </li>
  );
}
