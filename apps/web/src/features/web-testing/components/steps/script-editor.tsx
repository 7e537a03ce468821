import type { RepositoryScript, ScriptSteps } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { useLeave } from '../../../../shared/use-leave.ts';
import { Page } from '../../../../ui/page.tsx';
import { KnownVariables, LeaveDialog } from '../../../api-testing/index.ts';
import { webTestingKeys } from '../../hotkeys.ts';
import { useRecording } from '../../model/live/use-recording.ts';
import { useDryRun } from '../../model/steps/use-dry-run.ts';
import { useSaveScript } from '../../model/steps/use-save-script.ts';
import { useScriptVariables } from '../../model/steps/use-script-variables.ts';
import { type StepEditor, useStepEditor } from '../../model/steps/use-step-editor.ts';
import { FunctionDialog } from '../functions/function-dialog.tsx';
import { useChosenEnvironment } from '../results/browser-fields.tsx';
import { RunDialog } from '../results/run-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorActions, EditorBar, LiveResults, ScriptPlace, type StepsView } from './editor-bar.tsx';
import { type DetailTab, EditorWork } from './editor-work.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SentencesDialog } from './sentences-dialog.tsx';
import classes from './steps.module.css';
import { VersionsDialog } from './versions-dialog.tsx';

/** The open dialog of the editor. */
export type EditorDialog =
  | { kind: 'sentences'; text: string }
  | { kind: 'function'; step: Step }
  | { kind: 'import' | 'versions' | 'run' };

interface Props {
  script: RepositoryScript;
  saved: ScriptSteps;
  canWrite: boolean;
}

/** The script in the address; its browser and last dry run may change. */
const scriptAt = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname}?${new URLSearchParams(search).get('script')}`;

/** ScriptEditor edits, tries and runs the steps of a script. */
export function ScriptEditor({ script, saved, canWrite }: Props) {
  const [params] = useSearchParams();
  const editor = useStepEditor(saved.steps as Step[], params.get('step') ?? undefined);
  const { chosen: environmentId } = useChosenEnvironment(script.projectUUID);
  const dryRun = useDryRun(script.uuid, environmentId);
  const saving = useSaveScript(saved, editor);
  const recording = useRecording(script.uuid, editor);
  const [tab, setTab] = useState<DetailTab>('step');
  const isRecording = recording.connection !== undefined;
  useEffect(() => setTab(isRecording ? 'browser' : 'step'), [isRecording]);
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
  const known = useScriptVariables({
    projectId: script.projectUUID,
    environmentId,
    steps: editor.steps,
    tableId: script.dataTableUUID,
  });
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
          recording={recording}
          onWatch={() => setTab('browser')}
          open={setDialog}
        />
        {saving.problem ? (
          <p role="alert" style={{ margin: 0, padding: '8px 16px', color: 'var(--fail)' }}>
            {saving.problem}
          </p>
        ) : null}
        <KnownVariables value={known}>
          <EditorWork
            projectId={script.projectUUID}
            view={view}
            editor={editor}
            canWrite={canWrite}
            isChanged={isChanged}
            problems={problems}
            dryRun={dryRun}
            recording={recording}
            tab={tab}
            onTab={setTab}
            runTo={mayRun ? (step) => start(step.id) : undefined}
            toFunction={canWrite && !isChanged ? toFunction : undefined}
            onText={(text) => setDialog({ kind: 'sentences', text })}
          />
        </KnownVariables>
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
      <Conflict saving={saving} />
      {leave.isAsked ? <LeaveDialog what="the steps" onStay={leave.stay} onLeave={leave.go} /> : null}
    </Page>
  );
}

/** Asks which steps to keep if someone else has saved others since. */
function Conflict({ saving }: { saving: ReturnType<typeof useSaveScript> }) {
  if (!saving.newer) return null;
  return (
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
  );
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
