import {
  suiteFrameSchema,
  type WorkspaceFile,
  type WorkspaceScript,
  workspaceFileScripts,
  workspaceFrameSchema,
  workspaceScriptSchema,
} from '@touchstone/contracts/api-testing';
import { partItems } from './file-parts.ts';

interface Issue {
  path: PropertyKey[];
  message: string;
}
/** A fault of a file, and its place. */
export interface FileFault {
  path: string;
  message: string;
}
const faultsShown = 50;

/** parseWorkspaceFile parses a workspace file and collects all its faults; yields after each script. */
export function* parseWorkspaceFile(
  content: unknown,
): Generator<undefined, { file: WorkspaceFile } | { faults: FileFault[] }> {
  const faults: FileFault[] = [];
  const note = (place: string, issues: readonly Issue[]) => {
    for (const { path, message } of issues)
      if (faults.length < faultsShown)
        faults.push({ path: [place, path.map(String).join('.')].filter(Boolean).join('.'), message });
  };
  const frame = workspaceFrameSchema.safeParse(content);
  if (!frame.success) {
    note('', frame.error.issues);
    return { faults };
  }
  const suites: WorkspaceFile['suites'] = [];
  let count = 0;
  for (const [index, given] of frame.data.suites.entries()) {
    const suite = suiteFrameSchema.safeParse(given);
    if (!suite.success) {
      note(`suites.${index}`, suite.error.issues);
      continue;
    }
    const scripts: WorkspaceScript[] = [];
    for (const [position, one] of suite.data.scripts.entries()) {
      const script = workspaceScriptSchema.safeParse(one);
      if (script.success) scripts.push(script.data);
      else note(`suites.${index} “${suite.data.name}”.scripts.${position}${titleOf(one)}`, script.error.issues);
      yield;
    }
    count += scripts.length;
    suites.push({ ...suite.data, scripts });
  }
  if (count > workspaceFileScripts)
    faults.push({ path: 'suites', message: `A workspace file holds at most ${workspaceFileScripts} scripts.` });
  const file = { ...frame.data, suites };
  faults.push(...danglingReferences(file), ...sharedNames(file));
  return faults.length > 0 ? { faults } : { file };
}

const titleOf = (script: unknown): string => {
  const name = (script as { scriptName?: unknown } | null)?.scriptName;
  return typeof name === 'string' ? ` “${name.slice(0, 60)}”` : '';
};

/** Prerequisites may only reference what is in the file. */
function danglingReferences({ prerequisites, suites, databases, environments }: WorkspaceFile): FileFault[] {
  const ids = (items: readonly { id?: string | undefined }[]) => new Set(items.map(({ id }) => id));
  const known = {
    script: ids(suites.flatMap(({ scripts }) => scripts)),
    database: ids(databases),
    environment: ids(environments),
  };
  return prerequisites.flatMap(({ name, action, targetEnvironmentId }) => {
    const missing: string[] = [];
    if (action.kind === 'script' && !known.script.has(action.scriptId)) missing.push('script');
    if (action.kind === 'database' && !known.database.has(action.databaseConfigurationId)) missing.push('database');
    if (targetEnvironmentId && !known.environment.has(targetEnvironmentId)) missing.push('environment');
    return missing.map((noun) => ({
      path: `prerequisites “${name}”`,
      message: `It uses a ${noun} that this file doesn't have. Add the ${noun}, or change the prerequisite.`,
    }));
  });
}

/** Names that must be unique in a workspace. */
function sharedNames(file: WorkspaceFile): FileFault[] {
  const { environments, databases, prerequisites, suites, globals } = file;
  const twice = (place: string, names: readonly string[]): FileFault[] =>
    [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) =>
      all.length > 1 ? [{ path: place, message: `Two have the name “${name}”. Rename one of them.` }] : [],
    );
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name.toLowerCase());
  const exact = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  return [
    ...twice('globals', exact(globals)),
    ...twice('environments', named(environments)),
    ...twice('databases', named(databases)),
    ...twice('prerequisites', named(prerequisites)),
    ...(['certificates', 'configurations', 'workflows'] as const).flatMap((field) =>
      twice(field, named(partItems(file, field))),
    ),
    ...twice('suites', named(suites.filter(({ isChaining }) => !isChaining))),
    ...twice('suites', named(suites.filter(({ isChaining }) => isChaining))),
    ...environments.flatMap(({ name, variables }) => twice(`environments “${name}”`, exact(variables))),
    ...suites.flatMap(({ name, variables }) => twice(`suites “${name}”`, exact(variables))),
  ];
}
