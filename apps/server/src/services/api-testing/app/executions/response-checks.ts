import type { HttpStepResult, ReceivedResponse } from '@touchstone/engine-http';
import { defineSlot } from '../../../../platform/slots.ts';

/** A response received in a functional run. */
export interface CheckedResponse {
  organizationId: string;
  projectId: string;
  scriptId: string;
  /** The user who started the run. */
  userId: string;
  response: ReceivedResponse;
  /** A variable's value in the run; undefined if unset. */
  variable(name: string): string | undefined;
  signal: AbortSignal;
}

/** ResponseCheck lets a service check the responses of functional runs in addition to a script's assertions. */
export interface ResponseCheck {
  /** The scripts of a workspace whose responses are checked, as of the start of a run. */
  scriptsOf(scope: { organizationId: string; projectId: string }): Promise<ReadonlySet<string>>;
  /** Checks a response; an error becomes a failed result, never an exception. */
  judge(given: CheckedResponse): Promise<HttpStepResult['assertions']>;
}

/** Slot for services that check responses of functional runs. */
export const responseChecks = defineSlot<ResponseCheck>('checks of responses');
