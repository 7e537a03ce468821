import { createHash } from 'node:crypto';
import type { FillIn, WorkspaceFile, WorkspaceReport } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { AppError, newId, sharedLoop } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SchedulerDoor } from '../../../scheduler/index.ts';
import {
  type Actor,
  forgetTokens,
  freeName,
  type SharedItems,
  type SuiteVariables,
  type Workspaces,
} from '../../../workspaces/index.ts';
import { compactScript } from '../../domain/workspace-file/compact-script.ts';
import { diffItems, keepMissing, type WorkspaceDiff } from '../../domain/workspace-file/diff-items.ts';
import { type FileItem, matchItems } from '../../domain/workspace-file/match-items.ts';
import { parseWorkspaceFile } from '../../domain/workspace-file/parse-workspace-file.ts';
import { stableText } from '../../domain/workspace-file/stable-text.ts';
import { apiTestingErrors } from '../../errors.ts';
import { prerequisitesStore } from '../../store/prerequisites.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { createReadWorkspace, type OpenedProject, type ReadWorkspace, writtenFile } from './read-workspace.ts';
import { createReplaceText } from './replace-text.ts';
import { createWriteWorkspace, type WriteWorkspace } from './write-workspace.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  sharedItems: SharedItems;
  suiteVariables: SuiteVariables;
  testsDeleted: SchedulerDoor['testsDeleted'];
  /** Things of a workspace that a file never holds, in the words of the page; each says how many there are. */
  leftOut: readonly LeftOut[];
}

/** What a workspace file never holds. */
export interface LeftOut {
  what: string;
  count(scope: { organizationId: string; projectId: string }): Promise<number>;
}

const shown = 500;
/** Services keep their own workspaces in one list of names. */
const service = 'api-testing';

/** createWorkspaceFiles writes workspaces as files, says what a file would change in a workspace, and brings workspaces to what files say. */
export function createWorkspaceFiles(needs: Needs) {
  const { platform, workspaces, sharedItems } = needs;
  const { database } = platform;
  const readWorkspace = createReadWorkspace(needs);
  const writeWorkspace = createWriteWorkspace(needs);
  const compare = createCompare(sharedItems);

  const writeFile = createWriteFile(needs, { readWorkspace, writeWorkspace, compare });
  const replaceText = createReplaceText({ platform, workspaces, readWorkspace, revisionOf, writeFile });

  return {
    ...replaceText,
    async export(actor: Actor, projectId: string) {
      const { project } = await workspaces.open(actor, projectId, 'edit');
      const file = await readWorkspace(database.sql, project);
      await platform.audit(actor, { action: 'project.exported', target: projectId, detail: { format: 'touchstone' } });
      return {
        fileName: `${project.name.replace(/[^\w.-]+/g, '-').slice(0, 80)}.touchstone.json`,
        text: await writtenFile(file, compactScript),
        revision: await revisionOf(file),
        losses: [
          ...lossesOf(file),
          ...(await countLeftOut(needs.leftOut, { organizationId: actor.organizationId, projectId })),
        ],
      };
    },

    async plan(
      actor: Actor,
      input: { projectId: string; removes: boolean; content: Buffer },
    ): Promise<WorkspaceReport> {
      const { project } = await workspaces.open(actor, input.projectId, 'edit');
      const file = await parsed(input.content);
      const present = await readWorkspace(database.sql, project);
      const revision = await revisionOf(present);
      const diff = await compare(database.sql, present, file, input.removes);
      return reportOf(revision, diff, []);
    },

    /** Everything or nothing; refused where the workspace is no longer at the revision that the caller knows. */
    async apply(
      actor: Actor,
      input: { projectId: string; removes: boolean; revision: string; content: Buffer },
    ): Promise<WorkspaceReport> {
      const { projectId, revision, removes } = input;
      const { project } = await workspaces.open(actor, projectId, 'edit');
      const file = await parsed(input.content);
      const { diff, fillIn } = await writeFile(actor, project, { revision, removes, change: async () => file });
      const report = reportOf(await revisionOf(await readWorkspace(database.sql, project)), diff, fillIn);
      const { added, changed, removed } = report;
      await platform.audit(actor, {
        action: 'project.written',
        target: projectId,
        detail: { added, changed, removed },
      });
      return report;
    },

    /** Makes a workspace of a file; where the name is taken it gets a number. */
    async import(
      actor: Actor,
      input: { teamId?: string | undefined; content: Buffer },
    ): Promise<{ project: Project; report: WorkspaceReport }> {
      const file = await parsed(input.content);
      const teamId = input.teamId ?? actor.teamId;
      const taken = teamId ? await workspaces.namesIn(database.sql, teamId, service) : [];
      const isPaid = actor.plan === 'PRO' || actor.plan === 'ENTERPRISE';
      const dropped: FillIn[] = [];
      if (!isPaid && file.globals.length > 0) {
        dropped.push({ kind: 'globals', name: 'Global variables', what: 'the PRO plan' });
        file.globals = [];
      }
      let diff: WorkspaceDiff | undefined;
      let fillIn: FillIn[] = [];
      const { name, description } = file;
      const project = await workspaces.create(
        actor,
        { projectName: freeName(name, taken), projectDescription: description, ...(teamId && { teamId }) },
        {
          also: async (sql, projectId) => {
            const scope = { organizationId: actor.organizationId, projectId };
            diff = await compare(sql, emptyFile(file), file, false);
            fillIn = await writeWorkspace({ sql, scope, file, diff });
          },
        },
      );
      const opened = (await workspaces.open(actor, project.projectId, 'view')).project;
      const revision = await revisionOf(await readWorkspace(database.sql, opened));
      const report = reportOf(revision, diff as WorkspaceDiff, [...dropped, ...fillIn]);
      await platform.audit(actor, {
        action: 'project.imported',
        target: project.projectId,
        detail: { items: report.added },
      });
      return { project: await workspaces.view(actor, project.projectId), report };
    },
  };
}
export type WorkspaceFiles = ReturnType<typeof createWorkspaceFiles>;

