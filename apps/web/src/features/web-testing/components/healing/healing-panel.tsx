import { useQuery } from '@tanstack/react-query';
import { healingTitle, type ScriptStepResult, type StepHealing, verdictText } from '@touchstone/contracts/web-testing';
import { toLocatorText } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { Problem } from '../../../../ui/page.tsx';
import { failedStepQuery } from '../../api/healing.ts';
import { traitName } from '../../model/healing-words.ts';
import { Acceptance, StepPlace } from './acceptance.tsx';
import classes from './healing.module.css';
import { MarkedPicture } from './marked-picture.tsx';
import { SuspectList } from './suspect-list.tsx';

interface Props {
  runId: string;
  result: ScriptStepResult & { healing: StepHealing };
  /** The picture of the page at the step, if any. */
  picture: string | undefined;
  /** Set if the steps are edited next to it. */
  editing: { hasUnsavedChanges: boolean } | undefined;
}

/** HealingPanel shows which element a step couldn't find, the candidates, and lets users accept one of them. */
export function HealingPanel({ runId, result, picture, editing }: Props) {
  const { stepId, healing } = result;
  const { suspects, verdict, wanted } = healing;
  const found = useQuery(failedStepQuery(runId, stepId));
  const failed = found.data;
  const [opened, setChosen] = useState<number>();
  const chosen = opened ?? failed?.chosen ?? 0;
  // The pressed button is removed once the response arrives: the focus moves to its replacement.
  const [hasChanged, setChanged] = useState(false);
  const isInList = failed?.accepted != null && failed.chosen !== null;
  const acceptance = failed && (
    <Acceptance
      runId={runId}
      stepId={stepId}
      failed={failed}
      takesFocus={hasChanged}
      onUndone={() => setChanged(true)}
    />
  );
  return (
    <section className={classes.panel} aria-label={healingTitle(healing)}>
      <h2>{healingTitle(healing)}</h2>
      <p className={classes.verdict}>{verdictText(healing)}</p>
      <dl className={classes.facts}>
        <dt className="dim">Looked for</dt>
        <dd>{wanted.name || 'An element without a name'}</dd>
        <dt className="dim">Locators</dt>
        <dd>
          <ul className={classes.ways}>
            {wanted.locators.map((locator) => (
              <li key={toLocatorText(locator)} className="mono">
                {toLocatorText(locator)}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      {isInList ? null : acceptance}
      {found.isError && !failed ? <Problem error={found.error} onRetry={() => void found.refetch()} /> : null}
      {picture !== undefined && suspects.some(({ box }) => box !== null) ? (
        <MarkedPicture
          runId={runId}
          attachmentId={picture}
          target={result.target}
          suspects={suspects}
          chosen={chosen}
          onChoose={setChosen}
        />
      ) : null}
      {suspects.length > 0 ? (
        <SuspectList
          runId={runId}
          stepId={stepId}
          healing={healing}
          failed={failed}
          chosen={chosen}
          onChoose={setChosen}
          acceptance={isInList ? acceptance : undefined}
          takesFocus={hasChanged}
          onTaken={() => setChanged(true)}
          hasUnsavedChanges={editing?.hasUnsavedChanges ?? false}
        />
      ) : null}
      {verdict === 'gone' && failed && failed.known.length > 0 ? (
        <>
          <h3>What was known of it</h3>
          <dl className={classes.facts}>
            {failed.known.map(({ trait, value }) => (
              <div key={trait} className={classes.fact}>
                <dt className="dim">{traitName(trait)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {failed ? <StepPlace failed={failed} isEditor={editing !== undefined} /> : null}
    </section>
  );
}
