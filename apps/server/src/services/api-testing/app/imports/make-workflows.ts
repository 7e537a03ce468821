import { type ChainLink, type MadeWorkflow, maxChained } from '@touchstone/contracts/api-testing';
import { type AutomapLink, applyLinks, automap, type ImportedStep } from '@touchstone/engine-import';
import { AppError, sharedLoop } from '@touchstone/kernel';
import type { MakeFlow } from '../../../flows/index.ts';
import { type Actor, freeName, type SuiteVariables } from '../../../workspaces/index.ts';
import { chainDocument } from '../../domain/imports/chain-document.ts';
import { stepOfScript } from '../../domain/imports/import-base.ts';
import { usableVariables } from '../../domain/imports/imported-variables.ts';
import { type ImportProblem, scriptFromStep } from '../../domain/suites/script-from-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { scriptOfRow } from '../suites/stored-script.ts';
import type { ImportNeeds } from './imports.ts';
import { createMakeEnvironments } from './make-environments.ts';
import type { Pending } from './pending-imports.ts';

interface Source {
  projectId: string;
  importId?: string | undefined;
  suiteId?: string | undefined;
  indexes?: number[] | undefined;
}
interface Opened {
  title: string;
  steps: ImportedStep[];
  pending?: Pending;
}
type Needs = ImportNeeds & { makeFlow: MakeFlow; copyVariables: SuiteVariables['copy'] };

/**
 * createMakeWorkflows creates workflows from documents and suites: a chained suite with their requests, and a workflow
 * that runs it.
 */
export function createMakeWorkflows(needs: Needs) {
  const open = createOpenSource(needs);
  const make = createMake(needs);

  return {
    /** Proposes which response values later requests use, and a matching order. */
    async propose(actor: Actor, source: Source) {
      const { title, steps } = await open(actor, source);
      const { links, order } = await sharedLoop.run(() => automap(steps));
      const indexOf = new Map(steps.map(({ id }, index) => [id, index]));
      return {
        title,
        requests: order.flatMap((id) => {
          const index = indexOf.get(id) ?? 0;
          const step = steps[index];
          return step ? [{ request: id, index, name: step.name, method: step.method, url: step.url }] : [];
        }),
        links: links.map((link) => ({ ...toContract(link), confidence: link.confidence, reason: link.reason })),
      };
    },

    /**
     * Creates a workflow with the accepted links. Linked requests run in an order in which each value exists before it
     * is used.
     */
    async make(actor: Actor, input: Source & { workflowName: string; links: ChainLink[] }): Promise<MadeWorkflow> {
      const opened = await open(actor, input);
      const { order } = await sharedLoop.run(() => automap(opened.steps));
      return make(actor, input, inOrder(opened, order), input.links.map(fromContract));
    },

    /** Creates a workflow from a document, in the document's order or with all detected links. */
    async makeOfDocument(
      actor: Actor,
      input: { projectId: string; importId: string; workflowName: string; isLinked: boolean },
    ): Promise<MadeWorkflow> {
      const opened = await open(actor, input);
      if (!input.isLinked) return make(actor, input, opened, []);
      const { links, order } = await sharedLoop.run(() => automap(opened.steps));
      return make(actor, input, inOrder(opened, order), links);
    },
  };
}
export type MakeWorkflows = ReturnType<typeof createMakeWorkflows>;

function inOrder({ steps, ...opened }: Opened, order: readonly string[]): Opened {
  const placeOf = new Map(order.map((id, index) => [id, index]));
  return { ...opened, steps: steps.toSorted((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0)) };
}

const toContract = ({ from, to, variable }: AutomapLink) => ({
  from: { request: from.stepId, path: from.path },
  to: { request: to.stepId, in: to.in, name: to.name },
  variable,
});
const fromContract = ({ from, to, variable, confidence = 1, reason = '' }: ChainLink): AutomapLink => ({
  from: { stepId: from.request, path: from.path },
  to: { stepId: to.request, in: to.in, name: to.name },
  variable,
  confidence,
  reason,
});

