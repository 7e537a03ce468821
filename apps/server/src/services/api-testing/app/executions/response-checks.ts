import type { HttpStepResult, ReceivedResponse } from '@touchstone/engine-http';
import { defineSlot } from '../../../../platform/slots.ts';

/** A response that came in a functional run. */
export interface CheckedResponse {
  organizationId: string;
  projectId: string;
  scriptId: string;
  /** Who started the run. */
  userId: string;
  response: ReceivedResponse;
  /** Value of a variable as the run has it; undefined where it has none. */
  variable(name: string): string | undefined;
  signal: AbortSignal;
}

/** ResponseCheck lets a service judge the responses of functional runs beside the assertions of a script. */
export interface ResponseCheck {
  /** The scripts of a workspace whose responses it judges, as it is when a run begins. */
  scriptsOf(scope: { organizationId: string; projectId: string }): Promise<ReadonlySet<string>>;
  /** Judges a response; what goes wrong is a failed result, never an exception. */
  judge(given: CheckedResponse): Promise<HttpStepResult['assertions']>;
}

/** Services that judge responses of functional runs add their checks here. */
export const responseChecks = defineSlot<ResponseCheck>('checks of responses');
