import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { useMemo, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { environmentsQuery, useCanWrite } from '../../api-testing/index.ts';
import { walletQuery } from '../../virtual-users/index.ts';
import { type Problems, planOf } from '../model/load-form.ts';
import { draftProblems, emptyDraft, hasPacing, type RunDraft } from '../model/run-draft.ts';
import { CostBox } from './cost-box.tsx';
import { LoadCurve } from './load-curve.tsx';
import { LoadFields } from './load-fields.tsx';
import classes from './performance.module.css';
import { ThinkTimeFields } from './think-time-fields.tsx';
import { ThresholdFields } from './threshold-fields.tsx';
import { useRequests, WhatToRun } from './what-to-run.tsx';

interface Props {
  project: Project;
  isStarting: boolean;
  /** Why the server didn't start the run. */
  refusal: unknown;
  onStart: (draft: RunDraft) => void;
}

const loadFields = /^(startLoad|endLoad|stepSize|duration|vus|iterations|rate|preAllocatedVus|maxVus|stages|load)/;

/**
 * RunForm edits a performance run and previews its load. Errors are shown at their fields as they are made; missing
 * values once a start was attempted.
 */
export function RunForm({ project, isStarting, refusal, onStart }: Props) {
  const [draft, setDraft] = useState<RunDraft>(emptyDraft);
  const [isAsked, setAsked] = useState(false);
  const canRun = useCanWrite(project);
  const environments = useQuery(environmentsQuery(project.projectId)).data ?? [];
  const wallets = useQuery(walletQuery(project.projectId)).data;
  const requests = useRequests(draft.target);
  const problems = draftProblems(draft, {
    limit: wallets?.limitPerRun ?? null,
    environments: environments.length,
    requests: requests.isPending ? undefined : requests.names.length,
  });
  const isLoadRight = !Object.keys(problems).some((field) => loadFields.test(field));
  const plan = useMemo(() => (isLoadRight ? planOf(draft.load) : undefined), [isLoadRight, draft.load]);
  const patch = (change: Partial<RunDraft>) => setDraft((before) => ({ ...before, ...change }));
  const { suites, environment, ...mistakes } = problems;
  const missing: Problems = isAsked ? { ...(suites && { suites }), ...(environment && { environment }) } : {};

  const submit = () => {
    setAsked(true);
    if (Object.keys(problems).length === 0) onStart(draft);
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form
      className={classes.columns}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.stack}>
        <Panel title="What runs" padded>
          <WhatToRun
            projectId={project.projectId}
            target={draft.target}
            problems={missing}
            onChange={(change) => patch({ target: { ...draft.target, ...change } })}
          />
        </Panel>
        <Panel title="Load" padded>
          <LoadFields
            form={draft.load}
            problems={mistakes}
            onChange={(change) => patch({ load: { ...draft.load, ...change } })}
          />
        </Panel>
        <Panel title="Pauses" padded>
          <ThinkTimeFields form={draft.think} problems={mistakes} onChange={(think) => patch({ think })} />
          {hasPacing(draft.load) ? (
            <TextInput
              mt="md"
              label="Pacing"
              description="Minimum time between iterations"
              placeholder="None"
              value={draft.pacing}
              error={mistakes.pacing}
              onChange={(event) => patch({ pacing: event.currentTarget.value })}
            />
          ) : null}
        </Panel>
      </div>
      <div className={classes.stack}>
        <Panel title="Planned load" padded>
          <LoadCurve plan={plan} />
        </Panel>
        <Panel title="Thresholds" note="decide whether the run passes" padded>
          <ThresholdFields
            rows={draft.thresholds}
            requests={requests.names}
            problems={isAsked ? mistakes : onlyWritten(draft, mistakes)}
            onChange={(thresholds) => patch({ thresholds })}
          />
        </Panel>
        <Panel title="Virtual users" padded>
          <CostBox
            project={project}
            virtualUsers={plan?.maxUsers}
            wallet={draft.wallet}
            onWallet={(wallet) => patch({ wallet })}
          />
        </Panel>
        {refusal ? (
          <Alert color="red" title="The run did not start">
            {messageOf(refusal)}
          </Alert>
        ) : null}
        <div className={classes.start}>
          <TextInput
            aria-label="Name of the run"
            placeholder="Name of the run (optional)"
            className="grow"
            maxLength={255}
            value={draft.name}
            onChange={(event) => patch({ name: event.currentTarget.value })}
          />
          {canRun ? (
            <Button type="submit" loading={isStarting}>
              Start run
            </Button>
          ) : (
            <span className="dim">You can view this workspace but not run tests in it.</span>
          )}
        </div>
      </div>
    </form>
  );
}

/** A threshold that is still empty isn't reported before the start. */
const onlyWritten = ({ thresholds }: RunDraft, problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(
      ([field]) => thresholds.find((row) => field === `thresholds.${row.id}`)?.expression.trim() !== '',
    ),
  );
