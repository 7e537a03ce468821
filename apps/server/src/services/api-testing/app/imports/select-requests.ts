import type { ScriptInput } from '@touchstone/contracts/api-testing';
import type { ImportedCollection } from '@touchstone/engine-import';
import { AppError } from '@touchstone/kernel';
import { type Actor, freeName } from '../../../workspaces/index.ts';
import { stepOfScript } from '../../domain/imports/import-base.ts';
import { haveCollectionScope, usableVariables } from '../../domain/imports/imported-variables.ts';
import { type ImportProblem, scriptFromStep } from '../../domain/suites/script-from-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { ImportNeeds } from './imports.ts';
import { createMakeEnvironments } from './make-environments.ts';
import { mapInTurns } from './map-in-turns.ts';

export interface Choice {
  projectId: string;
  importId: string;
  indexes?: number[];
  suiteId?: string;
  suiteName?: string;
  byFolder?: boolean;
  withEnvironments?: boolean;
}

/**
 * createSelectRequests creates scripts from the selected requests of a document, and environments from its variables.
 */
export function createSelectRequests(needs: ImportNeeds) {
  const { platform, workspaces, access, suites, scripts, suiteVariables, pending, sources } = needs;
  const { database } = platform;
  const makeEnvironments = createMakeEnvironments(needs);
  const newSuite = async (actor: Actor, projectId: string, wanted: string) => {
    const suiteName = freeName(
      wanted.trim() || 'Imported',
      await suitesStore.namesLike(database.sql, projectId, wanted.trim()),
    );
    return suites.create(actor, { projectId, suiteName });
  };

  const targetSuite = async (actor: Actor, choice: Choice, name: string) => {
    const [present] = choice.suiteId ? await access.openSuites(actor, [choice.suiteId], 'edit') : [];
    if (present && present.projectId !== choice.projectId) throw new AppError(apiTestingErrors.otherProject);
    if (present) return { suiteId: present.id, suiteName: present.name };
    const { suiteId, suiteName } = await newSuite(actor, choice.projectId, name);
    return { suiteId, suiteName };
  };

  return async function selectRequests(actor: Actor, choice: Choice) {
    await workspaces.open(actor, choice.projectId, 'edit');
    const { collection, origin, format } = await pending.open(actor, choice.projectId, choice.importId);
    const problems: ImportProblem[] = [];
    const made: { suiteId: string; suiteName: string; imported: number }[] = [];
    for (const { folder, members } of await groupRequests(collection, choice, problems)) {
      const chosen = members.filter((member) => member.isChosen);
      if (chosen.length === 0) continue;
      const target = await targetSuite(actor, choice, folder || choice.suiteName || collection.title);
      await suites.describe(
        actor,
        target.suiteId,
        descriptionOf(collection, folder, target.suiteId !== choice.suiteId),
      );
      const ids = await scripts.append(
        actor,
        target.suiteId,
        chosen.map((member) => member.script),
      );
      made.push({ ...target, imported: ids.length });
      if (!origin) continue;
      // Unselected requests are remembered too, so that a later version of the document doesn't offer them again.
      const idOf = new Map(chosen.map((member, index) => [member, ids[index]]));
      const steps = await mapInTurns(members, (member) => stepOfScript(idOf.get(member) ?? member.id, member.script));
      await sources.remember(database.sql, {
        organizationId: actor.organizationId,
        suiteId: target.suiteId,
        format,
        title: collection.title,
        folder,
        origin,
        steps,
      });
    }
    const madeEnvironments =
      choice.withEnvironments === false
        ? []
        : await makeEnvironments(actor, choice.projectId, { collection, format }, problems);
    if (choice.withEnvironments !== false && haveCollectionScope(format)) {
      const variables = usableVariables(collection.title, collection.variables, problems);
      for (const { suiteId } of made) await suiteVariables.addMissing(actor, suiteId, variables);
    }
    const imported = made.reduce((sum, suite) => sum + suite.imported, 0);
    await platform.audit(actor, { action: 'import.finished', target: choice.importId, detail: { imported } });
    return { suites: made, environments: madeEnvironments, imported, problems };
  };
}

/** The document's description of a suite: all of it, or that of one folder. */
const descriptionOf = (collection: ImportedCollection, folder: string | null, isNew: boolean) => ({
  isNew,
  description: folder === null ? collection.description : folderDescription(collection, folder),
  folders: folder === null ? (collection.folders ?? []) : [],
  documentation: { ...(collection.about && { about: collection.about }), servers: collection.servers },
});

const folderDescription = ({ folders = [] }: ImportedCollection, path: string): string | undefined =>
  folders.find((folder) => folder.path === path)?.description;

interface Member {
  id: string;
  folder: string | null;
  script: ScriptInput;
  isChosen: boolean;
}

/** The requests of a document as scripts: grouped by folder on request, otherwise in one group without a folder. */
async function groupRequests(
  collection: ImportedCollection,
  choice: Choice,
  problems: ImportProblem[],
): Promise<{ folder: string | null; members: Member[] }[]> {
  const chosen = choice.indexes ? new Set(choice.indexes) : undefined;
  const members = await mapInTurns([...collection.steps.entries()], ([index, step]) => {
    const isChosen = !chosen || chosen.has(index);
    const folder = choice.byFolder && !choice.suiteId ? step.group : null;
    const script = scriptFromStep(folder === null ? step : { ...step, group: '' }, isChosen ? problems : []);
    return script && { id: step.id, folder, script, isChosen };
  });
  return [...Map.groupBy(members, (member) => member.folder)].map(([folder, group]) => ({ folder, members: group }));
}
