import { mergeFolders } from '@touchstone/engine-import/workspace';
import { CliError } from '../cli-error.ts';
import { explained, openRemoteSession } from '../remote/remote-session.ts';
import type { ServerAccess } from '../remote/server-options.ts';
import { findWorkspace, readRemote } from './remote-workspace.ts';
import { WorkingCopy } from './working-copy.ts';

export interface PullOptions extends ServerAccess {
  folder: string;
  workspace: string | undefined;
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** pull merges the server's changes into a folder; returns whether there were no conflicts. */
export async function pull(options: PullOptions, print: (text: string) => void): Promise<boolean> {
  const copy = new WorkingCopy(options.folder);
  const base = await copy.readBase();
  if (!base && options.workspace === undefined) throw new CliError('Name the workspace: --workspace NAME..');
  try {
    const client = await openRemoteSession(options);
    const { projectId, projectName } = await findWorkspace(client, options.workspace ?? base?.projectId ?? '');
    if (base && base.projectId !== projectId)
      throw new CliError(
        `${options.folder} is a copy of the workspace ${base.projectName}. Pull ${projectName} into another folder.`,
      );
    const remote = await readRemote(client, projectId);
    const { files: before } = await copy.read();
    const { files, conflicts } = mergeFolders(base?.files, before, remote.files);
    const { written, deleted } = await copy.write(before, files);
    await copy.writeBase({ server: options.server, projectId, projectName, ...remote });
    print(
      written + deleted === 0
        ? `${options.folder} has everything of ${projectName}.`
        : `Pulled ${projectName} into ${options.folder}: ${countOf(written, 'file')} written, ${deleted} deleted.`,
    );
    for (const { path, reason } of conflicts) print(`Conflict: ${path}\n  ${reason}`);
    return conflicts.length === 0;
  } catch (error) {
    throw explained(error, options.server);
  }
}
