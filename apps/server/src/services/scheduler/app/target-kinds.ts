import { AppError } from '@touchstone/kernel';
import type { DescribedTarget, ScheduleTargetKind, TargetScope } from '../domain/target-kind.ts';
import { schedulerErrors } from '../errors.ts';

/** TargetKinds are the kinds of test that jobs can start, as registered by services. */
export class TargetKinds {
  readonly #kinds = new Map<string, ScheduleTargetKind>();

  register(kind: ScheduleTargetKind): void {
    if (this.#kinds.has(kind.kind)) throw new Error(`Two kinds of scheduled tests are named ${kind.kind}.`);
    this.#kinds.set(kind.kind, kind);
  }
  /** The kinds available in a service's workspaces. */
  listFor(service: string): ScheduleTargetKind[] {
    const all = [...this.#kinds.values()];
    const own = all.filter(({ workspaces }) => workspaces === service);
    return own.length > 0 ? own : all.filter(({ workspaces }) => workspaces === undefined);
  }
  find(kind: string): ScheduleTargetKind | undefined {
    return this.#kinds.get(kind);
  }
  get(kind: string): ScheduleTargetKind {
    const found = this.#kinds.get(kind);
    if (!found) throw new AppError(schedulerErrors.unknownTarget, { params: { kind } });
    return found;
  }

  /** The targets of a workspace that exist, by id. */
  async describe(
    scope: TargetScope,
    targets: readonly { targetKind: string; targetId: string }[],
  ): Promise<ReadonlyMap<string, DescribedTarget>> {
    const found = new Map<string, DescribedTarget>();
    for (const name of new Set(targets.map(({ targetKind }) => targetKind))) {
      const ids = targets.filter(({ targetKind }) => targetKind === name).map(({ targetId }) => targetId);
      const described = await this.#kinds.get(name)?.describe(scope, [...new Set(ids)]);
      for (const [id, target] of described ?? []) found.set(id, target);
    }
    return found;
  }

  /**
   * The run configurations referenced by a workspace's targets that have been deleted, as far as their kinds can tell.
   */
  async deletedConfigurations(
    scope: TargetScope,
    targets: readonly { targetKind: string; configurationId: string | null }[],
  ): Promise<ReadonlySet<string>> {
    const deletedIds = new Set<string>();
    for (const [name, of] of Map.groupBy(targets, ({ targetKind }) => targetKind)) {
      const ids = [...new Set(of.flatMap(({ configurationId }) => configurationId ?? []))];
      const found = ids.length > 0 ? await this.#kinds.get(name)?.findConfigurations?.(scope, ids) : undefined;
      for (const id of ids) if (found?.has(id) === false) deletedIds.add(id);
    }
    return deletedIds;
  }
}
