import {
  functionNameSchema,
  type ImportResult,
  type importFormats,
  type RepositoryStep,
} from '@touchstone/contracts/test-repository';
import type { KeywordFunction } from '@touchstone/engine-keyword/core';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { freeCopyName } from '../domain/free-copy-name.ts';
import { readScript, scriptName } from '../domain/read-script.ts';
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
interface Needs {
  platform: Platform;
  open: Open;
  steps: Pick<Steps, 'save'>;
  write: Pick<WriteScripts, 'create'>;
  functions: Pick<CreateFunctions, 'create'>;
}

/** createExchange writes scripts in other forms, and reads them from these. */
export function createExchange({ platform, open, steps, write, functions: creating }: Needs) {
  const { sql } = platform.database;

  /** The script that an import replaces the steps of. */
  const openTarget = async (caller: Actor, { moduleUUID, scriptUUID, isPreview }: ImportInput) => {
    await open.module(caller, moduleUUID, 'edit');
    if (!scriptUUID) return undefined;
    const row = await open.script(caller, scriptUUID, 'edit');
    if (row.moduleId !== moduleUUID) throw new AppError(repositoryErrors.scriptElsewhere);
    if (!isPreview) await open.assertUnlocked(caller, row);
    return row;
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
    /** Reads a script into a new one, or in place of the steps of one; a preview changes nothing. */
    async importScript(caller: Actor, input: ImportInput): Promise<ImportResult> {
      const { moduleUUID, isPreview, testScriptName } = input;
      const target = await openTarget(caller, input);
      const { projectId } = await open.module(caller, moduleUUID, 'edit');
      const present = await functionsOf(sql, projectId);
      const read = readScript(input.text, input.format, { functions: present });
      const brought = broughtAlong(read.functions, present);
      const [first] = read.unread;
      if (read.steps.length === 0)
        throw new AppError(repositoryErrors.importUnreadable, {
          params: { reason: first?.message ?? 'It has no steps.' },
          details: read.unread.slice(0, 50).map(({ line, message }) => ({ path: `line ${line ?? 0}`, message })),
        });
      assertSteps(read.steps);
      const places = await scriptsStore.listPlaces(sql, moduleUUID);
      const free = freeCopyName(
        scriptName(read.name),
        places.map((one) => one.name),
      );
      const name = target?.name ?? testScriptName ?? free;
      const result = {
        testScriptName: name,
        format: read.format,
        steps: read.steps,
        unread: read.unread,
        problems: stepProblems(read.steps, [...present, ...brought]),
      };
      if (isPreview) return { scriptUUID: null, ...result };
      for (const one of brought) await creating.create(caller, newFunction(projectId, one));
      if (target) await steps.save(caller, target.id, undefined, read.steps);
      const made = target
        ? undefined
        : await write.create(caller, moduleUUID, {
            testScriptName: name,
            objective: '',
            tagName: [],
            steps: read.steps,
          });
      return { scriptUUID: target?.id ?? made?.uuid ?? null, ...result };
    },
  };
}
/** Exchange writes scripts in other forms, and reads them from these. */
export type Exchange = ReturnType<typeof createExchange>;

/** Functions of a document that the project lacks; one of the same name stays as it is there. */
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

/** Functions that are called by these names, and those that they call. */
function reachable(names: readonly string[], functions: readonly KeywordFunction[]): KeywordFunction[] {
  const wanted = new Set(names);
  // A set that grows while it is read is read to its end.
  for (const name of wanted) {
    const found = functions.find((one) => one.name === name);
    if (found) for (const called of calledFunctions(found.steps as RepositoryStep[])) wanted.add(called);
  }
  return functions.filter(({ name }) => wanted.has(name));
}
