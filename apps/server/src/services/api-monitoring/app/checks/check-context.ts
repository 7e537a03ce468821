import type { MonitorDefinition } from '@touchstone/contracts/api-monitoring';
import type { HttpSessionOptions } from '@touchstone/engine-http';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { type ActsFor, actFor, type UserManagement } from '../../../user-management/index.ts';
import {
  type Actor,
  type Certificates,
  dynamicOptions,
  EnvironmentTokens,
  openCertificates,
  openScopes,
  sessionOptions,
  type Variables,
} from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import type { MonitorRow } from '../../store/monitors.store.ts';

/** How long project data is shared between checks: long enough to be cheap, short enough for changes to show soon. */
const keptMs = 15_000;
const maxKept = 5000;

/** The project data a request needs, and the values that must never be shown. */
export interface CheckContext {
  session: Omit<HttpSessionOptions, 'connections' | 'cookies'>;
  secrets: string[];
}

interface Place {
  organizationId: string;
  projectId: string;
  environmentId: string | null;
}

/** createCheckContexts provides checks with their project's variables and certificates. */
export function createCheckContexts({
  platform,
  users,
  variables,
  certificates,
}: {
  platform: Platform;
  users: UserManagement;
  variables: Variables;
  certificates: Certificates;
}) {
  const kept = new Map<string, { value: Promise<unknown>; untilMs: number }>();
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const nowMs = performance.now();
    const found = kept.get(key);
    if (found && found.untilMs > nowMs) return found.value as Promise<T>;
    if (kept.size >= maxKept) kept.clear();
    const value = read();
    kept.set(key, { value, untilMs: nowMs + keptMs });
    value.catch(() => kept.delete(key));
    return value;
  };

  /** The user on whose behalf a monitor is checked, with their current permissions. */
  const ownerOf = (monitor: Pick<MonitorRow, 'createdBy' | 'organizationId' | 'createdByName'>): Promise<ActsFor> =>
    once(`owner ${monitor.createdBy} ${monitor.organizationId}`, async () => {
      const { createdBy: userId, organizationId, createdByName: name } = monitor;
      const owner = await actFor(users, { userId, organizationId }, { requestId: 'monitor', address: 'monitor' });
      if (!owner) throw new AppError(apiMonitoringErrors.ownerGone, { params: { name } });
      return owner;
    });

  const contextFor = async (
    place: Place,
    definition: MonitorDefinition,
    owner: () => Promise<Actor>,
  ): Promise<CheckContext> => {
    const text = JSON.stringify(definition);
    const usesVariables = text.includes('{{');
    const { organizationId, projectId, environmentId } = place;
    const planned = usesVariables
      ? await once(
          `variables ${projectId} ${environmentId}`,
          async () => (await variables.plan(await owner(), projectId, environmentId ?? undefined)).scopes,
        )
      : [];
    const shown = await once(`certificates ${projectId}`, () => certificates.plan(projectId));
    const { scopes, secrets } = openScopes(platform, planned);
    const usesTokens = 'authentication' in definition && definition.authentication.type === 'oauth2Grant';
    return {
      secrets: [...secrets, ...credentialsOf(definition)],
      session: {
        ...sessionOptions(platform, { organizationId, projectId }),
        ...openCertificates(platform, shown),
        ...(await dynamicOptions(text.includes('{{$'))),
        ...(usesTokens && { tokenCache: new EnvironmentTokens(platform, { projectId, environmentId }) }),
        scopes,
      },
    };
  };
  return { ownerOf, contextFor };
}
/** CheckContexts provides checks with their project's data. */
export type CheckContexts = ReturnType<typeof createCheckContexts>;

/** Values of an authentication that must never be shown. */
function credentialsOf(definition: MonitorDefinition): string[] {
  if (!('authentication' in definition)) return [];
  const open = new Set([
    'type',
    'username',
    'grant',
    'in',
    'algorithm',
    'signatureMethod',
    'key',
    'tokenType',
    'region',
    'service',
  ]);
  return Object.entries(definition.authentication).flatMap(([name, value]) =>
    typeof value === 'string' && !open.has(name) && !value.includes('{{') ? [value] : [],
  );
}
