import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Sprint, SprintResult } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { counted, formatCount } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { allSprintsQuery, sprintResultQuery, useSprintMutations } from '../../api/sprints.ts';
import classes from '../functions/functions.module.css';

const stay = 'STAY';

interface Props {
  sprint: Sprint;
  /** Whether the sprint is being completed, or only viewed. */
  isCompleting: boolean;
  onClose: () => void;
}

/** CompleteDialog shows the results of a sprint's suites, and completes it. */
export function CompleteDialog({ sprint, isCompleting, onClose }: Props) {
  const { uuid, sprintName, projectUUID } = sprint;
  const result = useQuery(sprintResultQuery(uuid));
  const sprints = useQuery(allSprintsQuery(projectUUID)).data ?? [];
  const { complete } = useSprintMutations(projectUUID);
  const [target, setTarget] = useState(stay);
  const [problem, setProblem] = useState('');
  const others = sprints.filter((other) => other.sprintActive && other.uuid !== uuid);
  const isOpen = result.data !== undefined && result.data.passed < result.data.total;
  const submit = () => complete.mutateAsync({ sprintUUID: uuid, ...(target !== stay && { moveOpenSuitesTo: target }) });
  return (
    <FormDialog
      title={isCompleting ? `Complete ${sprintName}` : `Results of ${sprintName}`}
      {...(isCompleting && { confirm: 'Complete sprint' })}
      disabled={result.data === undefined}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <Loaded query={result}>{(found) => <Result result={found} />}</Loaded>
      {isCompleting && isOpen ? (
        <Select
          label="Suites that did not pass"
          mt="md"
          allowDeselect={false}
          data={[
            { value: stay, label: 'Stay in this sprint' },
            { value: 'TEST_LAB', label: 'Go to the test lab' },
            ...others.map((other) => ({ value: other.uuid, label: `Go to ${other.sprintName}` })),
          ]}
          value={target}
          onChange={(value) => value && setTarget(value)}
        />
      ) : null}
      {isCompleting ? <p className="dim">A completed sprint can’t be changed any more.</p> : null}
      {problem ? (
        <p role="alert" style={{ color: 'var(--fail)' }}>
          {problem}
        </p>
      ) : null}
    </FormDialog>
  );
}

function Result({ result: { total, passed, failed, notRun, suites } }: { result: SprintResult }) {
  return (
    <>
      <p style={{ margin: 0 }}>
        {counted(total, 'suite')}: {formatCount(passed)} passed, {formatCount(failed)} failed, {formatCount(notRun)} not
        run.
      </p>
      <ul className={classes.items} aria-label="Suites of the sprint" style={{ maxHeight: 240, overflow: 'auto' }}>
        {suites.map(({ uuid, testSuiteName, lastRun }) => (
          <li key={uuid} style={{ minHeight: 30 }}>
            <span className="grow ellipsis">{testSuiteName}</span>
            {lastRun ? <StatusLabel status={lastRun.status} /> : <span className="dim">Not run</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
