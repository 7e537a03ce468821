import {
  functionNameSchema,
  type ImportResult,
  type importFormats,
  type RepositoryStep,
} from '@touchstone/contracts/test-repository';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import type { KeywordFunction } from '@touchstone/engine-keyword/core';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { freeCopyName } from '../domain/free-copy-name.ts';
import { type GivenText, type ReadDocument, type ReadOne, scriptName } from '../domain/read-script.ts';
import { engineSteps, stepProblems } from '../domain/step-problems.ts';
import { calledFunctions } from '../domain/step-tree.ts';
import { type ExportFormat, type WrittenScript, writeScript } from '../domain/write-script.ts';
import { repositoryErrors } from '../errors.ts';
import { scriptsStore } from '../store/scripts.store.ts';
import type { CreateFunctions } from './functions/create-functions.ts';
import type { Open } from './open.ts';
import type { WriteScripts } from './scripts/write-scripts.ts';
import { assertSteps, functionsOf, type Steps } from './steps.ts';

interface ImportInput {
  moduleUUID: string;
  scriptUUID?: string | undefined;
  testScriptName?: string | undefined;
  format: (typeof importFormats)[number];
  text: string;
  isPreview: boolean;
}
type ImportedScript = ImportResult['further'][number];

interface Needs {
  platform: Platform;
  open: Open;
  steps: Pick<Steps, 'save'>;
  write: Pick<WriteScripts, 'create'>;
  functions: Pick<CreateFunctions, 'create'>;
}

/** createExchange exports scripts to other formats, and imports them. */
export function createExchange({ platform, open, steps, write, functions: creating }: Needs) {
  const { sql } = platform.database;

  /** The script whose steps an import replaces. */
  const openTarget = async (caller: Actor, { moduleUUID, scriptUUID, isPreview }: ImportInput) => {
    await open.module(caller, moduleUUID, 'edit');
    if (!scriptUUID) return undefined;
    const row = await open.script(caller, scriptUUID, 'edit');
    if (row.moduleId !== moduleUUID) throw new AppError(repositoryErrors.scriptElsewhere);
    if (!isPreview) await open.assertUnlocked(caller, row);
    return row;
  };

  /** Stores an imported script; returns its id. */
  const keep = async (
    caller: Actor,
    moduleId: string,
    { testScriptName, steps: given }: Pick<ImportedScript, 'testScriptName' | 'steps'>,
    targetId: string | undefined,
  ): Promise<string> => {
    if (targetId) return (await steps.save(caller, targetId, undefined, given)).scriptUUID;
    return (await write.create(caller, moduleId, { testScriptName, objective: '', tagName: [], steps: given })).uuid;
  };

  return {
    async exportScript(
      caller: Actor,
      scriptId: string,
      format: ExportFormat,
    ): Promise<WrittenScript & { fileName: string }> {
      const { name, projectId } = await open.script(caller, scriptId, 'view');
      const [saved, functions] = await Promise.all([
        scriptsStore.readSteps(sql, scriptId),
        functionsOf(sql, projectId),
      ]);
      const script = { name, steps: engineSteps(saved), functions: reachable(calledFunctions(saved), functions) };
      const written = writeScript(script, format);
      return { ...written, fileName: `${name.replace(/ /g, '-')}.${written.extension}` };
    },
    /** Imports scripts as new ones, or the first in place of an existing script's steps; a preview changes nothing. */
    async importScript(caller: Actor, input: ImportInput): Promise<ImportResult> {
      const { moduleUUID, isPreview } = input;
      const target = await openTarget(caller, input);
      const { projectId } = await open.module(caller, moduleUUID, 'edit');
      const present = await functionsOf(sql, projectId);
      const read = await readInWorker(caller, { text: input.text, format: input.format, functions: present });
      const scripts = assertRead(read.scripts);
      const brought = broughtAlong(read.functions, present);
      const places = await scriptsStore.listPlaces(sql, moduleUUID);
      const names = namesFor(scripts, { first: target?.name ?? input.testScriptName, taken: places });
      if (!isPreview) for (const one of brought) await creating.create(caller, newFunction(projectId, one));
      const results: ImportedScript[] = [];
      for (const [at, script] of (target ? scripts.slice(0, 1) : scripts).entries()) {
        const testScriptName = names[at] ?? '';
        const scriptUUID = isPreview ? null : await keep(caller, moduleUUID, { ...script, testScriptName }, target?.id);
        const problems = stepProblems(script.steps, [...present, ...brought]);
        results.push({ scriptUUID, testScriptName, steps: script.steps, unread: script.unread, problems });
      }
      const [first, ...further] = results;
      const message = `Only the first of ${scripts.length} tests in the file is read into this script.`;
      const isCut = target !== undefined && scripts.length > 1;
      const { unread = [], ...rest } = first as ImportedScript;
      return { ...rest, unread: isCut ? [...unread, { line: null, message }] : unread, format: read.format, further };
    },
  };
}
/** Exchange exports and imports scripts in other formats. */
export type Exchange = ReturnType<typeof createExchange>;

