import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core';
import type { RunAnswer } from '@touchstone/contracts/runs';
import { browserNames, exportFormats, type RepositoryScript } from '@touchstone/contracts/web-testing';
import { CircleDot, Ellipsis, MonitorPlay, Play, Redo2, RefreshCw, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { saveResponse } from '../../../../shared/download.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { StopRun, useLiveRun } from '../../../runs/index.ts';
import { fetchExport } from '../../api/scripts.ts';
import type { Recording } from '../../model/live/use-recording.ts';
import type { DryRun } from '../../model/steps/use-dry-run.ts';
import type { StepEditor } from '../../model/steps/use-step-editor.ts';
import { webTestingPaths } from '../../paths.ts';
import { BrowserSelect, EnvironmentSelect, NoBrowser, useChosenEnvironment } from '../results/browser-fields.tsx';
import { HealingSelect } from '../results/healing-select.tsx';
import { InfrastructureSelect } from '../results/infrastructure-select.tsx';
import { OneTimeCode } from '../results/one-time-code.tsx';
import type { EditorDialog } from './script-editor.tsx';
import classes from './steps.module.css';

const exportTitles: Record<(typeof exportFormats)[number], string> = {
  json: 'JSON',
  playwright: 'Playwright test',
  gherkin: 'Gherkin',
  text: 'Plain text',
};

/** ScriptPlace says where a script is, and whether it is locked. */
export function ScriptPlace({ script }: { script: RepositoryScript }) {
  return (
    <span className="sentence">
      <Link className="link" to={webTestingPaths.scripts({ module: script.moduleUUID })}>
        {script.moduleName}
      </Link>
      {script.isLocked ? ` · Locked by ${script.lockedBy ?? 'someone else'}` : null}
    </span>
  );
}

interface ActionsProps {
  isChanged: boolean;
  isSaving: boolean;
  isRunning: boolean;
  runId: string;
  mayRun: boolean;
  onSave: () => void;
  onRun: () => Promise<void>;
  onDryRun: () => void;
}

/** EditorActions saves, tries and runs a script. */
export function EditorActions(props: ActionsProps) {
  const { isChanged, isSaving, isRunning, runId, mayRun, onSave, onRun, onDryRun } = props;
  return (
    <>
      <Button variant="default" disabled={!isChanged} loading={isSaving} onClick={onSave}>
        Save
      </Button>
      <Button variant="default" disabled={!mayRun} onClick={() => void onRun()}>
        Run Test
      </Button>
      {isRunning && runId ? (
        <StopRun key={runId} runId={runId} />
      ) : (
        <Button leftSection={<Play size={13} />} disabled={!mayRun} loading={isRunning} onClick={onDryRun}>
          Dry Run
        </Button>
      )}
    </>
  );
}

/** How the steps of a script are shown. */
export type StepsView = 'table' | 'text';

interface BarProps {
  script: RepositoryScript;
  canWrite: boolean;
  editor: StepEditor;
  dryRun: DryRun;
  view: StepsView;
  onView: (view: StepsView) => void;
  recording: Recording;
  /** Shows the browser of a dry run in progress. */
  onWatch: () => void;
  open: (dialog: EditorDialog) => void;
}

/**
 * EditorBar selects where the steps run, shows the result of the last dry run, and has the actions on the whole script.
 */
export function EditorBar({ script, canWrite, editor, dryRun, view, onView, recording, onWatch, open }: BarProps) {
  const { run } = dryRun;
  const { chosen: environmentId } = useChosenEnvironment(script.projectUUID);
  return (
    <div className={classes.bar} data-tour="script-bar">
      <BrowserSelect among={browserNames} value={dryRun.browser} onChange={dryRun.setBrowser} />
      <EnvironmentSelect projectId={script.projectUUID} />
      <InfrastructureSelect value={dryRun.infrastructure} onChange={dryRun.setInfrastructure} />
      <HealingSelect isBrief value={dryRun.healing} onChange={dryRun.setHealing} />
      {run ? (
        <span className="row" style={{ minHeight: 28 }}>
          <StatusLabel status={run.status}>{run.executionStatus}</StatusLabel>
          <Button variant="default" leftSection={<RefreshCw size={13} />} onClick={() => void dryRun.refresh()}>
            Refresh Results
          </Button>
          <Link className="link" to={webTestingPaths.result(run.runId)}>
            Full report
          </Link>
        </span>
      ) : null}
      {run && dryRun.isRunning ? (
        <Button variant="default" leftSection={<MonitorPlay size={14} />} onClick={onWatch}>
          Watch
        </Button>
      ) : null}
      {run && dryRun.isRunning && canWrite ? <OneTimeCode runId={run.runId} /> : null}
      <NoBrowser />
      <span className="grow" />
      <SegmentedControl
        aria-label="View"
        value={view}
        data={[
          { value: 'table', label: 'Table' },
          { value: 'text', label: 'Text' },
        ]}
        onChange={(chosen) => onView(chosen as StepsView)}
      />
      {canWrite ? (
        <>
          <Tip label="Undo (Ctrl Z)">
            <ActionIcon aria-label="Undo" disabled={!editor.canUndo} onClick={editor.undo}>
              <Undo2 size={15} />
            </ActionIcon>
          </Tip>
          <Tip label="Redo (Ctrl Y)">
            <ActionIcon aria-label="Redo" disabled={!editor.canRedo} onClick={editor.redo}>
              <Redo2 size={15} />
            </ActionIcon>
          </Tip>
          {recording.connection ? null : (
            <Button
              variant="default"
              leftSection={<CircleDot size={14} color="var(--fail)" />}
              loading={recording.isOpening}
              onClick={() => void recording.start(dryRun.browser, environmentId)}
            >
              Record
            </Button>
          )}
          <Button variant="default" onClick={() => open({ kind: 'sentences', text: '' })}>
            Write as sentences
          </Button>
          <Button variant="default" onClick={() => open({ kind: 'import' })}>
            Import File
          </Button>
        </>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More for this script">
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open({ kind: 'versions' })}>Versions</Menu.Item>
          <Menu.Divider />
          <Menu.Label>Export the saved steps</Menu.Label>
          {exportFormats.map((format) => (
            <Menu.Item key={format} onClick={() => void exportScript(script, format)}>
              {exportTitles[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

async function exportScript(script: RepositoryScript, format: (typeof exportFormats)[number]): Promise<void> {
  try {
    await saveResponse(await fetchExport(script.uuid, format), script.testScriptName);
  } catch (error) {
    toast('error', messageOf(error), 'Error Downloading');
  }
}

/** LiveResults follows a run, so that results appear next to the steps as they arrive. */
export function LiveResults({ run }: { run: RunAnswer }) {
  useLiveRun(run);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {run.finishedAt ? `Dry run finished: ${run.executionStatus}` : ''}
    </div>
  );
}
