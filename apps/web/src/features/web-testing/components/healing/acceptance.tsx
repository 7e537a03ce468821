import { Button } from '@mantine/core';
import type { FailedStep } from '@touchstone/contracts/web-testing';
import { Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { counted } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { useHealing } from '../../api/healing.ts';
import { webTestingPaths } from '../../paths.ts';
import { focused } from './focused.ts';
import classes from './healing.module.css';

interface Props {
  runId: string;
  stepId: string;
  failed: FailedStep;
  /** Whether it replaces the button that was just pressed. */
  takesFocus: boolean;
  onUndone: () => void;
}

/**
 * Acceptance says what became of the step since the run: who accepted which element, that it changed, or why it can't
 * be changed now.
 */
export function Acceptance({ runId, stepId, failed, takesFocus, onUndone }: Props) {
  const { state, chosen, accepted, lockedBy, mayChange } = failed;
  const { undo } = useHealing();
  if (accepted)
    return (
      <div className={classes.note} data-tone="done">
        <StatusGlyph status="passed" decorative />
        <p>
          Accepted by {accepted.by}, <RelativeTime at={accepted.at} />
          {accepted.steps > 1 ? `, for ${counted(accepted.steps, 'step')}` : ''}.{' '}
          {chosen === null ? 'The step uses locators that they chose.' : `The step looks for element ${chosen + 1}.`}
        </p>
        {mayChange ? (
          <Button
            variant="default"
            size="xs"
            ref={takesFocus ? focused : undefined}
            leftSection={<Undo2 size={13} />}
            loading={undo.isPending}
            onClick={() =>
              void undo.mutateAsync({ runId, stepId }).then(() => {
                onUndone();
                toast('success', `The step looks for “${failed.wanted.name}” as before.`);
              }, toastError)
            }
          >
            Undo
          </Button>
        ) : null}
      </div>
    );
  const text = noteOf(failed);
  return (
    <>
      {text === undefined ? null : (
        <div className={classes.note}>
          <StatusGlyph status="flaky" decorative />
          <p>{text}</p>
        </div>
      )}
      {state === 'open' && lockedBy !== null ? (
        <div className={classes.note}>
          <StatusGlyph status="flaky" decorative />
          <p>{lockedBy} has locked the script. Ask them to unlock it to change this step.</p>
        </div>
      ) : null}
    </>
  );
}

function noteOf({ state, chosen }: FailedStep): string | undefined {
  if (state === 'deleted') return 'This step was deleted after the run. Run the script again to see what it does now.';
  if (state !== 'changed') return undefined;
  return chosen === null
    ? 'This step was changed after the run. Run the script again to see what it finds now.'
    : `This step was changed after the run, and now looks for element ${chosen + 1}. Run the script again to see whether it passes.`;
}

/** StepPlace links to where the step can be edited by hand. */
export function StepPlace({
  failed: { script, testFunction, sourceStepId, state, mayChange },
  isEditor,
}: {
  failed: FailedStep;
  isEditor: boolean;
}) {
  if (state === 'deleted') return null;
  const verb = mayChange ? 'Pick another element in' : 'Step of';
  if (testFunction)
    return (
      <p>
        {verb}{' '}
        <Link className="link" to={webTestingPaths.functions({ function: testFunction.uuid })}>
          function {testFunction.name}
        </Link>
      </p>
    );
  return script && !isEditor ? (
    <p>
      {verb}{' '}
      <Link className="link" to={webTestingPaths.steps(script.uuid, { step: sourceStepId })}>
        {script.name}
      </Link>
    </p>
  ) : null;
}