const module = new URL('../domain/read-script.ts', import.meta.url).href;
const readLimitMs = 20_000;

/**
 * Reads in a worker, so that a slow file delays only the user who imports it. Throws an AppError if it takes too long.
 */
async function readInWorker(owner: Actor, input: GivenText): Promise<ReadDocument> {
  const order = { module, name: 'readScripts', input, limitMs: readLimitMs, subject: 'Reading the file' };
  try {
    return await sharedWorkPool.run<ReadDocument>({ ...order, owner });
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    throw new AppError(repositoryErrors.importUnreadable, { params: { reason: error.message }, cause: error });
  }
}

/** Throws if nothing was read; otherwise drops scripts without steps. */
function assertRead(scripts: readonly ReadOne[]): ReadOne[] {
  const found = scripts.filter((one) => one.steps.length > 0);
  for (const one of found) assertSteps(one.steps);
  if (found.length > 0) return found;
  const unread = scripts.flatMap((one) => one.unread);
  throw new AppError(repositoryErrors.importUnreadable, {
    params: { reason: unread[0]?.message ?? 'It has no steps.' },
    details: unread
      .slice(0, 50)
      .map(({ line, message }) => ({ path: line === null ? 'text' : `line ${line}`, message })),
  });
}

/** Names for the scripts: the requested one for the first, free ones for the others. */
function namesFor(
  scripts: readonly ReadOne[],
  { first, taken }: { first: string | undefined; taken: readonly { name: string }[] },
): string[] {
  const names = taken.map(({ name }) => name);
  return scripts.map((one, at) => {
    const name = at === 0 && first !== undefined ? first : freeCopyName(scriptName(one.name), names);
    names.push(name);
    return name;
  });
}

/** Functions of a document that the project lacks; existing functions of the same name are kept. */
function broughtAlong(given: readonly KeywordFunction[], present: readonly KeywordFunction[]): KeywordFunction[] {
  const taken = new Set(present.map(({ name }) => name.toLowerCase()));
  return given.filter(({ name }) => !taken.has(name.toLowerCase()) && functionNameSchema.safeParse(name).success);
}

const newFunction = (projectUUID: string, { name, inputs, outputs, steps }: KeywordFunction) => ({
  projectUUID,
  functionName: name,
  description: '',
  inputs: inputs.map((one) => ({ name: one, description: '' })),
  outputs: outputs.map((one) => ({ name: one, description: '' })),
  steps: steps as RepositoryStep[],
});

/** The functions called by these names, and the ones they call in turn. */
function reachable(names: readonly string[], functions: readonly KeywordFunction[]): KeywordFunction[] {
  const wanted = new Set(names);
  // A set that grows during iteration is iterated to its end.
  for (const name of wanted) {
    const found = functions.find((one) => one.name === name);
    if (found) for (const called of calledFunctions(found.steps as RepositoryStep[])) wanted.add(called);
  }
  return functions.filter(({ name }) => wanted.has(name));
}
