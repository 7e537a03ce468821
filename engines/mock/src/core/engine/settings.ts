import type { DelayDistribution, StateScope } from '../stub.ts';

/** MockSettings are what holds for all stubs of a mock. */
export interface MockSettings {
  /** Milliseconds before every answer whose stub names no delay. */
  fixedDelay?: number | undefined;
  delayDistribution?: DelayDistribution | undefined;
  /** Every stub is templated, whether it asks for it or not. */
  globalTemplating: boolean;
  /** `{{…}}` escapes the characters of HTML, as in WireMock's versions before 3. */
  escapesTemplates: boolean;
  /** Answers browsers of other origins, and their preflights. */
  cors: boolean;
  /** Whose state a stub without a scope of its own reads and changes. */
  stateScope: StateScope;
  /** Requests that no stub matches are sent on to this address. */
  proxyUnmatched?: string | undefined;
  /** Whether they are; false leaves the address as it is and answers 404. */
  proxyPassThrough: boolean;
  /** Requests that violate the linked description are refused with status 422. */
  strict: boolean;
}

/** defaultSettings are those of WireMock. */
export const defaultSettings: MockSettings = {
  globalTemplating: false,
  escapesTemplates: false,
  cors: false,
  stateScope: 'global',
  proxyPassThrough: true,
  strict: false,
};

/** Name in the metadata of a stub: requests that violate the description are refused, as those of all stubs are where the mock is strict. */
export const refusesViolations = 'refusesViolations';

/** upstreamOf gives the address that requests go to which no stub matches. */
export const upstreamOf = ({ proxyUnmatched, proxyPassThrough }: MockSettings): string | undefined =>
  proxyPassThrough ? proxyUnmatched : undefined;
