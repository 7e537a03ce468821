import { setImmediate as turn } from 'node:timers/promises';
import {
  type AddressPolicy,
  type AddressPolicyOptions,
  createAddressPolicy,
  type DynamicValueSource,
  type HttpSessionOptions,
  type VariableScopes,
} from '@touchstone/engine-http';
import type { Platform } from '../../../platform/platform.ts';
import { type PlannedCertificate, toClientCertificate } from '../domain/certificate-files.ts';
import type { PlannedVariable } from './sealed-variables.ts';

/** addressPolicyOf returns the policy for which addresses users' tests may reach. */
export const addressPolicyOf = (platform: Platform): AddressPolicy =>
  createAddressPolicy(addressPolicyOptions(platform));

/** addressPolicyOptions options of that policy; the product's own database can never be reached. */
export function addressPolicyOptions({ config, databaseAddresses }: Platform): AddressPolicyOptions {
  return {
    mode: config.ADDRESS_POLICY,
    allow: config.ADDRESS_ALLOW,
    deny: config.ADDRESS_DENY,
    denyPorts: databaseAddresses.list(),
  };
}

/**
 * sessionOptions returns the options every session shares: the address policy, time limits, and the files uploaded to
 * its workspace, if it has one. With a run, the installation's mocks are told which step calls them: `stepId`, or the
 * engine's step.
 */
export function sessionOptions(
  platform: Platform,
  {
    organizationId,
    projectId,
    runId,
    stepId,
  }: { organizationId: string; projectId: string | undefined; runId?: string; stepId?: string | null },
): Omit<HttpSessionOptions, 'scopes'> {
  return {
    clock: platform.clock,
    addressPolicy: addressPolicyOf(platform),
    mark: platform.engineMark,
    ...(runId !== undefined && {
      reference: (url, sent) =>
        platform.stepReferences.headerFor(url, { organizationId, runId, stepId: stepId ?? sent }),
    }),
    expressionLimitMs: platform.config.EXPRESSION_LIMIT_MS,
    scriptLimitMs: platform.config.SCRIPT_LIMIT_MS,
    ...(projectId !== undefined && {
      files: {
        async open(fileId) {
          const file = await platform.files.open(organizationId, fileId, `project:${projectId}`);
          return { stream: file.stream, sizeBytes: file.sizeBytes, fileName: file.name, contentType: file.contentType };
        },
      },
    }),
  };
}

/** openCertificates opens planned client certificates, to be presented by host. */
export function openCertificates(
  platform: Platform,
  planned: readonly PlannedCertificate[] = [],
): Pick<HttpSessionOptions, 'tls'> {
  if (planned.length === 0) return {};
  const clientCertificates = planned.map(({ domain, sealed }) =>
    toClientCertificate(domain, JSON.parse(platform.secrets.open(sealed.value, sealed.place))),
  );
  return { tls: { clientCertificates } };
}

let dynamicValues: Promise<DynamicValueSource> | undefined;

/** dynamicOptions loads the generators of dynamic names on first use: they are large, and most runs don't need them. */
export async function dynamicOptions(wanted: boolean | undefined): Promise<{ dynamicValues?: DynamicValueSource }> {
  if (!wanted) return {};
  dynamicValues ??= import('@touchstone/engine-data').then(async ({ loadDynamicValues }) => {
    const loaded = await loadDynamicValues();
    // Loading them has blocked the event loop for a turn, so yield before they are used.
    await turn();
    return loaded;
  });
  return { dynamicValues: await dynamicValues };
}

/** openScopes opens the sealed values of planned variables; `secrets` are the values that must never be shown. */
export function openScopes(
  platform: Platform,
  planned: PlannedVariable[][],
): { scopes: VariableScopes; secrets: string[] } {
  const secrets: string[] = [];
  const scopes = planned.map((scope) => {
    const values: Record<string, string> = {};
    for (const variable of scope) {
      const value = variable.sealedAt ? platform.secrets.open(variable.value, variable.sealedAt) : variable.value;
      if (variable.sealedAt) secrets.push(value);
      values[variable.name] = value;
    }
    return values;
  });
  return { scopes: [...scopes, { $serverUrl: platform.config.publicUrl }], secrets };
}

/**
 * LoadTransport is how requests of a workspace reach their targets, for programs that send them from their own threads.
 */
export interface LoadTransport extends Pick<HttpSessionOptions, 'files' | 'mark' | 'tls'> {
  addressPolicy: AddressPolicyOptions;
}

/** loadTransport returns what a runner with its own threads needs of a workspace. */
export function loadTransport(
  platform: Platform,
  place: { organizationId: string; projectId: string },
  planned: readonly PlannedCertificate[],
): LoadTransport {
  const { files } = sessionOptions(platform, place) as Pick<HttpSessionOptions, 'files'>;
  return {
    addressPolicy: addressPolicyOptions(platform),
    mark: platform.engineMark,
    ...(files && { files }),
    ...openCertificates(platform, planned),
  };
}
