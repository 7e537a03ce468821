import { useQuery } from '@tanstack/react-query';
import type { ScriptStatus } from '@touchstone/contracts/flows';
import { useState } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../../../ui/loaded.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { runStates } from '../../../flows/index.ts';
import { RunSteps } from '../../../runs/index.ts';
import { executedScriptsQuery } from '../../api/executions.queries.ts';
import classes from './reports.module.css';

const emptyText = 'No scripts in this workflow';

/** ExecutedScripts lists the scripts of an execution next to the steps of the selected one; initially a failed one. */
export function ExecutedScripts({ runId, isRunning }: { runId: string; isRunning: boolean }) {
  const scripts = useQuery(executedScriptsQuery(runId, isRunning));
  const [chosen, setChosen] = useState<string | undefined>();
  const all = scripts.data ?? [];
  const shown =
    all.find(({ node }) => node === chosen) ??
    all.find(({ status }) => status === 'failed') ??
    all.find(({ childRunId }) => childRunId !== null);
  return (
    <div className={classes.executed}>
      <section aria-label="Executed scripts">
        <h3 className="eyebrow">Executed scripts</h3>
        <Loaded query={scripts} empty={emptyText} isEmpty={(found) => found.length === 0}>
          {(found) => (
            <ul className={classes.scripts} aria-label="Executed scripts">
              {found.map((script) => (
                <li key={script.node}>
                  <ScriptRow script={script} isChosen={script === shown} onChoose={() => setChosen(script.node)} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </section>
      <section aria-label="Executed steps">
        <h3 className="eyebrow">Executed steps{shown ? ` of ${shown.name}` : ''}</h3>
        <Steps script={shown} />
      </section>
    </div>
  );
}

function ScriptRow({ script, isChosen, onChoose }: { script: ScriptStatus; isChosen: boolean; onChoose: () => void }) {
  const { glyph, word } = runStates[script.status];
  return (
    <button type="button" className={classes.row} aria-current={isChosen} onClick={onChoose}>
      <StatusGlyph status={glyph} decorative />
      <span className="ellipsis">{script.name}</span>
      <span className="dim">{word}</span>
      {script.message ? <span className={`dim ${classes.second}`}>{script.message}</span> : null}
    </button>
  );
}

function Steps({ script }: { script: ScriptStatus | undefined }) {
  if (script === undefined) return <p className={classes.none}>Steps appear once a script has started.</p>;
  const { childRunId, childLink, message } = script;
  if (childRunId === null) return <p className={classes.none}>{message ?? 'This script has not started.'}</p>;
  return (
    <>
      <RunSteps key={childRunId} runId={childRunId} />
      {childLink ? (
        <p className={classes.none}>
          <Link className="link" to={childLink}>
            Open the run of this script
          </Link>
        </p>
      ) : null}
    </>
  );
}
