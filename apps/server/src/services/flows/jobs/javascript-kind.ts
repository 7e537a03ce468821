import type { FlowNode } from '@touchstone/engine-flow/core';
import type { ScriptRun } from '@touchstone/engine-http';
import { createMask } from '@touchstone/report';
import { engineKind } from '../domain/control-kinds.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { asText, maskTexts, secretTexts, toType } from '../domain/values.ts';
import { openSession, type SessionNeeds } from './attempt-session.ts';

/** The time limit: a script in the sandbox blocks others. */
const longestMs = 10_000;

/**
 * createJavascriptKind returns the kind of node that runs a script in the sandbox: its inputs are variables, its return
 * value becomes the outputs.
 */
export function createJavascriptKind(needs: SessionNeeds): FlowNodeKind {
  return {
    node: engineKind('javascript'),
    title: 'JavaScript',
    description: 'Runs a script. Inputs are variables, what it returns becomes outputs.',
    group: 'data',
    service: 'workflow',
    hasOwnPorts: true,
    ports: { inputs: [], outputs: [{ name: 'result', type: 'json', required: false }] },
    execute: (attempt) => run(needs, attempt),
  };
}

async function run(needs: SessionNeeds, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { node, inputs, signal } = attempt;
  const { code, timeoutMs } = node.settings;
  const { session, secrets } = await openSession(needs, attempt);
  try {
    const limit = typeof timeoutMs === 'number' ? { limitMs: Math.min(timeoutMs, longestMs) } : {};
    const script = { name: node.name, code: asText(code), inputs, ...limit };
    return endOf(node, await session.runScript(script, signal), createMask([...secrets, ...secretTexts(node, inputs)]));
  } finally {
    await session.close();
  }
}

function endOf(
  node: FlowNode,
  { tests, logs, error, returned }: ScriptRun,
  mask: (text: string) => string,
): AttemptEnd {
  const detail = {
    console: logs.map(({ level, text }) => `${level}: ${mask(text)}`),
    ...(tests.length > 0 && {
      tests: tests.map(({ name, passed, message }) => ({ name: mask(name), passed, message: mask(message) })),
    }),
  };
  const failed = (message: string): AttemptEnd => ({ outcome: 'failed', message: mask(message), detail });
  if (error) return failed(error.line === undefined ? error.message : `Line ${error.line}: ${error.message}`);
  const test = tests.find(({ passed }) => !passed);
  if (test) return failed(`${test.name}: ${test.message}`);
  try {
    return { outcome: 'passed', outputs: outputsOf(node, returned, mask), detail };
  } catch (wrong) {
    return failed((wrong as Error).message);
  }
}

/**
 * The value of each declared output: the field of the same name in a returned object; otherwise `result` is the
 * complete return value.
 */
function outputsOf({ outputs }: FlowNode, returned: unknown, mask: (text: string) => string): Record<string, unknown> {
  const fields = typeof returned === 'object' && returned !== null && !Array.isArray(returned) ? returned : {};
  const values: Record<string, unknown> = {};
  for (const { name, type } of outputs) {
    const whole = name === 'result' ? returned : undefined;
    const value = Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : whole;
    if (value === undefined) continue;
    try {
      const typed = toType(value, type);
      values[name] = type === 'secret' ? typed : maskTexts(typed, mask);
    } catch (error) {
      throw new Error(`The output "${name}": ${(error as Error).message}`);
    }
  }
  return values;
}
