import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { administrators } from '@touchstone/contracts';
import { Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toastError } from '../../../shared/toasts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { apiTestingPaths, useMayCreate } from '../../api-testing/index.ts';
import { userManagementPaths } from '../../user-management/index.ts';
import { firstStepsQuery, useDismiss } from '../api/first-steps.queries.ts';
import { makeSampleWorkspace } from '../model/sample-workspace.ts';
import classes from './first-steps.module.css';

/** FirstSteps lists what a new user does first, ticked when the server has seen it; it goes when all is done or the user dismisses it. */
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
          { title: 'Add requests', isDone: data.hasRequests, action: <AddRequests /> },
          {
            title: 'Run a test suite',
            isDone: data.hasRun,
            action: <LinkButton to={apiTestingPaths.suites()}>Open test suites</LinkButton>,
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

function AddRequests() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const toSample = async () => {
    setBusy(true);
    try {
      await navigate(apiTestingPaths.suites(await makeSampleWorkspace()));
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <span className={classes.actions}>
      <Button loading={isBusy} onClick={() => void toSample()}>
        Create sample workspace
      </Button>
      <LinkButton to={apiTestingPaths.import()}>Import your API</LinkButton>
    </span>
  );
}
