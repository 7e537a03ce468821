import { type TextMatch, type WorkspaceFile, workspaceScriptSchema } from '@touchstone/contracts/api-testing';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import type { FoundText, TextQuestion } from '../../domain/replace-text/find-texts.ts';
import { replaceableTexts, withTexts } from '../../domain/replace-text/replaceable-texts.ts';
import { childPath } from '../../domain/suites/suite-folders.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { ReadWorkspace } from './read-workspace.ts';
import type { WriteFile } from './workspace-files.ts';

interface Question extends TextQuestion {
  projectId: string;
}
type Item = Pick<TextMatch, 'itemId' | 'kind' | 'name'> & { content: object };

const limitMs = 10_000;
const shown = 500;
const module = new URL('../../domain/replace-text/find-texts.ts', import.meta.url).href;

/** createReplaceText finds text in a workspace and replaces it in the selected items. */
export function createReplaceText({
  platform,
  workspaces,
  readWorkspace,
  revisionOf,
  writeFile,
}: {
  platform: Platform;
  workspaces: Workspaces;
  readWorkspace: ReadWorkspace;
  revisionOf: (file: WorkspaceFile) => Promise<string>;
  writeFile: WriteFile;
}) {
  const search = async (actor: Actor, question: TextQuestion, file: WorkspaceFile, chosen?: ReadonlySet<string>) => {
    const items = itemsOf(file).filter(({ itemId }) => !chosen || chosen.has(itemId));
    const texts = items.flatMap((item) => replaceableTexts(item.content).map((text) => ({ ...text, item })));
    const found = await findIn(
      actor,
      question,
      texts.map(({ text }) => text),
    );
    const byItem = Map.groupBy(found, ({ index }) => texts[index]?.item as Item);
    return [...byItem].map(([item, own]) => {
      const replaced = own.map(({ index, text }) => ({ path: texts[index]?.path ?? [], text }));
      return { item, found: own.map((one) => ({ ...one, place: texts[one.index]?.place ?? '' })), replaced };
    });
  };

  return {
    async find(actor: Actor, question: Question) {
      const { project } = await workspaces.open(actor, question.projectId, 'edit');
      const file = await readWorkspace(platform.database.sql, project);
      const results = await search(actor, question, file);
      const matches = results.slice(0, shown).map(({ item, found, replaced }): TextMatch => {
        const problem = problemOf(item, withTexts(item.content, replaced));
        const { itemId, kind, name } = item;
        const places = found.map(({ place, count, before, after }) => ({ place, count, before, after }));
        return { itemId, kind, name, places, ...(problem && { problem }) };
      });
      const count = results.reduce((total, { found }) => total + found.reduce((sum, one) => sum + one.count, 0), 0);
      return { revision: await revisionOf(file), matches, items: results.length, count };
    },

    async replace(
      actor: Actor,
      { itemIds, revision, ...question }: Question & { itemIds: string[]; revision: string },
    ) {
      const { project } = await workspaces.open(actor, question.projectId, 'edit');
      let count = 0;
      let items = 0;
      const change = async (present: WorkspaceFile): Promise<WorkspaceFile> => {
        const results = await search(actor, question, present, new Set(itemIds));
        const texts = new Map(results.map(({ item, replaced }) => [item.itemId, replaced]));
        const faults = results.flatMap(({ item, replaced }) => {
          const problem = problemOf(item, withTexts(item.content, replaced));
          return problem ? [{ path: item.name, message: problem }] : [];
        });
        if (faults.length > 0) throw new AppError(apiTestingErrors.workspaceFileFaults, { details: faults });
        items = results.length;
        count = results.reduce((total, { found }) => total + found.reduce((sum, one) => sum + one.count, 0), 0);
        return changedFile(present, texts);
      };
      await writeFile(actor, project, { revision, removes: false, change });
      await platform.audit(actor, { action: 'text.replaced', target: question.projectId, detail: { items, count } });
      return { items, count };
    },
  };
}
export type ReplaceText = ReturnType<typeof createReplaceText>;

const itemsOf = ({ globals, environments, suites }: WorkspaceFile): Item[] => [
  { itemId: 'globals', kind: 'globals', name: 'Global variables', content: { variables: globals } },
  ...environments.map(
    ({ id = '', name, variables }): Item => ({ itemId: id, kind: 'environment', name, content: { variables } }),
  ),
  ...suites.flatMap(({ id = '', name, variables, scripts }): Item[] => [
    { itemId: id, kind: 'suite', name, content: { variables } },
    ...scripts.map(
      (script): Item => ({
        itemId: script.id ?? '',
        kind: 'script',
        name: childPath(childPath(name, script.folder ?? ''), script.scriptName),
        content: script,
      }),
    ),
  ]),
];

type Replaced = ReadonlyMap<string, { path: (string | number)[]; text: string }[]>;

function changedFile(file: WorkspaceFile, texts: Replaced): WorkspaceFile {
  const changed = <T extends object>(id: string | undefined, item: T): T => {
    const own = texts.get(id ?? '');
    return own ? withTexts(item, own) : item;
  };
  return {
    ...file,
    globals: changed('globals', { variables: file.globals }).variables,
    environments: file.environments.map((one) => changed(one.id, one)),
    suites: file.suites.map(({ scripts, ...suite }) => ({
      ...changed(suite.id, suite),
      scripts: scripts.map((script) => changed(script.id, script)),
    })),
  };
}

/** Why an item would no longer be valid, if so. */
function problemOf({ kind }: Item, content: object): string | undefined {
  if (kind !== 'script') return undefined;
  const read = workspaceScriptSchema.safeParse(content);
  return read.success ? undefined : read.error.issues[0]?.message;
}

/** Runs in a worker with a time limit: matching is linear, but texts may be many and long. */
async function findIn(owner: Actor, question: TextQuestion, texts: string[]): Promise<FoundText[]> {
  const { find, replaceWith, isRegex, matchCase } = question;
  const input = { question: { find, replaceWith, isRegex, matchCase }, texts };
  try {
    return await sharedWorkPool.run<FoundText[]>({
      module,
      name: 'findTexts',
      input,
      limitMs,
      subject: 'The search',
      owner,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    if (cause instanceof WorkStopped || reason.startsWith('The regular expression'))
      throw new AppError(apiTestingErrors.findFailed, { params: { reason }, cause });
    throw cause;
  }
}
