import { createInterface } from 'node:readline/promises';
import { ApiError, type Client } from '@touchstone/contracts';
import type { WorkspaceReport } from '@touchstone/contracts/api-testing';
import { keepTexts, readFolder } from '@touchstone/engine-import/workspace';
import { CliError } from '../cli-error.ts';
import { explained, openRemoteSession } from '../remote/remote-session.ts';
import type { ServerAccess } from '../remote/server-options.ts';
import { applyRemote, findWorkspace, planRemote, type RemoteContent, readRemote } from './remote-workspace.ts';
import { type Base, WorkingCopy } from './working-copy.ts';

export interface PushOptions extends ServerAccess {
  folder: string;
  workspace: string | undefined;
  dryRun: boolean;
  yes: boolean;
  overwrite: boolean;
}

const linesShown = 100;
const marks = { added: '+', changed: '~', removed: '-' } as const;

/**
 * push brings a server's workspace in line with a folder, after showing the changes; returns whether it did, or had
 * nothing to do.
 */
export async function push(options: PushOptions, print: (text: string) => void): Promise<boolean> {
  const copy = new WorkingCopy(options.folder);
  const { files, misplaced } = await copy.read();
  const { document, problems } = readFolder(new Map([...files, ...misplaced.map((path) => [path, ''] as const)]));
  if (problems.length > 0)
    throw new CliError(
      [
        `${options.folder} cannot be pushed:`,
        ...problems.slice(0, 50).map(({ path, reason }) => `  ${path}: ${reason}`),
      ].join('\n'),
    );
  const base = await copy.readBase();
  const wanted = options.workspace ?? base?.projectId;
  if (wanted === undefined) throw new CliError('Name the workspace: --workspace NAME.');
  try {
    const client = await openRemoteSession(options);
    const project = await findWorkspace(client, wanted);
    const { projectId, projectName } = project;
    const remote = await readRemote(client, projectId);
    if (!options.overwrite) assertKnown({ options, projectName, projectId, base, remote });
    const plan = await planRemote(client, projectId, document);
    showPlan(plan, projectName, print);
    if (plan.added + plan.changed + plan.removed === 0) return true;
    if (options.dryRun) return true;
    if (!options.yes && !(await isAgreed(projectName))) {
      print('Nothing was pushed.');
      return false;
    }
    const report = await apply(client, { projectId, revision: remote.revision }, document);
    const after = await readRemote(client, projectId);
    await copy.write(files, keepTexts(files, after.files));
    await copy.writeBase({ server: options.server, projectId, projectName, ...after });
    print(`Pushed to ${projectName}: ${report.added} added, ${report.changed} changed, ${report.removed} removed.`);
    for (const { kind, name, what } of report.fillIn) print(`Fill in: ${what} of the ${kind} ${name}`);
    for (const { kind, name, reason } of report.leftOut) print(`Left out: ${kind} ${name}: ${reason}`);
    return true;
  } catch (error) {
    throw explained(error, options.server);
  }
}

/** The server's state must be known here, or the push would undo changes of others. */
function assertKnown({
  options,
  projectName,
  projectId,
  base,
  remote,
}: {
  options: PushOptions;
  projectName: string;
  projectId: string;
  base: Base | undefined;
  remote: RemoteContent;
}): void {
  const isEmpty = [...remote.files.keys()].every((path) => path === 'touchstone.yaml');
  if (isEmpty || (base?.projectId === projectId && base.revision === remote.revision)) return;
  const why =
    base?.projectId === projectId
      ? `${projectName} has changed on the server since the last pull.`
      : `This folder was never pulled from ${projectName}.`;
  throw new CliError(
    `${why} Run "touchstone pull ${options.folder} --workspace ${JSON.stringify(projectName)}" to merge, or give --overwrite to make the server what the folder says.`,
  );
}

function showPlan(
  { added, changed, removed, unchanged, changes }: WorkspaceReport,
  projectName: string,
  print: (text: string) => void,
): void {
  if (added + changed + removed === 0) {
    print(`${projectName} has everything already: ${unchanged} unchanged.`);
    return;
  }
  for (const { kind, change, name } of changes.slice(0, linesShown)) print(`${marks[change]} ${kind} ${name}`);
  const hidden = added + changed + removed - Math.min(changes.length, linesShown);
  if (hidden > 0) print(`… and ${hidden} more`);
  print(`${projectName}: ${added} to add, ${changed} to change, ${removed} to remove, ${unchanged} unchanged.`);
}

async function isAgreed(projectName: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CliError('Give --yes to push without being asked, or --dry-run to see the plan only.');
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await ask.question(`Push to ${projectName}? [y/N] `);
  ask.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function apply(
  client: Client,
  at: { projectId: string; revision: string },
  document: object,
): Promise<WorkspaceReport> {
  try {
    return await applyRemote(client, at, document);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'API_TESTING_WORKSPACE_CHANGED')
      throw new CliError(
        'The workspace changed while you looked at the plan. Nothing was pushed; run touchstone pull and push again.',
      );
    throw error;
  }
}
