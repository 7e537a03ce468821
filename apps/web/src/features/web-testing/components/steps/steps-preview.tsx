import { findKeyword, type Step } from '@touchstone/engine-keyword/core';
import type { CSSProperties } from 'react';
import { eachStep } from '../../model/steps/edit-steps.ts';
import { argumentsText, targetText } from '../../model/steps/step-text.ts';
import classes from './steps.module.css';

const most = 200;

/** StepsPreview previews steps that aren't in the script yet. */
export function StepsPreview({ steps }: { steps: readonly Step[] }) {
  const all = [...eachStep(steps)];
  return (
    <ol className={classes.preview} aria-label="Steps that were read">
      {all.slice(0, most).map(({ step, depth }) => (
        <li key={step.id} style={{ '--depth': depth } as CSSProperties}>
          <strong>{findKeyword(step.keyword)?.title ?? step.keyword}</strong>{' '}
          {step.target?.name || targetText(step.target)} <span className="dim">{argumentsText(step)}</span>
        </li>
      ))}
      {all.length > most ? <li className="dim">and {all.length - most} more</li> : null}
    </ol>
  );
}
