import type { ScriptContext, ScriptKind } from '../script-types.ts';
import type { Calls } from './channel.ts';
import type { Kit, PropertyList, SdkRequest, SdkResponse } from './kit.ts';
import type { Scopes } from './scopes.ts';
import { requestSender } from './send-request.ts';
import type { TestResults } from './test-results.ts';

/** What a script sets for the order of requests. */
export interface Flow {
  next: string | null | undefined;
  skip: boolean;
}

interface PmParts {
  kit: Kit;
  kind: ScriptKind;
  context: ScriptContext;
  scopes: Scopes;
  tests: TestResults;
  calls: Calls;
  request: SdkRequest;
  response: SdkResponse | undefined;
  cookies: PropertyList;
  flow: Flow;
}

/** The global `pm`. Functions that need a Postman account exist too, and say why they do nothing here. */
export function createPm({ kit, kind, context, scopes, tests, calls, request, response, cookies, flow }: PmParts) {
  const { info } = context;
  const setNextRequest = (name: unknown) => {
    flow.next = name === null ? null : String(name);
  };
  const send = requestSender(kit, scopes, calls);
  const test = Object.assign(
    (name: unknown, body: unknown) => {
      tests.run(name, body);
      return pm;
    },
    {
      skip: () => {
        tests.skip();
        return pm;
      },
      index: () => tests.count,
    },
  );
  const pm = {
    info: {
      eventName: kind === 'test' ? 'test' : 'prerequest',
      iteration: info.iteration,
      iterationCount: info.iterationCount,
      requestName: info.requestName,
      requestId: info.requestId,
    },
    environment: scopes.environment,
    globals: scopes.globals,
    collectionVariables: scopes.collection,
    variables: scopes.variables,
    iterationData: scopes.data,
    request,
    ...(response === undefined ? {} : { response }),
    cookies,
    test,
    expect: kit.expect,
    sendRequest: (given: unknown, callback?: unknown) => send(given, callback) ?? pm,
    setNextRequest,
    execution: {
      setNextRequest,
      skipRequest: () => {
        if (kind === 'test') throw new TypeError('pm.execution.skipRequest is not a function');
        flow.skip = true;
        tests.close();
      },
      runRequest: () => elsewhere('pm.execution.runRequest', 'It runs requests that are stored at Postman.'),
      location: Object.assign([...(info.path ?? [info.requestName])], { current: info.requestName }),
    },
    visualizer: { set: setVisualizer, clear: () => undefined },
    require: (name: unknown) => {
      throw new Error(
        `pm.require('${String(name)}') is not available here: packages of Postman's library are stored at Postman. Copy its code into the script.`,
      );
    },
    vault: Object.fromEntries(
      ['get', 'set', 'unset'].map((name) => [
        name,
        () =>
          elsewhere(`pm.vault.${name}`, 'The vault is stored at Postman. Use a secret variable of the environment.'),
      ]),
    ),
  };
  return pm;
}

async function elsewhere(name: string, why: string): Promise<never> {
  throw new Error(`${name} is not available here: ${why}`);
}

/** Draws nothing, but rejects what Postman rejects. */
function setVisualizer(template: unknown, data?: unknown, options?: unknown): void {
  if (typeof template !== 'string')
    throw new Error(`Invalid template. Template must be of type string, found ${typeof template}`);
  if (data && typeof data !== 'object') throw new Error(`Invalid data. Data must be an object, found ${typeof data}`);
  if (options && typeof options !== 'object')
    throw new Error(`Invalid options. Options must be an object, found ${typeof options}`);
}
