import { Tabs } from '@mantine/core';
import type { RepositoryScript, ScriptSteps, StepProblem } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { useLeave } from '../../../../shared/use-leave.ts';
import { Page } from '../../../../ui/page.tsx';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import { LeaveDialog } from '../../../api-testing/index.ts';
import { isFinal } from '../../../runs/index.ts';
import { webTestingKeys } from '../../hotkeys.ts';
import { findStep } from '../../model/steps/edit-steps.ts';
import { type DryRun, useDryRun } from '../../model/steps/use-dry-run.ts';
import { useSaveScript } from '../../model/steps/use-save-script.ts';
import { type StepEditor, useStepEditor } from '../../model/steps/use-step-editor.ts';
import { FunctionDialog } from '../functions/function-dialog.tsx';
import { useChosenEnvironment } from '../results/browser-fields.tsx';
import { RunDialog } from '../results/run-dialog.tsx';
import { StepResult } from '../results/step-result.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorActions, EditorBar, LiveResults, ScriptPlace, type StepsView } from './editor-bar.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SentencesDialog } from './sentences-dialog.tsx';
import { StepDetails } from './step-details.tsx';
import { StepTable } from './step-table.tsx';
import classes from './steps.module.css';
import { TextView } from './text-view.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

/** What is open over the editor. */
export type EditorDialog =
  | { kind: 'sentences'; text: string }
  | { kind: 'function'; step: Step }
  | { kind: 'import' | 'versions' | 'run' };

interface Props {
  script: RepositoryScript;
  saved: ScriptSteps;
  canWrite: boolean;
}

