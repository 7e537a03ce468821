import { createHash } from 'node:crypto';
import {
  type FillIn,
  keptSecret,
  type LeftOut,
  type WorkspaceFile,
  type WorkspaceReport,
} from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { AppError, newId, sharedLoop } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { type FlowFiles, replaceIds } from '../../../flows/index.ts';
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
import { partFields, partItems } from '../../domain/workspace-file/file-parts.ts';
import { type FileItem, matchItems } from '../../domain/workspace-file/match-items.ts';
import { parseWorkspaceFile } from '../../domain/workspace-file/parse-workspace-file.ts';
import { stableText } from '../../domain/workspace-file/stable-text.ts';
import { apiTestingErrors } from '../../errors.ts';
import { prerequisitesStore } from '../../store/prerequisites.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { type FileParts, followReferences, normalParts, withoutProblems, withReferences } from './file-parts.ts';
import { createReadWorkspace, type OpenedProject, type ReadWorkspace, writtenFile } from './read-workspace.ts';
import { createReplaceText } from './replace-text.ts';
import { createWriteWorkspace, type WriteWorkspace } from './write-workspace.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  sharedItems: SharedItems;
  suiteVariables: SuiteVariables;
  testsDeleted: SchedulerDoor['testsDeleted'];
  /** The parts of the file that other services keep. */
  parts: FileParts;
  flowFiles: FlowFiles;
}

/** What it takes to write a file. */
interface Ways {
  readWorkspace: ReadWorkspace;
  writeWorkspace: WriteWorkspace;
  compare: ReturnType<typeof createCompare>;
}

const shown = 500;
/** Other services' workspaces share the same list of names. */
const service = 'api-testing';

/**
 * createWorkspaceFiles exports workspaces as files, returns what a file would change in a workspace, and applies files
 * to workspaces.
 */
export function createWorkspaceFiles(needs: Needs) {
  const { platform, workspaces, flowFiles } = needs;
  const { database } = platform;
  const readWorkspace = createReadWorkspace(needs);
  const writeWorkspace = createWriteWorkspace(needs);
  const compare = createCompare(needs);
  const parsed = async (content: Buffer) => normalParts(needs.parts, await readContent(content));

  const writeFile = createWriteFile(needs, { readWorkspace, writeWorkspace, compare });
  const replaceText = createReplaceText({ platform, workspaces, readWorkspace, revisionOf, writeFile });

  return {
    ...replaceText,
    async export(actor: Actor, projectId: string) {
      const { project } = await workspaces.open(actor, projectId, 'edit');
      const file = await withReferences(flowFiles, { actor, projectId }, await readWorkspace(database.sql, project));
      await platform.audit(actor, { action: 'project.exported', target: projectId, detail: { format: 'touchstone' } });
      return {
        fileName: `${project.name.replace(/[^\w.-]+/g, '-').slice(0, 80)}.touchstone.json`,
        text: await writtenFile(file, compactScript),
        revision: await revisionOf(file),
        losses: lossesOf(file),
      };
    },

    async plan(
      actor: Actor,
      input: { projectId: string; removes: boolean; content: Buffer },
    ): Promise<WorkspaceReport> {
      const { project } = await workspaces.open(actor, input.projectId, 'edit');
      const { file, missing } = await followReferences(flowFiles, { actor, ...input }, await parsed(input.content));
      const present = await readWorkspace(database.sql, project);
      const revision = await revisionOf(present);
      const { diff, leftOut } = await compare(database.sql, { actor, project, present, file, removes: input.removes });
      return reportOf(revision, diff, { fillIn: missing, leftOut });
    },

    /** All or nothing; throws if the workspace is no longer at the caller's revision. */
    async apply(
      actor: Actor,
      input: { projectId: string; removes: boolean; revision: string; content: Buffer },
    ): Promise<WorkspaceReport> {
      const { projectId, revision, removes } = input;
      const { project } = await workspaces.open(actor, projectId, 'edit');
      const { file, missing } = await followReferences(flowFiles, { actor, ...input }, await parsed(input.content));
      const { diff, fillIn, leftOut } = await writeFile(actor, project, {
        revision,
        removes,
        change: async () => file,
      });
      const after = await revisionOf(await readWorkspace(database.sql, project));
      const report = reportOf(after, diff, { fillIn: [...missing, ...fillIn], leftOut });
      const { added, changed, removed } = report;
      await platform.audit(actor, {
        action: 'project.written',
        target: projectId,
        detail: { added, changed, removed },
      });
      return report;
    },

    import: createImportWorkspace(needs, { parsed, readWorkspace, writeWorkspace, compare }),
  };
}
export type WorkspaceFiles = ReturnType<typeof createWorkspaceFiles>;

