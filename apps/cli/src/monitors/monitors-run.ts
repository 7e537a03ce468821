import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { Client } from '@touchstone/contracts';
import type { MonitoringCode } from '@touchstone/contracts/api-monitoring';
import { CliError } from '../cli-error.ts';
import { explained, openRemoteSession } from '../remote/remote-session.ts';
import type { ServerAccess } from '../remote/server-options.ts';
import { applyMonitoring, assertSecrets } from './apply-monitoring.ts';
import { readMonitoringFile, writeMonitoringFile } from './monitoring-file.ts';
import { type CodeChange, type CodePlan, planMonitoring } from './plan-monitoring.ts';
import { findMonitoringProject, type RemoteMonitoring, readRemoteMonitoring } from './remote-monitoring.ts';

interface FileOptions extends ServerAccess {
  file: string;
  project: string;
  prune: boolean;
  rotate: boolean;
}
type Print = (text: string) => void;
const marks = { create: '+', change: '~', delete: '-' } as const;
const words = {
  collection: 'collection',
  monitor: 'monitor',
  channel: 'channel',
  policy: 'policy',
  page: 'status page',
};

const lineOf = ({ action, kind, name, fields }: CodeChange): string =>
  `${marks[action]} ${words[kind]} ${name}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`;

interface Planned {
  client: Client;
  projectName: string;
  remote: RemoteMonitoring;
  document: MonitoringCode;
  plan: CodePlan;
}

async function prepare(options: FileOptions, print: Print): Promise<Planned> {
  const document = await readMonitoringFile(options.file);
  const client = await openRemoteSession(options);
  const { projectId, projectName } = await findMonitoringProject(client, options.project);
  const remote = await readRemoteMonitoring(client, projectId);
  const plan = planMonitoring(document, remote.document, options);
  for (const change of plan.changes) print(lineOf(change));
  const count = (action: CodeChange['action']) => plan.changes.filter((change) => change.action === action).length;
  const absent = plan.absent > 0 ? ` ${plan.absent} more are not in the file and stay; --prune deletes them.` : '';
  print(
    plan.changes.length === 0
      ? `${projectName} is as the file says: ${plan.unchanged} unchanged.${absent}`
      : `${projectName}: ${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete, ${plan.unchanged} unchanged.${absent}`,
  );
  return { client, projectName, remote, document, plan };
}

/** planFile shows the changes that would bring a project in line with a file. */
export async function planFile(options: FileOptions, print: Print): Promise<void> {
  try {
    await prepare(options, print);
  } catch (error) {
    throw explained(error, options.server);
  }
}

/** applyFile brings a project in line with a file; returns whether it did, or had nothing to do. */
export async function applyFile(options: FileOptions & { yes: boolean }, print: Print): Promise<boolean> {
  try {
    const { client, projectName, remote, document, plan } = await prepare(options, print);
    if (plan.changes.length === 0) return true;
    assertSecrets(document, plan.changes, process.env);
    if (!options.yes && !(await isAgreed(projectName))) {
      print('Nothing was changed.');
      return false;
    }
    let done = 0;
    const applied = (change: CodeChange, note?: string): void => {
      done += 1;
      if (note) print(`${words[change.kind]} ${change.name}: ${note}`);
    };
    await applyMonitoring(client, { document, remote, changes: plan.changes, environment: process.env, applied }).catch(
      (error: unknown) => {
        const next = plan.changes[done];
        print(
          `Stopped after ${done} of ${plan.changes.length} changes${next ? `, at: ${lineOf(next)}` : ''}. Apply again to go on.`,
        );
        throw error;
      },
    );
    print(`Applied to ${projectName}: ${done} changes.`);
    return true;
  } catch (error) {
    throw explained(error, options.server);
  }
}

/** exportFile writes a project to a file that can be applied again. */
export async function exportFile(options: FileOptions, print: Print): Promise<void> {
  try {
    const client = await openRemoteSession(options);
    const { projectId, projectName } = await findMonitoringProject(client, options.project);
    const text = writeMonitoringFile((await readRemoteMonitoring(client, projectId)).document);
    if (options.file === '-') return void process.stdout.write(text);
    await writeFile(options.file, text);
    print(`Wrote ${projectName} to ${options.file}.`);
  } catch (error) {
    throw explained(error, options.server);
  }
}

async function isAgreed(projectName: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CliError('Give --yes to apply without being asked, or use plan to see the changes only.');
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await ask.question(`Apply to ${projectName}? [y/N] `);
  ask.close();
  return /^y(es)?$/i.test(answer.trim());
}
