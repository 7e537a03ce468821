import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { administrators } from '@touchstone/contracts';
import { Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toastError } from '../../../shared/toasts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { apiTestingPaths, useExecutionMutations, useMayCreate } from '../../api-testing/index.ts';
import { userManagementPaths } from '../../user-management/index.ts';
import { firstStepsQuery, useDismiss } from '../api/first-steps.queries.ts';
import { openSampleWorkspace } from '../api/sample-workspace.ts';
import classes from './first-steps.module.css';

/**
 * FirstSteps lists a new user's first steps, ticked once the server has seen them; hidden when all are done or
 * dismissed.
 */
export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery);
  const dismiss = useDismiss();
  const { role } = useAccount();
  const mayCreate = useMayCreate();
  if (!data || data.isDismissed) return null;
  const mayInvite = administrators.some((known) => known === role);
  const steps = [
    ...(mayCreate
      ? [
          { title: 'Run the sample suite', isDone: data.hasRun, action: <RunSample /> },
          {
            title: 'Import your API',
            isDone: data.hasImported,
            action: <LinkButton to={apiTestingPaths.import()}>Import your API</LinkButton>,
          },
          {
            title: 'Send a request',
            isDone: data.hasSent,
            action: <LinkButton to={apiTestingPaths.request(undefined, true)}>New request</LinkButton>,
          },
        ]
      : []),
    ...(mayInvite
      ? [
          {
            title: 'Invite your team',
            isDone: data.hasColleagues,
            action: <LinkButton to={userManagementPaths.users}>Invite people</LinkButton>,
          },
        ]
      : []),
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Panel
      title="First steps"
      note={`${done} of ${steps.length} done`}
      actions={<CloseButton aria-label="Dismiss the first steps" onClick={() => dismiss.mutate()} />}
    >
      <ol className={classes.steps}>
        {steps.map(({ title, isDone, action }) => (
          <li key={title} data-done={isDone || undefined}>
            {isDone ? (
              <CircleCheck size={18} className={classes.tick} aria-label="Done" />
            ) : (
              <Circle size={18} className="dim" aria-label="To do" />
            )}
            <span className={classes.title}>{title}</span>
            {isDone ? null : action}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const LinkButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button component={Link} to={to} variant="default">
    {children}
  </Button>
);

function RunSample() {
  const navigate = useNavigate();
  const { start } = useExecutionMutations();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { projectId, suiteId, environmentId } = await openSampleWorkspace();
      // The suite may have been deleted: the workspace shows the rest.
      if (suiteId === null) return await navigate(apiTestingPaths.suites(projectId));
      const where = environmentId === null ? {} : { environmentId };
      const { runId } = await start.mutateAsync({ projectId, suiteIds: [suiteId], ...where });
      await navigate(apiTestingPaths.report(runId));
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void run()}>
      Run sample suite
    </Button>
  );
}