/** The script that an address names; its browser and its last try may change. */
const scriptAt = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname}?${new URLSearchParams(search).get('script')}`;

/** ScriptEditor edits, tries and runs the steps of a script. */
export function ScriptEditor({ script, saved, canWrite }: Props) {
  const editor = useStepEditor(saved.steps as Step[]);
  const { chosen: environmentId } = useChosenEnvironment(script.projectUUID);
  const dryRun = useDryRun(script.uuid, environmentId);
  const saving = useSaveScript(saved, editor);
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const [view, setView] = useState<StepsView>('table');
  const { isChanged } = saving;
  const leave = useLeave(isChanged && canWrite && !saving.isSaving, scriptAt);
  const save = () => saving.save();
  const start = (stepId?: string) => void dryRun.start(isChanged ? editor.steps : undefined, stepId);
  const toFunction = useCallback((step: Step) => setDialog({ kind: 'function', step }), []);
  const mayRun = canWrite && editor.steps.length > 0 && !dryRun.isRunning;
  useHotkey(webTestingKeys.dryRun, () => start(), mayRun);
  useHotkey(webTestingKeys.saveSteps, () => void save(), canWrite && isChanged);
  const problems = Map.groupBy(saved.problems, ({ stepId }) => stepId);
  return (
    <Page
      title={script.testScriptName}
      documentTitle={`${script.testScriptName} · Web testing`}
      meta={<ScriptPlace script={script} />}
      actions={
        canWrite ? (
          <EditorActions
            isChanged={isChanged}
            isSaving={saving.isSaving}
            isRunning={dryRun.isRunning}
            runId={dryRun.runId}
            mayRun={mayRun}
            onSave={() => void save()}
            onRun={async () => {
              if (!isChanged || (await save())) setDialog({ kind: 'run' });
            }}
            onDryRun={() => start()}
          />
        ) : null
      }
    >
      <div className={classes.screen}>
        <EditorBar
          script={script}
          canWrite={canWrite}
          editor={editor}
          dryRun={dryRun}
          view={view}
          onView={setView}
          open={setDialog}
        />
        {saving.problem ? (
          <p role="alert" style={{ margin: 0, padding: '8px 16px', color: 'var(--fail)' }}>
            {saving.problem}
          </p>
        ) : null}
        <Work
          projectId={script.projectUUID}
          view={view}
          editor={editor}
          canWrite={canWrite}
          problems={problems}
          dryRun={dryRun}
          runTo={mayRun ? (step) => start(step.id) : undefined}
          toFunction={canWrite && !isChanged ? toFunction : undefined}
          onText={(text) => setDialog({ kind: 'sentences', text })}
        />
      </div>
      {dryRun.run ? <LiveResults key={dryRun.runId} run={dryRun.run} /> : null}
      <OpenDialog
        dialog={dialog}
        script={script}
        canWrite={canWrite}
        editor={editor}
        isChanged={isChanged}
        onRestored={saving.load}
        onClose={() => setDialog(null)}
      />
      {saving.newer ? (
        <ConflictDialog
          newer={saving.newer}
          onClose={saving.forget}
          onTake={(newer) => {
            saving.load(newer);
            saving.forget();
          }}
          onOverwrite={({ revision }) => {
            saving.forget();
            void saving.save(revision);
          }}
        />
      ) : null}
      {leave.isAsked ? <LeaveDialog what="the steps" onStay={leave.stay} onLeave={leave.go} /> : null}
    </Page>
  );
}

interface WorkProps {
  projectId: string;
  view: StepsView;
  editor: StepEditor;
  canWrite: boolean;
  problems: ReadonlyMap<string, readonly StepProblem[]>;
  dryRun: DryRun;
  runTo: ((step: Step) => void) | undefined;
  toFunction: ((step: Step) => void) | undefined;
  onText: (text: string) => void;
}

function Work({ projectId, view, editor, canWrite, problems, dryRun, runTo, toFunction, onText }: WorkProps) {
  const step = editor.active === null ? undefined : findStep(editor.steps, editor.active);
  const result = step && dryRun.results.get(step.id);
  const [tab, setTab] = useState<string | null>('step');
  useFirstFailure(editor, dryRun);
  const hasFailed = result?.status === 'failed' || result?.status === 'error';
  useEffect(() => {
    if (hasFailed) setTab('result');
  }, [hasFailed]);
  return (
    <div className={classes.work}>
      <SplitPane
        id="web-script"
        label="Steps and details"
        direction="row"
        initial={70}
        flows
        first={
          view === 'text' ? (
            <TextView projectId={projectId} editor={editor} canWrite={canWrite} />
          ) : (
            <StepTable
              editor={editor}
              canWrite={canWrite}
              problems={problems}
              results={dryRun.results}
              runTo={runTo}
              toFunction={toFunction}
              onText={onText}
            />
          )
        }
        second={
          <div className={classes.details}>
            <Tabs value={result ? tab : 'step'} onChange={setTab} keepMounted={false}>
              <Tabs.List mb="sm">
                <Tabs.Tab value="step">Step</Tabs.Tab>
                <Tabs.Tab value="result" disabled={!result}>
                  Result
                </Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="step">
                {step ? (
                  <StepDetails
                    key={step.id}
                    step={step}
                    canWrite={canWrite}
                    problems={problems.get(step.id) ?? []}
                    editor={editor}
                  />
                ) : (
                  <p className="dim">Choose a step to see everything about it.</p>
                )}
              </Tabs.Panel>
              <Tabs.Panel value="result">
                {result ? <StepResult key={result.stepId} runId={dryRun.runId} result={result} /> : null}
              </Tabs.Panel>
            </Tabs>
          </div>
        }
      />
    </div>
  );
}

/** Once a try is over, its first step that failed becomes the active one. */
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

interface DialogProps {
  dialog: EditorDialog | null;
  script: RepositoryScript;
  canWrite: boolean;
  editor: StepEditor;
  isChanged: boolean;
  onRestored: (steps: { steps: Step[]; revision: number }) => void;
  onClose: () => void;
}

function OpenDialog({ dialog, script, canWrite, editor, isChanged, onRestored, onClose }: DialogProps) {
  const add = (steps: Step[]) => editor.paste(editor.active, steps);
  switch (dialog?.kind) {
    case 'sentences':
      return <SentencesDialog initial={dialog.text} onAdd={add} onClose={onClose} />;
    case 'function':
      return (
        <FunctionDialog
          projectId={script.projectUUID}
          from={{ scriptUUID: script.uuid, step: dialog.step }}
          onClose={onClose}
        />
      );
    case 'import':
      return <ImportDialog script={script} onAdd={add} onClose={onClose} />;
    case 'versions':
      return (
        <VersionsDialog
          scriptUUID={script.uuid}
          canWrite={canWrite}
          isChanged={isChanged}
          onRestored={(restored) => {
            onRestored(restored);
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'run':
      return <RunDialog scripts={[script]} onClose={onClose} />;
    default:
      return null;
  }
}
