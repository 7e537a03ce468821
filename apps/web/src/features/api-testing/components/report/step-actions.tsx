import { Button } from '@mantine/core';
import type { ExecutionSummary, StepDetail, StepSummary } from '@touchstone/contracts/api-testing';
import { Send } from 'lucide-react';
import { Link } from 'react-router';
import { CommentsButton } from '../../../comments/index.ts';
import { commentKinds } from '../../model/comment-kinds.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './report.module.css';
import { useEditSent } from './use-edit-sent.ts';

interface Props {
  run: Pick<ExecutionSummary, 'runId' | 'projectId' | 'environmentName'>;
  step: StepSummary;
  /** Undefined while loading. */
  detail: StepDetail | undefined;
  canWrite: boolean;
}

/** StepActions links from a step to its request: as it was sent, or as saved in its script. */
export function StepActions({ run, step, detail, canWrite }: Props) {
  const { isOpening, editSent } = useEditSent(run);
  // Queries and scripts of prerequisites send no request.
  const isRequest = step.suiteId !== null || step.scriptId !== null;
  return (
    <div className={classes.stepActions}>
      <CommentsButton
        kind={commentKinds.step}
        subjectId={`${run.runId}:${step.stepId}`}
        projectId={run.projectId}
        containerId={run.runId}
        name={step.name}
        service="API Testing"
      />
      {canWrite && isRequest ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Send size={13} />}
          loading={isOpening}
          disabled={!detail}
          onClick={() => detail && void editSent(detail)}
        >
          Edit and send again
        </Button>
      ) : null}
      {step.suiteId && step.scriptId ? (
        <Link className="link" to={apiTestingPaths.suite(step.suiteId, run.projectId, step.scriptId)}>
          Edit script
        </Link>
      ) : null}
    </div>
  );
}
