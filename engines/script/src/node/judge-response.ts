import type { AssertionResult } from '@touchstone/engine-assert/core';
import { assertionOfFailure, assertionOfTest } from '../core/script-assertions.ts';
import type { ScriptContext, ScriptResponse } from '../core/script-types.ts';
import { sharedScriptRunner } from './script-runner.ts';
import { simpleScriptOf } from './simple/simple-script.ts';

/** ResponseJudge is a test script that only reads the response. */
export interface ResponseJudge {
  /** Undefined if this response needs the sandbox. */
  sync(response: ScriptResponse): AssertionResult[] | undefined;
  /** Judges in the sandbox; doesn't reject. */
  inSandbox(response: ScriptResponse): Promise<AssertionResult[]>;
}

/** responseJudgeOf returns a test script's judge; undefined if the script needs or does more. */
export function responseJudgeOf(code: string): ResponseJudge | undefined {
  const script = simpleScriptOf(code);
  if (script === undefined) return undefined;
  return {
    sync: (response) => script(response)?.map(assertionOfTest),
    inSandbox: async (response) => {
      const { tests, error } = await sharedScriptRunner().run({ code, kind: 'test', context: contextOf(response) });
      return [...tests.map(assertionOfTest), ...(error === undefined ? [] : [assertionOfFailure(error)])];
    },
  };
}

function contextOf(response: ScriptResponse): ScriptContext {
  return {
    info: { requestName: '', requestId: '', iteration: 0, iterationCount: 1 },
    variables: { environment: {}, globals: {}, collection: {}, local: {}, data: {} },
    request: { method: 'GET', url: '', headers: [], body: { mode: 'none' } },
    response,
    cookies: [],
  };
}
