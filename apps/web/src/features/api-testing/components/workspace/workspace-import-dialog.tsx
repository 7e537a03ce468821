import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import type { WorkspaceReport } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import {
  applyWorkspace,
  importWorkspace,
  planWorkspace,
  readWorkspaceFile,
  type WorkspaceDocument,
} from '../../api/exchange/workspace-files.ts';
import {
  countsText,
  WorkspaceChanges,
  WorkspaceFillIn,
  WorkspaceLeftOut,
  WorkspaceRefused,
} from './workspace-changes.tsx';
import classes from './workspace-import.module.css';

interface Props {
  /** The project to change; absent to create one from the file. */
  target: Project | undefined;
  onClose: () => void;
  /** A new project was created. */
  onMade: (projectId: string) => void;
}

interface Planned {
  document: WorkspaceDocument;
  fileName: string;
  report: WorkspaceReport;
}
interface Done {
  projectName: string;
  report: WorkspaceReport;
  projectId: string;
}

/**
 * WorkspaceImportDialog imports a workspace file or folder into a project after a preview of the changes, or creates a
 * new project from it.
 */
export function WorkspaceImportDialog({ target, onClose, onMade }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [removes, setRemoves] = useState(false);
  const [planned, setPlanned] = useState<Planned | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  const work = async (task: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await task();
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  const plan = async (document: WorkspaceDocument, fileName: string, withRemoval: boolean) => {
    if (!target) return;
    const report = await planWorkspace({ projectId: target.projectId, removes: withRemoval }, document);
    setPlanned({ document, fileName, report });
  };
  const take = (file: File) =>
    work(async () => {
      const document = await readWorkspaceFile(file);
      if (target) return plan(document, file.name, removes);
      const { project, report } = await importWorkspace(document);
      await client.invalidateQueries();
      setDone({ projectName: project.projectName, projectId: project.projectId, report });
    });
  const changeRemoval = (next: boolean) => {
    setRemoves(next);
    if (planned) void work(() => plan(planned.document, planned.fileName, next));
  };
  const apply = () =>
    work(async () => {
      if (!planned || !target) return;
      const { revision } = planned.report;
      const report = await applyWorkspace({ projectId: target.projectId, removes, revision }, planned.document).catch(
        async (error: unknown) => {
          // The preview is refreshed before anything is written.
          if (error instanceof ApiError && error.status === 409)
            await plan(planned.document, planned.fileName, removes);
          throw error;
        },
      );
      await client.invalidateQueries();
      setDone({ projectName: target.projectName, projectId: target.projectId, report });
    });
  const finish = () => {
    if (done && !target) onMade(done.projectId);
    onClose();
  };

  return (
    <Modal
      opened
      onClose={finish}
      title={target ? `Import into project ${target.projectName}` : 'Import project'}
      size={560}
    >
      <div className={classes.body}>
        {done ? (
          <DoneView done={done} isNew={!target} onFinish={finish} />
        ) : (
          <>
            {planned ? (
              <>
                <p>
                  <b>{planned.fileName}</b>: {countsText(planned.report)}
                </p>
                <WorkspaceChanges report={planned.report} />
                <WorkspaceRefused report={planned.report} />
                <WorkspaceLeftOut />
                <Checkbox
                  label="Remove items that the file doesn't have"
                  checked={removes}
                  disabled={isBusy}
                  onChange={(event) => changeRemoval(event.currentTarget.checked)}
                />
              </>
            ) : (
              <FileDrop
                label="Choose a workspace file or a zip of a workspace folder"
                hint={
                  target
                    ? 'You see the changes before anything is written.'
                    : 'It becomes a new project. Existing projects stay as they are.'
                }
                isBusy={isBusy}
                isInvalid={problem !== null}
                autoFocus
                onFiles={([file]) => file && void take(file)}
              />
            )}
            {problem ? <ProblemView error={problem} /> : null}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              {planned ? (
                <Button loading={isBusy} disabled={planned.report.changes.length === 0} onClick={() => void apply()}>
                  Apply changes
                </Button>
              ) : null}
            </Group>
          </>
        )}
      </div>
    </Modal>
  );
}

function ProblemView({ error }: { error: unknown }) {
  const details = error instanceof ApiError ? error.details : [];
  return (
    <div className={classes.problem} role="alert">
      <p>{details.length > 0 && error instanceof ApiError ? error.message : messageOf(error)}</p>
      {details.length > 0 ? (
        <ul>
          {details.slice(0, 10).map(({ path, message }) => (
            <li key={path + message}>
              {path}: {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function DoneView({ done, isNew, onFinish }: { done: Done; isNew: boolean; onFinish: () => void }) {
  return (
    <>
      <p role="status">
        {isNew ? `Project ${done.projectName} is ready: ` : `Project ${done.projectName} is up to date: `}
        {countsText(done.report)}
      </p>
      <WorkspaceFillIn report={done.report} />
      <WorkspaceRefused report={done.report} />
      {isNew && done.report.changes.some(({ kind }) => kind === 'schedule') ? (
        <p className="dim">Schedules are paused. Resume them once everything is filled in.</p>
      ) : null}
      <WorkspaceLeftOut />
      <Group justify="flex-end">
        <Button data-autofocus onClick={onFinish}>
          {isNew ? 'Open project' : 'Done'}
        </Button>
      </Group>
    </>
  );
}
