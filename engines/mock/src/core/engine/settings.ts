import type { DelayDistribution, StateScope } from '../stub.ts';

/** MockSettings are the settings shared by all stubs of a mock. */
export interface MockSettings {
  /** Milliseconds before every response whose stub sets no delay. */
  fixedDelay?: number | undefined;
  delayDistribution?: DelayDistribution | undefined;
  /** Whether all stubs are templated, including those without the transformer. */
  globalTemplating: boolean;
  /** `{{…}}` escapes HTML characters, as in WireMock before version 3. */
  escapesTemplates: boolean;
  /** Adds CORS headers for browsers on other origins, and answers their preflights. */
  cors: boolean;
  /** Whose state is read and changed by a stub without a scope of its own. */
  stateScope: StateScope;
  /** Requests that no stub matches are forwarded to this address. */
  proxyUnmatched?: string | undefined;
  /** Whether unmatched requests are forwarded; false keeps the address but answers 404. */
  proxyPassThrough: boolean;
  /** Requests that violate the linked description are refused with status 422. */
  strict: boolean;
}

/** defaultSettings are WireMock's defaults. */
export const defaultSettings: MockSettings = {
  globalTemplating: false,
  escapesTemplates: false,
  cors: false,
  stateScope: 'global',
  proxyPassThrough: true,
  strict: false,
};

/** Key in a stub's metadata: refuses requests that violate the description, even if the mock isn't strict. */
export const refusesViolations = 'refusesViolations';

/** upstreamOf returns the address that unmatched requests are forwarded to. */
export const upstreamOf = ({ proxyUnmatched, proxyPassThrough }: MockSettings): string | undefined =>
  proxyPassThrough ? proxyUnmatched : undefined;
