import { Tabs } from '@mantine/core';
import type { StepProblem } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useEffect, useRef } from 'react';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import { isFinal } from '../../../runs/index.ts';
import type { Recording } from '../../model/live/use-recording.ts';
import { findStep } from '../../model/steps/edit-steps.ts';
import type { DryRun } from '../../model/steps/use-dry-run.ts';
import type { StepEditor } from '../../model/steps/use-step-editor.ts';
import { RecorderPanel } from '../live/recorder-panel.tsx';
import { WatchPanel } from '../live/watch-panel.tsx';
import { StepResult } from '../results/step-result.tsx';
import type { StepsView } from './editor-bar.tsx';
import { StepDetails } from './step-details.tsx';
import { StepTable } from './step-table.tsx';
import classes from './steps.module.css';
import { TextView } from './text-view.tsx';

interface Props {
  projectId: string;
  view: StepsView;
  editor: StepEditor;
  canWrite: boolean;
  /** Whether the steps differ from the saved ones. */
  isChanged: boolean;
  problems: ReadonlyMap<string, readonly StepProblem[]>;
  dryRun: DryRun;
  recording: Recording;
  tab: DetailTab;
  onTab: (tab: DetailTab) => void;
  runTo: ((step: Step) => void) | undefined;
  toFunction: ((step: Step) => void) | undefined;
  onText: (text: string) => void;
}

/** Tabs next to the steps. */
export type DetailTab = 'step' | 'result' | 'browser';

/** EditorWork shows the steps of a script next to the active step, its result or the browser. */
export function EditorWork(props: Props) {
  const { projectId, view, editor, canWrite, problems, dryRun, recording, runTo, toFunction, onText } = props;
  useFirstFailure(editor, dryRun);
  const results = recording.connection ? recording.results : dryRun.results;
  const isWatched = dryRun.isRunning && dryRun.runId !== '' && props.tab === 'browser';
  const isWide = recording.connection !== undefined || isWatched;
  return (
    <div className={classes.work}>
      <SplitPane
        key={isWide ? 'browser' : 'details'}
        id={isWide ? 'web-script-browser' : 'web-script'}
        label="Steps and details"
        direction="row"
        initial={isWide ? 38 : 70}
        flows
        first={
          view === 'text' ? (
            <TextView projectId={projectId} editor={editor} canWrite={canWrite} />
          ) : (
            <StepTable
              projectId={projectId}
              editor={editor}
              canWrite={canWrite}
              problems={problems}
              results={results}
              runTo={runTo}
              toFunction={toFunction}
              onText={onText}
            />
          )
        }
        second={<Details {...props} results={results} />}
      />
    </div>
  );
}

function Details({
  projectId,
  editor,
  canWrite,
  isChanged,
  problems,
  dryRun,
  recording,
  results,
  tab,
  onTab,
}: Props & { results: DryRun['results'] }) {
  const step = editor.active === null ? undefined : findStep(editor.steps, editor.active);
  const result = step && results.get(step.id);
  const { connection } = recording;
  const isWatched = connection === undefined && dryRun.isRunning && dryRun.runId !== '';
  const hasFailed = result?.status === 'failed' || result?.status === 'error';
  useEffect(() => {
    if (hasFailed && !connection) onTab('result');
  }, [hasFailed, connection, onTab]);
  const isAvailable = { step: true, result: result !== undefined, browser: connection !== undefined || isWatched };
  return (
    <div className={classes.details}>
      <Tabs value={isAvailable[tab] ? tab : 'step'} onChange={(next) => onTab(next as DetailTab)} keepMounted={false}>
        <Tabs.List mb="sm">
          {isAvailable.browser ? <Tabs.Tab value="browser">Browser</Tabs.Tab> : null}
          <Tabs.Tab value="step">Step</Tabs.Tab>
          <Tabs.Tab value="result" disabled={!result}>
            Result
          </Tabs.Tab>
        </Tabs.List>
        {isAvailable.browser ? (
          <Tabs.Panel value="browser" className={classes.browser}>
            {connection ? (
              <RecorderPanel projectId={projectId} recording={recording} connection={connection} editor={editor} />
            ) : (
              <WatchPanel key={dryRun.runId} runId={dryRun.runId} projectId={projectId} canWrite={canWrite} />
            )}
          </Tabs.Panel>
        ) : null}
        <Tabs.Panel value="step">
          {step ? (
            <StepDetails
              key={step.id}
              step={step}
              canWrite={canWrite}
              problems={problems.get(step.id) ?? []}
              editor={editor}
              pickTarget={
                recording.pickTarget &&
                (() => {
                  recording.pick('target');
                  onTab('browser');
                })
              }
            />
          ) : (
            <p className="dim">Choose a step to see everything about it.</p>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="result">
          {result ? (
            <StepResult
              key={result.stepId}
              runId={connection ? '' : dryRun.runId}
              result={result}
              canWrite={canWrite}
              editing={{ hasUnsavedChanges: isChanged }}
            />
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** After a dry run, makes its first failed step the active one. */
function useFirstFailure({ rows, focus }: StepEditor, { run, runId, results }: DryRun): void {
  const shown = useRef('');
  const isOver = run !== undefined && isFinal(run.status);
  const failed = isOver
    ? rows.find(({ key }) => ['failed', 'error'].includes(results.get(key)?.status ?? ''))?.key
    : undefined;
  useEffect(() => {
    if (failed === undefined || shown.current === runId) return;
    shown.current = runId;
    focus(failed);
  }, [failed, runId, focus]);
}