/** WriteFile brings a workspace that is still at a revision to what `change` makes of it: everything or nothing. */
export type WriteFile = ReturnType<typeof createWriteFile>;

function createWriteFile(
  { platform, workspaces, sharedItems }: Needs,
  {
    readWorkspace,
    writeWorkspace,
    compare,
  }: { readWorkspace: ReadWorkspace; writeWorkspace: WriteWorkspace; compare: ReturnType<typeof createCompare> },
) {
  return async (
    actor: Actor,
    project: OpenedProject,
    order: { revision: string; removes: boolean; change: (present: WorkspaceFile) => Promise<WorkspaceFile> },
  ): Promise<{ diff: WorkspaceDiff; fillIn: FillIn[] }> => {
    const scope = { organizationId: actor.organizationId, projectId: project.id };
    const written = await platform.database.transaction(async (sql, client) => {
      await workspaces.hold(sql, project.id);
      const present = await readWorkspace(sql, project, { forUpdate: true });
      if ((await revisionOf(present)) !== order.revision) throw new AppError(apiTestingErrors.workspaceChanged);
      const file = await order.change(present);
      const diff = await compare(sql, present, file, order.removes);
      if (diff.changed.has('globals') || diff.added.has('globals')) sharedItems.assertGlobals(actor, project);
      return { diff, fillIn: await writeWorkspace({ sql, client, scope, file, diff }) };
    });
    await forgetTokens(platform, project.id);
    return written;
  };
}

const emptyFile = ({ name, description }: WorkspaceFile): WorkspaceFile => ({
  format: 'touchstone-workspace',
  version: 1,
  name,
  description,
  globals: [],
  environments: [],
  databases: [],
  prerequisites: [],
  suites: [],
});

async function parsed(content: Buffer): Promise<WorkspaceFile> {
  let json: unknown;
  try {
    json = JSON.parse(content.toString('utf8'));
  } catch (cause) {
    throw new AppError(apiTestingErrors.noWorkspaceFile, { cause });
  }
  const read = await sharedLoop.work(parseWorkspaceFile(json));
  if ('faults' in read) throw new AppError(apiTestingErrors.workspaceFileFaults, { details: read.faults });
  return read.file;
}