/**
 * Creates a workspace from a file; if the name is taken, a number is appended. Its schedules stay paused until a user
 * resumes them.
 */
function createImportWorkspace(
  { platform, workspaces, flowFiles }: Needs,
  { parsed, readWorkspace, writeWorkspace, compare }: Ways & { parsed: (content: Buffer) => Promise<WorkspaceFile> },
) {
  const { database } = platform;
  return async (
    actor: Actor,
    input: { teamId?: string | undefined; content: Buffer },
  ): Promise<{ project: Project; report: WorkspaceReport }> => {
    const id = newId();
    const { file, missing } = await followReferences(flowFiles, { actor, projectId: id }, await parsed(input.content));
    for (const schedule of file.schedules ?? []) schedule.isPaused = true;
    const teamId = input.teamId ?? actor.teamId;
    const taken = teamId ? await workspaces.namesIn(database.sql, teamId, service) : [];
    const isPaid = actor.plan === 'PRO' || actor.plan === 'ENTERPRISE';
    const dropped: LeftOut[] = [];
    if (!isPaid && file.globals.length > 0) {
      dropped.push({ kind: 'globals', name: 'Global variables', reason: 'They need the PRO plan.' });
      file.globals = [];
    }
    let compared: Compared | undefined;
    let fillIn: FillIn[] = [];
    const { name, description } = file;
    const project = await workspaces.create(
      actor,
      { projectName: freeName(name, taken), projectDescription: description, ...(teamId && { teamId }) },
      {
        id,
        also: async (sql, projectId) => {
          const scope = { organizationId: actor.organizationId, projectId };
          const project = { workspacePlan: isPaid ? ('PRO' as const) : ('FREE' as const) };
          compared = await compare(sql, { actor, project, present: emptyFile(file), file, removes: false });
          fillIn = await writeWorkspace({ sql, scope, actor, ...compared });
        },
      },
    );
    const opened = (await workspaces.open(actor, project.projectId, 'view')).project;
    const revision = await revisionOf(await readWorkspace(database.sql, opened));
    const { diff, leftOut } = compared as Compared;
    const report = reportOf(revision, diff, {
      fillIn: [...missing, ...fillIn],
      leftOut: [...dropped, ...leftOut],
    });
    await platform.audit(actor, {
      action: 'project.imported',
      target: project.projectId,
      detail: { items: report.added },
    });
    return { project: await workspaces.view(actor, project.projectId), report };
  };
}

/** WriteFile applies `change` to a workspace that is still at the given revision, all or nothing. */
export type WriteFile = ReturnType<typeof createWriteFile>;

function createWriteFile(
  { platform, workspaces, sharedItems }: Needs,
  { readWorkspace, writeWorkspace, compare }: Ways,
) {
  return async (
    actor: Actor,
    project: OpenedProject,
    order: { revision: string; removes: boolean; change: (present: WorkspaceFile) => Promise<WorkspaceFile> },
  ): Promise<Omit<Compared, 'file'> & { fillIn: FillIn[] }> => {
    const scope = { organizationId: actor.organizationId, projectId: project.id };
    const written = await platform.database.transaction(async (sql) => {
      await workspaces.hold(sql, project.id);
      const present = await readWorkspace(sql, project, { forUpdate: true });
      if ((await revisionOf(present)) !== order.revision) throw new AppError(apiTestingErrors.workspaceChanged);
      const { removes } = order;
      const compared = await compare(sql, { actor, project, present, file: await order.change(present), removes });
      const { diff, leftOut } = compared;
      if (diff.changed.has('globals') || diff.added.has('globals')) sharedItems.assertGlobals(actor, project);
      return { diff, leftOut, fillIn: await writeWorkspace({ sql, scope, actor, ...compared }) };
    });
    await forgetTokens(platform, project.id);
    return written;
  };
}

const emptyFile = ({ name, description }: WorkspaceFile): WorkspaceFile => ({
  format: 'touchstone-workspace',
  version: 2,
  name,
  description,
  globals: [],
  environments: [],
  databases: [],
  prerequisites: [],
  suites: [],
});

