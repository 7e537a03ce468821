import type { FileReference, FlowDocument, FlowFile, MissingReference } from '@touchstone/contracts/flows';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import type { RunViewer } from '../../runs/index.ts';
import type { Databases, Environments, Workspaces } from '../../workspaces/index.ts';
import { toContract } from '../domain/flow-document.ts';
import { withIds } from '../domain/flow-file.ts';
import { type FlowNodeKind, type NearReference, severalNamed } from '../domain/flow-kind.ts';
import { withoutSecretValues } from '../domain/flow-secrets.ts';
import type { Flows } from './flows.ts';
import type { OpenFlow } from './open-flow.ts';
import { type ReferenceHomes, referredBy } from './reference-homes.ts';
import { parsed } from './write-flows.ts';

interface Needs {
  kinds: ReadonlyMap<string, FlowNodeKind>;
  flows: Flows;
  environments: Environments;
  databases: Databases;
  openFlow: OpenFlow;
  workspaces: Workspaces;
  homes: ReferenceHomes;
}

/** createFlowFiles exports workflows to files and imports them. */
export function createFlowFiles(needs: Needs) {
  const { flows, openFlow, workspaces } = needs;
  const sources = createSources(needs);
  const homesOfNodes = createHomesOfNodes(needs);

  /** Environments and databases of nodes, prefixed with their workspace if it is another one. */
  const describeShared = async (
    caller: RunViewer,
    projectId: string,
    nodes: readonly FlowNode[],
  ): Promise<FileReference[]> => {
    const found = new Map<string, FileReference>();
    const homeOf = await homesOfNodes(caller, projectId, nodes);
    for (const { kind, field, list } of createShared(needs, caller))
      for (const node of nodes) {
        const home = homeOf(node);
        const [id, name] = (node[field] && (await list(home)).find(([one]) => one === node[field])) || [];
        if (id === undefined || name === undefined || found.has(id)) continue;
        const way = home === projectId ? [] : [(await workspaces.open(caller, home, 'view')).project.name];
        found.set(id, { kind, id, names: [...way, name] });
      }
    return [...found.values()];
  };

  /** The names of everything that nodes refer to. */
  const describe = async (
    caller: RunViewer,
    projectId: string,
    nodes: readonly FlowNode[],
  ): Promise<FileReference[]> => {
    const found: FileReference[] = [];
    for (const [kind, { idsOf, namesOf }] of sources(caller, projectId)) {
      // Several kinds may refer to the same things, such as those of mocks; each is listed once.
      const known = new Set(found.map(({ id }) => id));
      const ids = [...new Set(nodes.flatMap(idsOf))].filter((id) => !known.has(id));
      const named = ids.length > 0 ? await namesOf(ids) : new Map<string, readonly string[]>();
      for (const [id, names] of named) found.push({ kind, id, names: [...names] });
    }
    return [...found, ...(await describeShared(caller, projectId, nodes))];
  };

  /**
   * Reads the document of a file for a folder of a workspace. References not found by name keep their id, which is then
   * a design fault.
   */
  const read = async (
    caller: RunViewer,
    { projectId, folderId }: { projectId: string; folderId: string | null },
    file: FlowFile,
  ) => {
    const found = new Map<string, string>();
    const missing: MissingReference[] = [];
    const known = new Map(sources(caller, projectId));
    const shared = createShared(needs, caller);
    for (const reference of file.references) {
      if (shared.some(({ kind }) => kind === reference.kind)) continue;
      const id = await known.get(reference.kind)?.find(reference.names, { id: reference.id, folderId });
      if (typeof id === 'string') found.set(reference.id, id);
      else missing.push(missingReference(reference, id));
    }
    const { flow, layout } = withIds(parsed(file.document), found);
    const nodes = flow.nodes.map((node) => ({ ...node }));
    const homeOf = await homesOfNodes(caller, projectId, nodes);
    for (const reference of file.references)
      for (const one of shared.filter(({ kind }) => kind === reference.kind))
        if (!(await findShared(one, reference, { nodes, homeOf }))) missing.push(reference);
    return { document: { flow: { ...flow, nodes }, layout }, missing };
  };

  return {
    async export(caller: RunViewer, flowId: string): Promise<FlowFile> {
      const { name, description, projectId, document } = await openFlow(caller, flowId, 'view');
      return {
        format: 'touchstone-workflow',
        version: 1,
        name,
        description,
        document: toContract(withoutSecretValues(document)),
        references: await describe(caller, projectId, document.flow.nodes),
      };
    },

    read,

    /** The names of everything that the nodes of a document refer to, as far as the caller can open it. */
    referencesOf: (caller: RunViewer, projectId: string, document: FlowDocument) =>
      describe(caller, projectId, parsed(document).flow.nodes),

    /** Resolves references in a workspace, by id: those whose id still exists, or otherwise by name. */
    async follow(caller: RunViewer, projectId: string, references: readonly FileReference[]) {
      const ids = new Map<string, string>();
      const missing: MissingReference[] = [];
      const known = new Map(sources(caller, projectId));
      for (const reference of references) {
        const { kind, id, names } = reference;
        const source = known.get(kind);
        const exists = source && (await source.namesOf([id])).has(id);
        const found = exists ? id : await source?.find(names, { id, folderId: null }).catch(refused);
        if (typeof found === 'string') ids.set(id, found);
        else missing.push(missingReference(reference, found));
      }
      return { ids, missing };
    },

    /** Creates a workflow from a file, under a free name. */
    async import(caller: RunViewer, { projectId, file }: { projectId: string; file: FlowFile }) {
      await workspaces.open(caller, projectId, 'edit');
      const { document, missing } = await read(caller, { projectId, folderId: null }, file);
      const input = { projectId, name: file.name, description: file.description };
      return { ...(await flows.makeNamedLike(caller, input, document)), missing };
    },
  };
}
/** FlowFiles exports workflows to files and imports them. */
export type FlowFiles = ReturnType<typeof createFlowFiles>;

