import type { AssetKind, AssetProblem, AssetWarning } from '@touchstone/contracts/service-virtualization';
import { timeLimit } from '@touchstone/engine-assert';
import { MockEngine, type MockProblem, parseStub, Resource, type ResourceDefinition } from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import { type AssetContent, factsOf, kindProblems } from '../../domain/asset-content.ts';
import { withVariables } from '../../domain/mock-variables.ts';
import { shadows } from '../../domain/shadows.ts';
import { type AssetRow, assetsStore } from '../../store/assets.store.ts';
import { filesStore } from '../../store/files.store.ts';
import type { ReadMock } from '../hosting/read-mock.ts';

const expressionLimitMs = 50;
const maxWarnings = 20;

/** The asset to check; an unsaved one has no id and counts as the newest. */
interface CheckedAsset {
  projectId: string;
  assetId?: string | undefined;
  position?: number | undefined;
  kind: AssetKind;
  content: AssetContent;
}

/** createCheckAssets validates an asset and finds the assets it shadows or is shadowed by. */
export function createCheckAssets({ platform, read }: { platform: Platform; read: ReadMock }) {
  const { sql } = platform.database;

  const problems = (kind: AssetKind, content: AssetContent, variables: ReadonlyMap<string, string>) => {
    const unknown = new Set<string>();
    const filled = withVariables(content, variables, unknown);
    const found = filled.form === 'stub' ? stubProblems(filled.stub) : resourceProblems(filled.resource);
    return { problems: [...found, ...kindProblems(kind, filled)], unknown, filled };
  };

  const meetings = async ({ projectId, assetId, position = Number.POSITIVE_INFINITY, content }: CheckedAsset) => {
    if (content.form !== 'stub') return [];
    const own = { stub: parseStub(content.stub).stub, position };
    const found: AssetWarning[] = [];
    for (const row of await assetsStore.alike(sql, projectId, factsOf(content))) {
      if (row.id === assetId || row.content.form !== 'stub') continue;
      const other = { stub: parseStub(row.content.stub).stub, position: row.position };
      if (shadows(other, own)) found.push(meeting('shadowed', row));
      else if (shadows(own, other)) found.push(meeting('shadows', row));
    }
    return found;
  };

  return {
    /** The asset's own problems, without considering other assets. */
    async problemsOf(projectId: string, kind: AssetKind, content: AssetContent): Promise<AssetProblem[]> {
      const { variables } = await read.variablesOf(projectId);
      return problems(kind, content, variables).problems;
    },
    async check(asset: CheckedAsset): Promise<{ problems: AssetProblem[]; warnings: AssetWarning[] }> {
      const { variables } = await read.variablesOf(asset.projectId);
      const { problems: found, unknown, filled } = problems(asset.kind, asset.content, variables);
      const warnings: AssetWarning[] = [...unknown].map((name) => ({
        code: 'no-variable' as const,
        path: asset.content.form,
        message: `The project has no variable ${name}: {{vars.${name}}} stays as it is.`,
        ...nobody,
      }));
      const file = filled.form === 'stub' ? fileOf(filled.stub) : undefined;
      if (file !== undefined && !(await hasFile(asset.projectId, file)))
        warnings.push({
          code: 'no-file',
          path: 'stub.response.bodyFileName',
          message: `The project has no file ${file}. Upload it, or the answer is an error.`,
          ...nobody,
        });
      warnings.push(...(await meetings(asset)));
      return { problems: found, warnings: warnings.slice(0, maxWarnings) };
    },
  };

  async function hasFile(projectId: string, name: string): Promise<boolean> {
    return (await filesStore.listAll(sql, projectId)).some(({ fileName }) => fileName === name.replace(/^\/+/, ''));
  }
}
/** CheckAssets validates an asset and finds the assets it shadows or is shadowed by. */
export type CheckAssets = ReturnType<typeof createCheckAssets>;

const nobody = { assetId: null, assetName: null };

function meeting(code: 'shadowed' | 'shadows', { id, name }: AssetRow): AssetWarning {
  const message =
    code === 'shadowed'
      ? `This stub never answers: “${name}” matches every request that this one matches, and comes first. Give this one a lower priority number.`
      : `“${name}” never answers beside this stub, which matches the same requests and comes first.`;
  return { code, path: 'stub.request', message, assetId: id, assetName: name };
}

function stubProblems(stub: object): MockProblem[] {
  const engine = new MockEngine({ guard: timeLimit(expressionLimitMs) });
  return engine.put(stub, 'stub').problems;
}

/** The stub's body file, unless its name is a template. */
function fileOf({ response }: Record<string, unknown>): string | undefined {
  const name = (response as { bodyFileName?: unknown } | undefined)?.bodyFileName;
  return typeof name === 'string' && !name.includes('{{') ? name : undefined;
}

const resourceMembers = ['name', 'path', 'idKey', 'schema', 'items', 'count', 'seed', 'validates', 'listKey'];
const maxItems = 10_000;

function resourceProblems(resource: Record<string, unknown>): MockProblem[] {
  const found: MockProblem[] = [];
  const problem = (path: string, message: string) => found.push({ path: `resource${path}`, message });
  for (const name of Object.keys(resource))
    if (!resourceMembers.includes(name))
      problem(`.${name}`, `“${name}” is not a member here. Known are ${resourceMembers.join(', ')}.`);
  const { path, items, count } = resource;
  if (typeof path !== 'string' || !path.startsWith('/')) problem('.path', 'A path begins with /, such as /orders.');
  if (items !== undefined && !(Array.isArray(items) && items.every(isObject)))
    problem('.items', 'The records are a list of JSON objects.');
  else if (Array.isArray(items) && items.length > maxItems) problem('.items', `Give at most ${maxItems} records.`);
  if (count !== undefined && !(Number.isInteger(count) && Number(count) >= 0 && Number(count) <= maxItems))
    problem('.count', `Give a number from 0 to ${maxItems}.`);
  if (found.length > 0) return found;
  try {
    new Resource({ name: 'resource', ...resource, items: [] } as unknown as ResourceDefinition);
  } catch (error) {
    problem('', (error as Error).message);
  }
  return found;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
