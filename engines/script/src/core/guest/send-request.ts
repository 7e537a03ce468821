import type { ScriptRequest, ScriptResponse } from '../script-types.ts';
import type { Calls } from './channel.ts';
import type { Kit, SdkResponse } from './kit.ts';
import { plainRequest } from './request.ts';
import { cookiesOf, openResponse } from './response.ts';
import type { Scopes } from './scopes.ts';

type Callback = (error: Error | null, response: SdkResponse, history?: object) => unknown;

/** `pm.sendRequest` in both forms; the host sends, subject to its address policy. */
export function requestSender(kit: Kit, scopes: Scopes, calls: Calls) {
  const { sdk, expect } = kit;
  const start = (given: unknown, settle: Callback) => {
    const request = resolved(plainRequest(sdk, given), scopes);
    calls.request(request, ({ response, error }) => {
      const received = response as ScriptResponse | undefined;
      const shown = openResponse(sdk, received, expect);
      if (error !== undefined) settle(new Error(error), shown);
      else settle(null, shown, { cookies: cookiesOf(sdk, received) });
    });
  };
  return (given: unknown, callback?: unknown): Promise<SdkResponse> | undefined => {
    if (!given) {
      const problem = new Error('sendrequest: nothing to request');
      if (typeof callback !== 'function') return Promise.reject(problem);
      (callback as Callback)(problem, openResponse(sdk, undefined, expect));
      return undefined;
    }
    if (typeof callback === 'function') {
      start(given, callback as Callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      start(given, (error, response) => (error === null ? resolve(response) : reject(error)));
    });
  };
}

/** The request with its variables replaced; the host knows no more of them than the script. */
function resolved(request: ScriptRequest, scopes: Scopes): ScriptRequest {
  return JSON.stringify(request).includes('{{') ? (scopes.variables.replaceIn(request) as ScriptRequest) : request;
}
