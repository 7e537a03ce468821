import { createHash } from 'node:crypto';
import { type ImportReview, type ScriptInput, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { type ImportedStep, mergePieces, type ReimportMerge } from '@touchstone/engine-import';
import { AppError, newId, sharedLoop } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { partText } from '../../domain/imports/import-review.ts';
import { haveCollectionScope, usableVariables } from '../../domain/imports/imported-variables.ts';
import type { ImportProblem } from '../../domain/suites/script-from-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import { lockSuite, type OpenSuites } from '../suites/open-suites.ts';
import { storedScript } from '../suites/stored-script.ts';
import type { OwnVariables } from '../suites/suite-variables.ts';
import { createKeepDeleted } from '../trash/keep-deleted.ts';
import { compareWithSuite, requestsOf } from './compare-source.ts';
import type { ImportSources } from './import-sources.ts';
import { mapInTurns, mapped } from './map-in-turns.ts';
import type { Pending, PendingImports } from './pending-imports.ts';

export interface MergeInput {
  importId: string;
  sourceId: string;
  reviewed: string;
  takeDocument: { id: string; part: ReimportMerge['conflicts'][number]['parts'][number] }[];
  keepRemoved: string[];
  leaveOut: string[];
}
type Ids = Pick<MergeInput, 'importId' | 'sourceId'>;

interface Dependencies {
  platform: Platform;
  access: OpenSuites;
  sources: ImportSources;
  pending: PendingImports;
  suiteVariables: OwnVariables;
}

/**
 * createReimport updates a suite from a changed document: first a review that changes nothing, then the merge in one
 * transaction.
 */
export function createReimport({ platform, access, sources, pending, suiteVariables }: Dependencies) {
  const { database, secrets } = platform;
  const keep = createKeepDeleted(platform);

  const prepare = async (sql: Sql, actor: Actor, { importId, sourceId }: Ids) => {
    const source = await sources.open(actor, sourceId, sql);
    const [suite] = await access.openSuites(actor, [source.row.suiteId], 'edit');
    if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
    const read = await pending.open(actor, suite.projectId, importId);
    const requests = await requestsOf(source, read.collection);
    const { problems, imported, rows, current, merge } = await compareWithSuite(sql, secrets, source, requests);
    const sides = { previous: source.kept.steps, current, sourceId, suiteId: suite.id, problems };
    const review = await sharedLoop.work(reviewOf(merge, sides));
    return { source, suite, read, problems, imported, rows, current, review };
  };

  /** Stores the result of the merge: the suite's order and every row that differs. */
  const store = async (sql: Sql, actor: Actor, suite: SuiteRow, next: Outcome) => {
    const known = new Map(next.rows.map((row) => [row.id, row]));
    const kept = new Set(next.steps.map((step) => step.id));
    const removed = next.rows.filter((row) => !kept.has(row.id)).map((row) => row.id);
    const added = next.steps.filter((step) => !known.has(step.id));
    await keep.scripts(sql, actor, { rows: await scriptsStore.take(sql, removed), suites: [suite] });
    for (const step of next.steps) {
      const row = known.get(step.id);
      if (row && next.changed.has(step.id))
        await scriptsStore.update(sql, row.id, storedScript(secrets, row.id, scriptOf(step, row)));
    }
    await scriptsStore.insert(
      sql,
      await mapInTurns(added, (step) => ({
        id: step.id,
        organizationId: suite.organizationId,
        projectId: suite.projectId,
        suiteId: suite.id,
        position: 0,
        ...storedScript(secrets, step.id, scriptOf(step)),
      })),
    );
    await scriptsStore.reorder(
      sql,
      suite.id,
      next.steps.map((step) => step.id),
    );
    await suitesStore.recount(sql, [suite.id]);
    return { added: added.length, changed: next.changed.size, removed: removed.length };
  };

  return {
    async review(actor: Actor, ids: Ids): Promise<ImportReview> {
      return (await prepare(database.sql, actor, ids)).review;
    },
    async merge(actor: Actor, input: MergeInput) {
      const { row } = await sources.open(actor, input.sourceId);
      const done = await database.transaction(async (sql) => {
        await lockSuite(sql, row.suiteId);
        const { source, suite, read, problems, imported, rows, current, review } = await prepare(sql, actor, input);
        if (review.reviewed !== input.reviewed) throw new AppError(apiTestingErrors.importReviewStale);
        const pieces = mergePieces(source.kept.steps, current, imported, choicesOf(input));
        const merged = withFreshIds(await sharedLoop.work(pieces));
        const changed = new Set(merged.changed.map(({ id }) => id));
        for (const { id, part } of input.takeDocument) if (part !== 'removed') changed.add(id);
        const counts = await store(sql, actor, suite, { rows, steps: merged.steps, changed });
        const title = read.collection.title || source.row.title;
        await sources.replace(sql, input.sourceId, title, {
          origin: read.origin ?? source.kept.origin,
          steps: merged.base,
        });
        return { suiteId: suite.id, ...counts, problems, variables: variablesOf(read, problems) };
      });
      const { variables, ...outcome } = done;
      const { suiteId: target, problems: _, ...detail } = outcome;
      await suiteVariables.addMissing(actor, target, variables);
      await platform.audit(actor, { action: 'import.merged', target, detail });
      return outcome;
    },
  };
}
export type Reimport = ReturnType<typeof createReimport>;

/** Variables that the document contributes to the suite itself. */
const variablesOf = ({ format, collection }: Pending, problems: ImportProblem[]) =>
  haveCollectionScope(format) ? usableVariables(collection.title, collection.variables, problems) : [];

interface Outcome {
  rows: ScriptRow[];
  steps: ImportedStep[];
  changed: ReadonlySet<string>;
}

const choicesOf = ({ takeDocument, keepRemoved, leaveOut }: MergeInput) => {
  const taken = new Set(takeDocument.map(({ id, part }) => `${id} ${part}`));
  const [kept, left] = [new Set(keepRemoved), new Set(leaveOut)];
  return {
    takesDocument: (id: string, part: string) => taken.has(`${id} ${part}`),
    keepsRemoved: (id: string) => kept.has(id),
    leavesOut: (id: string) => left.has(id),
  };
};

/** A document may be merged into several suites: whatever it adds becomes a new script in each. */
function withFreshIds(merged: ReimportMerge): ReimportMerge {
  const fresh = new Map(merged.added.map(({ id }) => [id, newId()]));
  const renew = (step: ImportedStep) => ({ ...step, id: fresh.get(step.id) ?? step.id });
  return { ...merged, steps: merged.steps.map(renew), base: merged.base.map(renew) };
}

/** Parts that the merge removed are set to empty, so that they don't keep their old values. */
function scriptOf({ id: _, name, group, scope: _scope, ...rest }: ImportedStep, row?: ScriptRow): ScriptInput {
  const { scriptType } = row?.document ?? {};
  return scriptInputSchema.parse({
    documentation: {},
    examples: [],
    ...rest,
    scriptName: name,
    folder: group,
    ...(scriptType === undefined ? {} : { scriptType }),
  });
}

interface Sides {
  previous: readonly ImportedStep[];
  current: readonly ImportedStep[];
  sourceId: string;
  suiteId: string;
  problems: ImportProblem[];
}

/** Yields after each request, because differing texts are written out and may be large. */
function* reviewOf(
  merge: ReimportMerge,
  { previous, current, sourceId, suiteId, problems }: Sides,
): Generator<undefined, ImportReview> {
  const byId = (steps: readonly ImportedStep[]) => new Map(steps.map((step) => [step.id, step]));
  const [mine, next, before] = [byId(current), byId(merge.steps), byId(previous)];
  const text = (step: ImportedStep | undefined, part: Parameters<typeof partText>[1]) =>
    step ? partText(step, part) : '';
  const edited = new Set(merge.conflicts.filter(({ imported }) => !imported).map(({ id }) => id));
  const touched = new Set([...merge.changed, ...merge.removed, ...merge.conflicts].map(({ id }) => id));
  const changed = yield* mapped(merge.changed, ({ parts, ...request }) => ({
    ...line(request),
    differences: parts.map((part) => ({
      part,
      before: text(mine.get(request.id), part),
      after: text(next.get(request.id), part),
    })),
  }));
  const conflicts = yield* mapped(merge.conflicts, ({ parts, imported, ...request }) => ({
    ...line(request),
    isRemoved: imported === undefined,
    differences: parts
      .filter((part) => part !== 'removed')
      .map((part) => ({
        part,
        original: text(before.get(request.id), part),
        before: text(mine.get(request.id), part),
        after: text(imported, part),
      })),
  }));
  const review = {
    sourceId,
    suiteId,
    added: merge.added.map(line),
    changed,
    removed: merge.removed.filter(({ id }) => !edited.has(id)).map(line),
    conflicts,
    unchanged: current.filter(({ id }) => !touched.has(id)).length,
    problems,
  };
  return { ...review, reviewed: yield* digestOf(review) };
}

const line = ({ id, name, method, url }: ReimportMerge['added'][number]) => ({ id, scriptName: name, method, url });

/** A digest with which a merge verifies that the review the user saw is still current. */
function* digestOf(review: Omit<ImportReview, 'reviewed'>): Generator<undefined, string> {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(review)) {
    hash.update(`\n${name}`);
    for (const item of Array.isArray(value) ? value : [value]) {
      hash.update(`\n${JSON.stringify(item)}`);
      yield;
    }
  }
  return hash.digest('base64url');
}
