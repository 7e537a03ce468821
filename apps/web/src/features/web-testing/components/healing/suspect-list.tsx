import { Button, Checkbox } from '@mantine/core';
import type { FailedStep, StepHealing } from '@touchstone/contracts/web-testing';
import { toLocatorText } from '@touchstone/engine-keyword/core';
import { type ReactNode, useId, useState } from 'react';
import { counted } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { useHealing } from '../../api/healing.ts';
import { sureness } from '../../model/healing-words.ts';
import { EvidenceTable } from './evidence-table.tsx';
import { focused } from './focused.ts';
import classes from './healing.module.css';

interface Props {
  runId: string;
  stepId: string;
  healing: StepHealing;
  /** Absent while loading. */
  failed: FailedStep | undefined;
  chosen: number;
  onChoose: (index: number) => void;
  hasUnsavedChanges: boolean;
  /** Rendered for the accepted element. */
  acceptance: ReactNode;
  takesFocus: boolean;
  onTaken: () => void;
}

/** SuspectList lists the candidate elements, most likely first; one is expanded, with its evidence. */
export function SuspectList({ healing: { suspects, verdict }, chosen, onChoose, failed, acceptance, ...rest }: Props) {
  const id = useId();
  return (
    <>
      <h3>{verdict === 'gone' ? 'Nearest elements' : 'Likely elements'}</h3>
      <ol className={classes.suspects}>
        {suspects.map((suspect, index) => {
          const isOpen = index === chosen;
          const [way] = suspect.target.locators;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: suspects keep their order
            <li key={index} className={classes.suspect} data-open={isOpen || undefined}>
              <button
                type="button"
                className={classes.opener}
                aria-expanded={isOpen}
                aria-controls={`${id}-${index}`}
                onClick={() => onChoose(index)}
              >
                <span className={classes.number}>{index + 1}</span>
                <span className={classes.what}>
                  <strong>{suspect.target.name || 'Element without a name'}</strong>
                  <span>{sureness(suspect.probability)}</span>
                </span>
              </button>
              <div id={`${id}-${index}`} className={classes.why} hidden={!isOpen}>
                {isOpen ? (
                  <>
                    {way ? <p className={`mono ${classes.way}`}>{toLocatorText(way)}</p> : null}
                    {failed?.chosen === index ? acceptance : null}
                    {failed?.state === 'open' ? (
                      <Take {...rest} failed={failed} index={index} canBeFound={!!way} isLikely={verdict !== 'gone'} />
                    ) : null}
                    {suspect.evidence.length > 0 ? <EvidenceTable evidence={suspect.evidence} /> : null}
                  </>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface TakeProps extends Pick<Props, 'runId' | 'stepId' | 'hasUnsavedChanges' | 'takesFocus' | 'onTaken'> {
  failed: FailedStep;
  index: number;
  canBeFound: boolean;
  isLikely: boolean;
}

/** Accepts the element for the step, and for other steps that look for the same one. */
function Take({ runId, stepId, failed, index, canBeFound, isLikely, ...rest }: TakeProps) {
  const { hasUnsavedChanges, takesFocus, onTaken } = rest;
  const { accept } = useHealing();
  const [everywhere, setEverywhere] = useState(true);
  const { others, mayChange, testFunction } = failed;
  if (!canBeFound) return <p className="dim">No locator finds only this element, so the step can’t look for it.</p>;
  if (!mayChange) return null;
  const take = () =>
    accept.mutateAsync({ runId, stepId, suspect: index, everywhere: everywhere && others > 0 }).then(({ accepted }) => {
      onTaken();
      const steps = accepted?.steps ?? 1;
      toast(
        'success',
        steps > 1 ? `${steps} steps look for this element now.` : 'The step looks for this element now.',
      );
    }, toastError);
  return (
    <div className={classes.take}>
      {others > 0 ? (
        <Checkbox
          label={`Also in ${counted(others, 'other step')} of this ${testFunction ? 'function' : 'script'}`}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
      ) : null}
      {hasUnsavedChanges ? <p className="dim">Save your steps first: this changes the saved ones.</p> : null}
      <Button
        ref={takesFocus ? focused : undefined}
        variant={isLikely ? 'filled' : 'default'}
        disabled={hasUnsavedChanges}
        loading={accept.isPending}
        onClick={() => void take()}
      >
        Use this element
      </Button>
    </div>
  );
}