const missingReference = (reference: FileReference, found: typeof severalNamed | undefined): MissingReference =>
  found === severalNamed ? { ...reference, isAmbiguous: true } : reference;

/** Treats anything the caller can't open as missing. */
function refused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

/** The references defined by the kinds of nodes, by their name in files. */
function createSources({ kinds }: Pick<Needs, 'kinds'>) {
  return (caller: RunViewer, projectId: string): [string, Source][] =>
    [...kinds].flatMap(([name, { node, paths }]) =>
      paths ? [[name, ofKind(node, paths, caller, projectId)] as [string, Source]] : [],
    );
}

/** The workspaces whose environments and databases nodes use: those of their references. */
function createHomesOfNodes({ kinds, homes }: Pick<Needs, 'kinds' | 'homes'>) {
  return async (
    caller: RunViewer,
    projectId: string,
    nodes: readonly FlowNode[],
  ): Promise<(node: FlowNode) => string> => {
    const found = new Map<string, string>();
    for (const [name, kind] of kinds) {
      const own = nodes.filter((node) => node.kind === name && referredBy(kind, node).length > 0);
      if (own.length === 0) continue;
      const ids = own.flatMap((node) => referredBy(kind, node));
      const homesById = await homes.of(caller, projectId, kind, ids);
      for (const node of own) found.set(node.id, homesById.get(referredBy(kind, node)[0] ?? '') ?? projectId);
    }
    return ({ id }) => found.get(id) ?? projectId;
  };
}

/** Resolves a reference in the workspace of each node; false if a node finds none and keeps the id. */
async function findShared(
  { field, list }: Shared,
  { id, names }: FileReference,
  { nodes, homeOf }: { nodes: readonly FlowNode[]; homeOf: (node: FlowNode) => string },
): Promise<boolean> {
  let isFound = true;
  for (const node of nodes.filter((one) => one[field] === id)) {
    const wanted = names.at(-1)?.toLowerCase();
    const foundId = (await list(homeOf(node))).find(([, name]) => name.toLowerCase() === wanted)?.[0];
    if (foundId === undefined) isFound = false;
    else node[field] = foundId;
  }
  return isFound;
}
type Shared = ReturnType<typeof createShared>[number];

/** Environments and databases of workspaces, read once per workspace. */
function createShared({ environments, databases }: Pick<Needs, 'environments' | 'databases'>, caller: RunViewer) {
  const once = (read: (home: string) => Promise<[id: string, name: string][]>) => {
    const lists = new Map<string, Promise<[id: string, name: string][]>>();
    return (home: string) => {
      const list = lists.get(home) ?? read(home);
      lists.set(home, list);
      return list;
    };
  };
  return [
    {
      kind: 'environment',
      field: 'environmentId' as const,
      list: once(async (home) =>
        (await environments.list(caller, home)).map((one) => [one.environmentId, one.environmentName]),
      ),
    },
    {
      kind: 'database',
      field: 'databaseId' as const,
      list: once(async (home) =>
        (await databases.list(caller, home)).map((one) => [one.databaseConfigurationId, one.name]),
      ),
    },
  ];
}

/** The references that nodes of a kind have in their settings. */
const ofKind = (
  { kind, references }: FlowNodeKind['node'],
  paths: NonNullable<FlowNodeKind['paths']>,
  caller: RunViewer,
  projectId: string,
): Source => ({
  idsOf: (node) => (node.kind === kind ? (references?.(node) ?? []).map(({ id }) => id) : []),
  namesOf: (ids) => paths.namesOf(caller, ids),
  find: (names, near) => paths.find(caller, projectId, names, near),
});

/** A kind of reference: the ids a node contains, their names, and the id that a name leads to. */
interface Source {
  idsOf(node: FlowNode): string[];
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  find(names: readonly string[], near: NearReference): Promise<string | typeof severalNamed | undefined>;
}