async function readContent(content: Buffer): Promise<WorkspaceFile> {
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

const itemsOf = (file: WorkspaceFile): FileItem[] => [
  ...file.environments,
  ...file.databases,
  ...file.prerequisites,
  ...file.suites,
  ...file.suites.flatMap(({ scripts }) => scripts),
  ...partFields.flatMap((field) => partItems(file, field)),
];

/** A file without its invalid items, and what it changes in the workspace. */
interface Compared {
  file: WorkspaceFile;
  diff: WorkspaceDiff;
  leftOut: LeftOut[];
}
interface Comparison {
  actor: Actor;
  project: { workspacePlan: 'FREE' | 'PRO' };
  present: WorkspaceFile;
  file: WorkspaceFile;
  removes: boolean;
}

/**
 * Gives every item of a file its id in the workspace and compares them. An id used by another workspace is replaced.
 */
function createCompare({ sharedItems, parts }: Pick<Needs, 'sharedItems' | 'parts'>) {
  const takenOf = async (sql: Sql, ids: string[]): Promise<Set<string>> => {
    const taken = new Set<string>();
    for (let from = 0; from < ids.length; from += 1000) {
      const some = ids.slice(from, from + 1000);
      for (const store of [suitesStore, scriptsStore, prerequisitesStore, sharedItems, ...Object.values(parts)])
        for (const id of await store.taken(sql, some)) taken.add(id);
    }
    return taken;
  };
  return async (sql: Sql, { actor, project, present, file, removes }: Comparison): Promise<Compared> => {
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
    const allowed = withoutProblems(parts, { actor, ...project }, { present, file, removes });
    const diff = await sharedLoop.work(diffItems(present, allowed.file));
    return { ...allowed, diff: removes ? diff : keepMissing(diff) };
  };
}

/** Replaces ids in prerequisites, workflows and other items with those in the workspace. */
function referTo(file: WorkspaceFile, ids: ReadonlyMap<string, string>): void {
  const { prerequisites } = file;
  for (const field of partFields)
    for (const item of partItems(file, field))
      Object.assign(item, replaceIds({ ...item, id: undefined }, ids), { id: item.id });
  for (const prerequisite of prerequisites) {
    const { action, targetEnvironmentId } = prerequisite;
    if (action.kind === 'script') action.scriptId = ids.get(action.scriptId) ?? action.scriptId;
    if (action.kind === 'database')
      action.databaseConfigurationId = ids.get(action.databaseConfigurationId) ?? action.databaseConfigurationId;
    if (targetEnvironmentId) prerequisite.targetEnvironmentId = ids.get(targetEnvironmentId) ?? targetEnvironmentId;
  }
}

/** A hash of everything a workspace file contains. */
async function revisionOf({ suites, workflows = [], ...rest }: WorkspaceFile): Promise<string> {
  // References only say where ids lead, so they don't count.
  const drawn = workflows.map(({ references: _, ...workflow }) => workflow);
  const hash = createHash('sha256').update(stableText({ ...rest, workflows: drawn }));
  for (const { scripts, ...suite } of suites) {
    hash.update(stableText(suite));
    for (const script of scripts) await sharedLoop.run(() => void hash.update(stableText(compactScript(script))));
  }
  return hash.digest('base64url');
}

function reportOf(
  revision: string,
  { added, changed, removed, unchanged }: WorkspaceDiff,
  { fillIn, leftOut }: { fillIn: FillIn[]; leftOut: LeftOut[] },
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
    leftOut: leftOut.slice(0, shown),
  };
}

/** What a workspace file leaves out, for the user who exports it. */
function lossesOf(file: WorkspaceFile): { what: string; count: number }[] {
  const { globals, environments, databases, suites, workflows = [], schedules = [], certificates = [] } = file;
  const variables = [
    globals,
    ...environments.map((one) => one.variables),
    ...suites.map((one) => one.variables),
    ...schedules.map((one) => one.target.variables),
  ].flat();
  const inputs = JSON.stringify(workflows.map(({ document }) => document)).split(JSON.stringify(keptSecret)).length - 1;
  const losses = [
    { what: 'Values of secret variables', count: variables.filter(({ isSecret }) => isSecret).length },
    { what: 'Secret inputs of workflows', count: inputs },
    { what: 'Addresses of webhooks', count: schedules.filter(({ notify }) => notify.webhookUrl !== null).length },
    { what: 'Passwords of databases', count: databases.length },
    { what: 'Files of client certificates', count: certificates.length },
  ];
  return losses.filter(({ count }) => count > 0);
}
