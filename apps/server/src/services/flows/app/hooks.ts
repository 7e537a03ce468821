import { createHash, randomBytes } from 'node:crypto';
import { canWrite, routePrefix } from '@touchstone/contracts';
import { type FlowHook, flowRoutes, maxHookBytes, type NewFlowHook } from '@touchstone/contracts/flows';
import { AppError, formatBytes, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { derivedId } from '../../../platform/derived-id.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs, RunViewer } from '../../runs/index.ts';
import { actFor, type UserManagement } from '../../user-management/index.ts';
import { flowRunKind } from '../domain/flow-run-plan.ts';
import { hookVariables } from '../domain/hook-variables.ts';
import { flowErrors } from '../errors.ts';
import { type HookRow, hooksStore } from '../store/hooks.store.ts';
import type { Configurations } from './configurations.ts';
import type { OpenFlow } from './open-flow.ts';

const maxHooks = 20;
const longestKey = 200;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const { service, path } = flowRoutes.callHook;

/** The content of a call. */
export interface HookCall {
  token: string;
  body: unknown;
  idempotencyKey: string | undefined;
  requestId: string;
  address: string;
}

interface Needs {
  platform: Platform;
  runs: Runs;
  users: UserManagement;
  configurations: Configurations;
  openFlow: OpenFlow;
}

/** createHooks manages hooks, which are addresses that start workflows, and handles their calls. */
export function createHooks({ platform, runs, users, configurations, openFlow }: Needs) {
  const { sql } = platform.database;
  const start = createStartByHook({ runs, users, openFlow });

  return {
    async list(caller: RunViewer, flowId: string): Promise<FlowHook[]> {
      await openFlow(caller, flowId, 'view');
      return (await hooksStore.list(sql, flowId)).map(toHook);
    },

    async create(
      caller: RunViewer,
      flowId: string,
      { name, configurationId }: { name: string; configurationId: string | null },
    ): Promise<NewFlowHook> {
      const { projectId } = await openFlow(caller, flowId, 'edit');
      if (configurationId !== null) await configurations.ofRun(caller, projectId, configurationId);
      const token = randomBytes(32).toString('base64url');
      const row = {
        id: newId(),
        organizationId: caller.organizationId,
        flowId,
        name,
        tokenHash: hashOf(token),
        configurationId,
        createdBy: caller.userId,
        createdByName: caller.name,
        createdAt: platform.clock.now(),
        lastCalledAt: null,
        lastRunId: null,
        lastProblem: null,
      };
      const limit = { place: `hooks of ${flowId}`, most: maxHooks, full: flowErrors.tooManyHooks };
      await platform.database.transaction(async (tx) => {
        await assertRoom(tx, limit, async () => (await hooksStore.list(tx, flowId)).length);
        await hooksStore.insert(tx, row);
      });
      await platform.audit(caller, { action: 'workflow-hook.created', target: row.id, detail: { flowId, name } });
      const address = `${platform.config.publicUrl}${routePrefix(service)}${path.replace('{token}', token)}`;
      return { ...toHook(row), token, address };
    },

    async revoke(caller: RunViewer, flowId: string, hookId: string): Promise<void> {
      await openFlow(caller, flowId, 'edit');
      const row = await hooksStore.delete(sql, flowId, hookId);
      if (!row) throw new AppError(flowErrors.hookNotFound);
      const detail = { flowId, name: row.name };
      await platform.audit(caller, { action: 'workflow-hook.revoked', target: hookId, detail });
    },

    /** Starts the workflow of a token. Repeating the idempotency key returns the same run. */
    async call(call: HookCall): Promise<{ runId: string }> {
      const hook = await hooksStore.findByToken(sql, hashOf(call.token));
      const isKnown = hook && (await users.isActiveOrganization(hook.organizationId));
      if (!isKnown) throw new AppError(flowErrors.hookNotFound);
      assertCall(call);
      const lastCalledAt = platform.clock.now();
      try {
        const runId = await start(hook, call);
        await hooksStore.called(sql, hook.id, { lastCalledAt, lastProblem: null, lastRunId: runId });
        return { runId };
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        await hooksStore.called(sql, hook.id, { lastCalledAt, lastProblem: error.message });
        throw new AppError(flowErrors.hookRefused, { params: { reason: error.message }, cause: error });
      }
    },
  };
}
export type Hooks = ReturnType<typeof createHooks>;

/** Starts the workflow of a hook on behalf of its creator, with their current permissions. */
function createStartByHook({ runs, users, openFlow }: Pick<Needs, 'runs' | 'users' | 'openFlow'>) {
  return async (hook: HookRow, { body, idempotencyKey, requestId, address }: HookCall): Promise<string> => {
    const { organizationId, createdBy: userId, flowId, configurationId, name } = hook;
    const owner = await actFor(users, { userId, organizationId }, { requestId, address });
    if (!owner) throw new AppError(flowErrors.hookOwnerGone);
    const { projectId } = await openFlow({ ...owner, workspaceAccess: canWrite }, flowId, 'edit');
    const runId = idempotencyKey === undefined ? newId() : derivedId([hook.id, idempotencyKey]);
    const input = { projectId, flowId, variables: hookVariables(body), ...(configurationId && { configurationId }) };
    return (await runs.start(owner, flowRunKind, input, { label: name, commit: null }, { runId })).runId;
  };
}

function assertCall({ body, idempotencyKey }: HookCall): void {
  if (Buffer.byteLength(JSON.stringify(body ?? null)) > maxHookBytes)
    throw new AppError(flowErrors.webhookTooLarge, { params: { limit: formatBytes(maxHookBytes) } });
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > longestKey))
    throw new AppError(flowErrors.invalidKey);
}

const toHook = ({ tokenHash: _hash, organizationId: _organization, id, ...row }: HookRow): FlowHook => ({
  ...row,
  hookId: id,
  createdAt: row.createdAt.toISOString(),
  lastCalledAt: row.lastCalledAt?.toISOString() ?? null,
});