const itemsOf = ({ environments, databases, prerequisites, suites }: WorkspaceFile): FileItem[] => [
  ...environments,
  ...databases,
  ...prerequisites,
  ...suites,
  ...suites.flatMap(({ scripts }) => scripts),
];

/** Gives every item of a file its id in the workspace, and compares. An id that another workspace uses is replaced. */
function createCompare(sharedItems: SharedItems) {
  const takenOf = async (sql: Sql, ids: string[]): Promise<Set<string>> => {
    const taken = new Set<string>();
    for (let from = 0; from < ids.length; from += 1000) {
      const some = ids.slice(from, from + 1000);
      for (const store of [suitesStore, scriptsStore, prerequisitesStore, sharedItems])
        for (const id of await store.taken(sql, some)) taken.add(id);
    }
    return taken;
  };
  return async (sql: Sql, present: WorkspaceFile, file: WorkspaceFile, removes: boolean): Promise<WorkspaceDiff> => {
    const items = itemsOf(file);
    const given = new Map(items.map((item) => [item, item.id]));
    const fresh = matchItems(present, file);
    const taken = await takenOf(
      sql,
      [...fresh].flatMap(({ id }) => (id ? [id] : [])),
    );
    for (const item of items) if (!fresh.has(item) && item.id) taken.add(item.id);
    for (const item of fresh) {
      if (!item.id || taken.has(item.id)) item.id = newId();
      taken.add(item.id);
    }
    referTo(file, new Map([...given].flatMap(([item, id]) => (id && item.id ? [[id, item.id] as const] : []))));
    const diff = await sharedLoop.work(diffItems(present, file));
    return removes ? diff : keepMissing(diff);
  };
}

/** Prerequisites follow what they name to its id in the workspace. */
function referTo({ prerequisites }: WorkspaceFile, ids: ReadonlyMap<string, string>): void {
  for (const prerequisite of prerequisites) {
    const { action, targetEnvironmentId } = prerequisite;
    if (action.kind === 'script') action.scriptId = ids.get(action.scriptId) ?? action.scriptId;
    if (action.kind === 'database')
      action.databaseConfigurationId = ids.get(action.databaseConfigurationId) ?? action.databaseConfigurationId;
    if (targetEnvironmentId) prerequisite.targetEnvironmentId = ids.get(targetEnvironmentId) ?? targetEnvironmentId;
  }
}

/** revisionOf changes with anything that a workspace file holds. */
async function revisionOf({ suites, ...rest }: WorkspaceFile): Promise<string> {
  const hash = createHash('sha256').update(stableText(rest));
  for (const { scripts, ...suite } of suites) {
    hash.update(stableText(suite));
    for (const script of scripts) await sharedLoop.run(() => void hash.update(stableText(compactScript(script))));
  }
  return hash.digest('base64url');
}

function reportOf(
  revision: string,
  { added, changed, removed, unchanged }: WorkspaceDiff,
  fillIn: FillIn[],
): WorkspaceReport {
  const lines = (['added', 'changed', 'removed'] as const).flatMap((change) =>
    [...{ added, changed, removed }[change].values()].map(({ kind, name }) => ({ kind, change, name })),
  );
  return {
    revision,
    added: added.size,
    changed: changed.size,
    removed: removed.size,
    unchanged,
    changes: lines.slice(0, shown),
    fillIn: fillIn.slice(0, shown),
  };
}

/** What a workspace file leaves out, for those who export one. */
function lossesOf({ globals, environments, databases, suites }: WorkspaceFile): { what: string; count: number }[] {
  const variables = [
    globals,
    ...environments.map((one) => one.variables),
    ...suites.map((one) => one.variables),
  ].flat();
  const losses = [
    { what: 'Values of secret variables', count: variables.filter(({ isSecret }) => isSecret).length },
    { what: 'Passwords of databases', count: databases.length },
  ];
  return losses.filter(({ count }) => count > 0);
}

async function countLeftOut(all: readonly LeftOut[], scope: { organizationId: string; projectId: string }) {
  const counted = await Promise.all(all.map(async ({ what, count }) => ({ what, count: await count(scope) })));
  return counted.filter(({ count }) => count > 0);
}
