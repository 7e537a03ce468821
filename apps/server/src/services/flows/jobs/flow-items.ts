import { type FlowPlan, isLastItem } from '@touchstone/engine-flow/core';
import { isFinal, type Run, type Runs } from '../../runs/index.ts';
import { childId } from '../app/runs/child-id.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import type { NodeRow } from '../store/flow-runs.store.ts';
import { startChild } from './start-child.ts';

/** A row of a node that is executed for each row. */
export interface ItemPlace {
  node: string;
  attempt: number;
  item: number;
}

/** The failure of a row whose run could not be started. */
interface ItemFailure {
  item: number;
  message: string;
}

interface Needs {
  runs: Runs;
  organizationId: string;
  runId: string;
  plan: FlowPlan;
  kindOf(node: string): FlowNodeKind | undefined;
  attemptOf(row: NodeRow): FlowAttempt;
}
const runsPerQuery = 500;

/**
 * FlowItems executes nodes for each row of a table. The id of a row's run is derived from node, attempt and row, so
 * none is lost or started twice.
 */
export class FlowItems {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Running rows, by the id of their run. */
  running(rows: Iterable<NodeRow>): Map<string, ItemPlace> {
    const found = new Map<string, ItemPlace>();
    for (const { node, state } of rows)
      for (const item of state.items?.running ?? []) {
        const place = { node, attempt: state.attempt, item };
        found.set(this.#idOf(place), place);
      }
    return found;
  }

  /** Of the running rows: those that have ended, and those without a run. */
  async takeUp(row: NodeRow): Promise<{ ended: [ItemPlace, Run][]; missing: ItemPlace[] }> {
    const places = this.running([row]);
    const runs = await this.#runsOf([...places.keys()]);
    const ended: [ItemPlace, Run][] = [];
    const missing: ItemPlace[] = [];
    for (const [id, place] of places) {
      const run = runs.get(id);
      if (!run) missing.push(place);
      else if (isFinal(run.status)) ended.push([place, run]);
    }
    return { ended, missing };
  }

  /** Starts the run of a row, unless it exists. */
  async start(attempt: FlowAttempt, place: ItemPlace): Promise<void> {
    const kind = this.#needs.kindOf(place.node);
    const row = kind?.rowsOf?.(attempt)[place.item];
    if (!kind?.planItem || !row) throw new Error('Nodes of this kind are no longer executed for each row.');
    const plan = () => kind.planItem!(attempt, { index: place.item, row });
    await startChild(this.#needs.runs, attempt, { runId: this.#idOf(place), plan });
  }

  /** Combines the results of all rows if `last` is the last one to end; otherwise undefined. */
  async gatherAtLast(
    row: NodeRow,
    last: { item: number; outcome: 'passed' | 'failed' },
  ): Promise<AttemptEnd | undefined> {
    const planned = this.#needs.plan.nodes.get(row.node);
    const { items, attempt } = row.state;
    if (!planned || !items || !isLastItem(planned, items, last)) return undefined;
    const ids = Array.from({ length: items.next }, (_, item) => this.#idOf({ node: row.node, attempt, item }));
    const found = await this.#runsOf(ids);
    const runs = new Map(
      ids.flatMap((id, item): [number, Run][] => {
        const run = found.get(id);
        return run ? [[item, run]] : [];
      }),
    );
    const failures = new Map(failuresOf(row).map(({ item, message }) => [item, message]));
    return this.#needs.kindOf(row.node)?.gather?.(this.#needs.attemptOf(row), { runs, failures });
  }

  async cancel(row: NodeRow): Promise<void> {
    const { runs, organizationId } = this.#needs;
    for (const id of this.running([row]).keys()) await runs.cancel(organizationId, id).catch(() => undefined);
  }

  #idOf({ node, attempt, item }: ItemPlace): string {
    return childId(this.#needs.runId, node, attempt, item);
  }

  async #runsOf(runIds: readonly string[]): Promise<Map<string, Run>> {
    const found = new Map<string, Run>();
    for (let first = 0; first < runIds.length; first += runsPerQuery) {
      const page = runIds.slice(first, first + runsPerQuery);
      for (const run of await this.#needs.runs.listByIds(this.#needs.organizationId, page)) found.set(run.runId, run);
    }
    return found;
  }
}

const failuresOf = ({ detail }: Pick<NodeRow, 'detail'>): ItemFailure[] =>
  (detail as { failures?: ItemFailure[] } | null)?.failures ?? [];

/** withFailure returns a node's detail with an additional row whose run could not be started. */
export const withFailure = (row: Pick<NodeRow, 'detail'>, failure: ItemFailure) => ({
  failures: [...failuresOf(row), failure],
});