/** Reads the selected requests. */
function createOpenSource({ platform, workspaces, access, pending }: Needs) {
  const { sql } = platform.database;
  const read = async (actor: Actor, { projectId, importId, suiteId }: Source): Promise<Opened> => {
    if (importId !== undefined && suiteId === undefined) {
      const found = await pending.open(actor, projectId, importId);
      return { title: found.collection.title, steps: found.collection.steps, pending: found };
    }
    if (suiteId === undefined || importId !== undefined) throw new AppError(apiTestingErrors.oneChainSource);
    const suite = await access.openSuite(actor, suiteId, 'edit');
    if (suite.projectId !== projectId) throw new AppError(apiTestingErrors.otherProject);
    if (suite.scriptCount > maxChained) throw tooMany(suite.scriptCount);
    const rows = await scriptsStore.listOfSuite(sql, suiteId);
    const steps = rows.map((row) => stepOfScript(row.id, scriptOfRow(platform.secrets, row)));
    return { title: suite.name, steps };
  };
  return async function open(actor: Actor, source: Source): Promise<Opened> {
    await workspaces.open(actor, source.projectId, 'edit');
    const opened = await read(actor, source);
    const { indexes } = source;
    const steps = indexes ? indexes.flatMap((index) => opened.steps[index] ?? []) : opened.steps;
    if (steps.length === 0) throw new AppError(apiTestingErrors.nothingToChain);
    if (steps.length > maxChained) throw tooMany(steps.length);
    return { ...opened, steps };
  };
}

const tooMany = (count: number) =>
  new AppError(apiTestingErrors.tooManyToChain, { params: { count, most: maxChained } });

function createMake(needs: Needs) {
  const { platform, suites, scripts, suiteVariables, makeFlow, copyVariables } = needs;
  const { sql } = platform.database;
  const makeEnvironments = createMakeEnvironments(needs);

  /** Stores the variables and environments the requests need. */
  const takeVariables = async (
    actor: Actor,
    { projectId, suiteId }: Source,
    madeSuite: string,
    found: Pending | undefined,
    problems: ImportProblem[],
  ): Promise<void> => {
    const { organizationId } = actor;
    if (suiteId) await copyVariables(sql, suiteId, { suiteId: madeSuite, organizationId, projectId });
    if (!found) return;
    // The suite is created for this workflow, so it holds what its requests share, such as the address; environments
    // take precedence.
    const { title, variables } = found.collection;
    await suiteVariables.addMissing(actor, madeSuite, usableVariables(title, variables, problems));
    const rest = { ...found, collection: { ...found.collection, variables: [] } };
    await makeEnvironments(actor, projectId, rest, problems);
  };

  return async function make(
    actor: Actor,
    source: Source & { workflowName: string },
    { steps, pending }: Opened,
    links: readonly AutomapLink[],
  ): Promise<MadeWorkflow> {
    const problems: ImportProblem[] = [];
    const { projectId, workflowName } = source;
    const { nodes, applied } = orderedSteps(steps, links);
    const kept = nodes.flatMap((step) => {
      const script = scriptFromStep({ ...step, group: '' }, problems);
      return script ? [{ step, script }] : [];
    });
    if (kept.length === 0) throw new AppError(apiTestingErrors.nothingToChain);
    const taken = await suitesStore.namesLike(sql, projectId, workflowName);
    const suiteName = taken.some((name) => name.toLowerCase() === workflowName.toLowerCase())
      ? freeName(workflowName, taken)
      : workflowName;
    const { suiteId } = await suites.create(actor, { projectId, suiteName, isChaining: true });
    const ids = await scripts.append(
      actor,
      suiteId,
      kept.map(({ script }) => script),
    );
    await takeVariables(actor, source, suiteId, pending, problems);
    const members = kept.map(({ step, script }, index) => ({
      stepId: step.id,
      scriptId: ids[index] ?? '',
      name: script.scriptName,
    }));
    const document = chainDocument(members, applied);
    const flow = await makeFlow(actor, { projectId, name: workflowName }, document);
    await platform.audit(actor, { action: 'workflow.imported', target: flow.flowId, detail: { scripts: ids.length } });
    return {
      processFlowId: flow.flowId,
      processFlowName: flow.name,
      suiteId,
      suiteName,
      scriptCount: ids.length,
      links: applied.map((link) => ({ ...toContract(link), confidence: link.confidence, reason: link.reason })),
      problems,
    };
  };
}

/** The requests with their links, each moved behind those whose values it uses. Circular links are rejected. */
function orderedSteps(steps: readonly ImportedStep[], links: readonly AutomapLink[]) {
  const ids = new Set(steps.map(({ id }) => id));
  const applied = links.filter(({ from, to }) => ids.has(from.stepId) && ids.has(to.stepId));
  const waiting = new Map(steps.map((step) => [step.id, new Set<string>()]));
  for (const { from, to } of applied) waiting.get(to.stepId)?.add(from.stepId);
  const nodes: ImportedStep[] = [];
  const left = [...applyLinks(steps, applied)];
  while (left.length > 0) {
    const at = left.findIndex(({ id }) => (waiting.get(id)?.size ?? 0) === 0);
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (!next) throw new AppError(apiTestingErrors.circularLinks);
    for (const needed of waiting.values()) needed.delete(next.id);
    nodes.push(next);
  }
  return { nodes, applied };
}
