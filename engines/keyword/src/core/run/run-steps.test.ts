import { FakeClock } from '@touchstone/kernel';
import { describe, expect, it, test } from 'vitest';
import { at, FakeDriver, step } from '../../testing/index.ts';
import type { KeywordFunction, Step } from '../step.ts';
import type { RunEvent } from './run-event.ts';
import type { RunPorts } from './run-plan.ts';
import { runSteps } from './run-steps.ts';

interface Played {
  lines: string[];
  events: RunEvent[];
  result: Awaited<ReturnType<typeof runSteps>>;
  driver: FakeDriver;
}

async function run(
  steps: Step[],
  { prepare, ...ports }: Partial<RunPorts> & { prepare?: (driver: FakeDriver) => void } = {},
): Promise<Played> {
  const clock = new FakeClock();
  const driver = new FakeDriver(clock);
  prepare?.(driver);
  const events: RunEvent[] = [];
  const result = await runSteps(
    { steps, timeoutMs: 5000 },
    { driver, variables: {}, functions: [], rows: [], clock, report: (event) => void events.push(event), ...ports },
  );
  return { lines: driver.lines, events, result, driver };
}

const finished = (events: RunEvent[]) => events.filter((event) => event.type === 'stepFinished');
const statuses = (events: RunEvent[]) => finished(events).map((event) => `${event.step.keyword} ${event.status}`);
const click = (name: string, given: Partial<Step> = {}) => step('click', {}, { target: at(name), ...given });
const failed = { status: 'failed', message: 'Nope.' } as const;
const condition = (left: string, operator: string, right: string) => ({ left, operator, right });

test("a query is unchanged, and its variables' values are passed separately", async () => {
  const query = "select * from person where name = {{name}} and id in ({{ ids }}, '{}')";
  const { driver } = await run([step('runSql', { connection: '{{db}}', query })], {
    variables: { name: "O'Brien", ids: '7', db: 'Shop' },
  });
  expect(driver.calls[0]).toMatchObject({ args: { connection: 'Shop', query }, values: { name: "O'Brien", ids: '7' } });
  const { result } = await run([step('runSql', { connection: 'Shop', query })]);
  expect(result.message).toContain('The variable name has no value.');
});

describe('which steps run', () => {
  const cases: { name: string; steps: Step[]; variables?: Record<string, string>; expected: string[] }[] = [
    { name: 'one after the other', steps: [click('a'), click('b')], expected: ['click a left 1', 'click b left 1'] },
    {
      name: 'with variables filled in, defaults too',
      steps: [step('setText', { value: 'Dear {{ name }}' }, { target: at('{{field}}') })],
      variables: { name: 'Ada', field: 'email' },
      expected: ['setText email Dear Ada'],
    },
    {
      name: 'without what is switched off',
      steps: [click('a', { isEnabled: false }), click('b')],
      expected: ['click b left 1'],
    },
    {
      name: 'the branch of a condition that holds',
      steps: [
        step('if', condition('{{n}}', 'is greater than', '9'), { steps: [click('yes')], otherwise: [click('no')] }),
      ],
      variables: { n: '10' },
      expected: ['click yes left 1'],
    },
    {
      name: 'the other branch',
      steps: [step('if', condition('abc', 'matches', '^b'), { steps: [click('yes')], otherwise: [click('no')] })],
      expected: ['click no left 1'],
    },
    {
      name: 'a loop over values',
      steps: [step('forEach', { values: 'red\n\n blue ', variable: 'colour' }, { steps: [click('{{colour}}')] })],
      expected: ['click red left 1', 'click blue left 1'],
    },
    {
      name: 'a loop while a condition holds',
      steps: [
        step('setVariable', { variable: 'x', value: '' }),
        step('while', condition('{{x}}', 'does not equal', 'aaa'), {
          steps: [step('setVariable', { variable: 'x', value: '{{x}}a' }), click('{{x}}')],
        }),
      ],
      expected: ['click a left 1', 'click aa left 1', 'click aaa left 1'],
    },
    {
      name: 'code with braces of its own',
      steps: [step('runJavaScript', { code: 'return {{a}} + {{ b: 1 }}' })],
      variables: { a: '2' },
      expected: ['runJavaScript return 2 + {{ b: 1 }}'],
    },
    {
      name: 'nothing after stop, also out of loops',
      steps: [step('forEach', { values: '1\n2' }, { steps: [click('a'), step('stop')] }), click('b')],
      expected: ['click a left 1'],
    },
  ];
  it.each(cases)('$name', async ({ steps, variables = {}, expected }) => {
    const { lines, result } = await run(steps, { variables });
    expect(lines).toEqual(expected);
    expect(result).toMatchObject({ status: 'passed' });
  });

  it('iterates over the rows of the data table, with each column as a variable', async () => {
    const rows = [
      { user: 'ada', city: 'London' },
      { user: 'max', city: 'Bonn' },
    ];
    const { lines, events } = await run(
      [
        step(
          'forEach',
          {},
          { id: 'loop', steps: [step('setText', { value: '{{city}}' }, { target: at('{{user}}') })] },
        ),
      ],
      { rows },
    );
    expect(lines).toEqual(['setText ada London', 'setText max Bonn']);
    expect(
      finished(events).map(({ step: { keyword }, sequence, parent, path, iteration }) => ({
        keyword,
        sequence,
        parent,
        path,
        iteration,
      })),
    ).toEqual([
      { keyword: 'setText', sequence: 2, parent: 1, path: ['loop'], iteration: 1 },
      { keyword: 'setText', sequence: 3, parent: 1, path: ['loop'], iteration: 2 },
      { keyword: 'forEach', sequence: 1, parent: null, path: [], iteration: null },
    ]);
  });

  it('asks the driver for element states', async () => {
    const { lines, driver } = await run(
      [
        step('while', { state: 'visible' }, { target: at('more'), steps: [click('more')] }),
        step('if', { state: 'checked' }, { target: at('box'), steps: [click('box')], otherwise: [click('other')] }),
      ],
      { prepare: (fake) => fake.answerStates(true, true, false, true) },
    );
    expect(lines).toEqual(['click more left 1', 'click more left 1', 'click box left 1']);
    expect(driver.questions.map(({ state }) => state)).toEqual(['visible', 'visible', 'visible', 'checked']);
  });

  it('stores values that were read', async () => {
    const { result, events } = await run(
      [
        step('storeText', { variable: 'total' }, { target: at('sum') }),
        step('setVariable', { variable: 'twice', value: '{{total}}{{total}}' }),
      ],
      { prepare: (fake) => fake.answer('sum', { value: '9.90' }) },
    );
    expect(result.variables).toEqual({ total: '9.90', twice: '9.909.90' });
    expect(finished(events)[0]).toMatchObject({ message: 'total is now "9.90".' });
  });
});

describe('a failure', () => {
  it('ends the script and skips the rest', async () => {
    const { events, result } = await run([click('bad'), click('b')], { prepare: (fake) => fake.answer('bad', failed) });
    expect(statuses(events)).toEqual(['click failed', 'click skipped']);
    expect(result).toMatchObject({
      status: 'failed',
      message: 'Nope.',
      counts: { passed: 0, failed: 1, error: 0, skipped: 1 },
    });
  });

  it('lets the script continue if the step says so, and fails it in the end', async () => {
    const { lines, events, result } = await run([click('bad', { onFailure: 'continue' }), click('b')], {
      prepare: (fake) => fake.answer('bad', failed),
    });
    expect(lines).toHaveLength(2);
    expect(statuses(events)).toEqual(['click failed', 'click passed']);
    expect(result).toMatchObject({ status: 'failed', message: 'Nope.' });
  });

  it('fails the container of a soft failure, even if the script ends itself later', async () => {
    const { events, result } = await run(
      [
        step('if', condition('a', 'equals', 'a'), { steps: [click('bad', { onFailure: 'continue' }), click('b')] }),
        step('stop', { reason: 'Enough.' }),
      ],
      { prepare: (fake) => fake.answer('bad', failed) },
    );
    expect(statuses(events)).toEqual(['click failed', 'click passed', 'if failed', 'stop passed']);
    expect(result.status).toBe('failed');
  });

  it.each<[string, Step]>([
    [
      'a loop over values that ends the script in a later round',
      step(
        'forEach',
        { values: '1\n2', variable: 'n' },
        {
          steps: [
            step('if', condition('{{n}}', 'equals', '2'), { steps: [step('stop')] }),
            click('bad', { onFailure: 'continue' }),
          ],
        },
      ),
    ],
    [
      'a loop over a condition that ends the script in a later round',
      step('while', condition('{{n}}', 'does not equal', '3'), {
        steps: [
          step('if', condition('{{n}}', 'equals', '2'), { steps: [step('stop')] }),
          click('bad', { onFailure: 'continue' }),
          step('setVariable', { variable: 'n', value: '2' }),
        ],
      }),
    ],
    [
      'a loop whose later rounds pass',
      step('forEach', { values: 'bad\ngood', variable: 'n' }, { steps: [click('{{n}}', { onFailure: 'continue' })] }),
    ],
    ['a function', step('callFunction', { function: 'pay' })],
  ])('is kept by %s', async (_what, container) => {
    const { result } = await run([container], {
      variables: { n: '1' },
      functions: [
        { name: 'pay', inputs: [], outputs: [], steps: [click('bad', { onFailure: 'continue' }), click('b')] },
      ],
      prepare: (fake) => fake.answer('bad', failed),
    });
    expect(result).toMatchObject({ status: 'failed', message: 'Nope.' });
  });

  it('is retried, and each attempt is reported', async () => {
    const { events, result } = await run([click('flaky', { onFailure: 'retry', retries: 3 })], {
      prepare: (fake) => fake.answer('flaky', failed, failed, {}),
    });
    expect(finished(events)[0]).toMatchObject({
      status: 'passed',
      isFlaky: true,
      durationMs: 30,
      attempts: [
        { status: 'failed', message: 'Nope.', durationMs: 10 },
        { status: 'failed', message: 'Nope.', durationMs: 10 },
        { status: 'passed', message: '', durationMs: 10 },
      ],
    });
    expect(result).toMatchObject({ status: 'passed', isFlaky: true, counts: { passed: 1, failed: 0 } });
  });

  it('ends the script after the last attempt, at most the eleventh', async () => {
    const { lines, result } = await run([click('bad', { onFailure: 'retry', retries: 99 }), click('b')], {
      prepare: (fake) => fake.answer('bad', failed),
    });
    expect(lines).toHaveLength(11);
    expect(result).toMatchObject({ status: 'failed', isFlaky: false });
  });

  it('retries a container as a whole', async () => {
    const { lines } = await run(
      [
        step(
          'tryCatch',
          {},
          {
            steps: [
              step('if', condition('a', 'equals', 'a'), {
                onFailure: 'retry',
                retries: 1,
                steps: [click('a'), click('bad')],
              }),
            ],
          },
        ),
      ],
      { prepare: (fake) => fake.answer('bad', failed, {}) },
    );
    expect(lines).toEqual(['click a left 1', 'click bad left 1', 'click a left 1', 'click bad left 1']);
  });

  it('is caught, and its message can be used', async () => {
    const { lines, events, result } = await run(
      [
        step(
          'tryCatch',
          { variable: 'why' },
          {
            steps: [click('bad'), click('never')],
            otherwise: [step('setText', { value: '{{why}}' }, { target: at('note') })],
          },
        ),
        click('after'),
      ],
      { prepare: (fake) => fake.answer('bad', failed) },
    );
    expect(lines).toEqual(['click bad left 1', 'setText note Nope.', 'click after left 1']);
    expect(statuses(events)).toEqual([
      'click failed',
      'click skipped',
      'setText passed',
      'tryCatch passed',
      'click passed',
    ]);
    expect(result.status).toBe('passed');
  });

  it.each<[string, Step, string]>([
    ['a driver that throws', click('throws'), 'The browser is gone.'],
    ['a missing variable', step('openUrl', { url: '{{nowhere}}' }), 'The variable nowhere has no value.'],
    ['an unknown keyword', step('fly'), 'There is no keyword fly.'],
    ['no element', step('click'), 'Click needs an element.'],
    ['no address', step('openUrl'), 'Open URL needs a value for "Address".'],
    ['numbers that are none', step('if', condition('ten', 'is less than', '9')), '"ten" is not a number'],
    ['a bad pattern', step('if', condition('a', 'matches', '(')), 'The regular expression ( is not valid'],
    [
      'an endless loop',
      step('while', { ...condition('a', 'equals', 'a'), max: '3' }, { steps: [click('a')] }),
      'The condition still holds after 3 repetitions.',
    ],
    ['a loop without a bound', step('while', { ...condition('a', 'equals', 'a'), max: '10001' }), 'from 1 to 10000'],
    ['too many rounds', step('forEach', { values: 'x\n'.repeat(10_001) }), 'a loop has at most 10000 rounds'],
    ['an unknown function', step('callFunction', { function: 'sing' }), 'There is no function "sing".'],
    ['a script that fails itself', step('stop', { reason: 'Out of stock.', result: 'failed' }), 'Out of stock.'],
    ['a state that cannot be told', step('if', {}, { target: at('x') }), 'Two elements.'],
  ])('explains what is wrong: %s', async (_name, wrong, message) => {
    const { result } = await run([wrong], {
      prepare: (fake) => fake.answer('throws', new Error('The browser is gone.')).answerStates('Two elements.'),
    });
    expect(result.status).not.toBe('passed');
    expect(result.message).toContain(message);
  });
});

describe('functions', () => {
  const signIn: KeywordFunction = {
    name: 'sign in',
    inputs: ['user'],
    outputs: ['greeting'],
    steps: [
      step('setText', { value: '{{user}} {{base}}' }, { target: at('user') }),
      step('storeText', { variable: 'greeting' }, { target: at('hello') }),
    ],
  };
  const call = (inputs: string, outputs = 'said=greeting') =>
    step('callFunction', { function: 'sign in', inputs, outputs }, { id: 'call' });

  it('have their own variables and return outputs', async () => {
    const { lines, result, events } = await run(
      [step('setVariable', { variable: 'who', value: 'ada\nuser=eve' }), call('user={{who}}')],
      {
        functions: [signIn],
        variables: { base: 'b' },
        prepare: (fake) => fake.answer('hello', { value: 'Hello' }),
      },
    );
    expect(lines[0]).toBe('setText user ada\nuser=eve b');
    expect(result.variables).toEqual({ who: 'ada\nuser=eve', said: 'Hello' });
    expect(finished(events)[1]).toMatchObject({ path: ['call'], parent: 2 });
  });

  it.each([
    ['user=a\nage=3', 'said=greeting', 'has no input age'],
    ['', 'said=greeting', 'needs a value for its input user'],
    ['user=a', 'said=farewell', 'did not set its output farewell'],
  ])('reject invalid calls: %s, %s', async (inputs, outputs, message) => {
    const { result } = await run([step('setVariable', { variable: 'user', value: 'own' }), call(inputs, outputs)], {
      functions: [signIn],
      variables: { base: 'b' },
    });
    expect(result).toMatchObject({ status: 'error' });
    expect(result.message).toContain(message);
  });

  it('end at fifty nested calls', async () => {
    const endless: KeywordFunction = {
      name: 'endless',
      inputs: [],
      outputs: [],
      steps: [click('a'), step('callFunction', { function: 'endless' })],
    };
    const { lines, result } = await run([step('callFunction', { function: 'endless' })], { functions: [endless] });
    expect(lines).toHaveLength(50);
    expect(result.message).toContain('Check whether "endless" calls itself');
  });
});

describe('reports', () => {
  it('hide secrets in every text, plain and encoded', async () => {
    const secret = 'p&ss "word"';
    const { events, result } = await run([step('setText', { value: '{{password}}' }, { target: at('field') })], {
      variables: { password: secret },
      secrets: [secret, ''],
      prepare: (fake) =>
        fake.answer('field', {
          status: 'failed',
          message: `Got ${secret}.`,
          expected: encodeURIComponent(secret),
          actual: JSON.stringify({ secret }),
          locatorUsed: { by: 'text', value: secret },
          log: [{ kind: 'console', level: 'info', text: `log ${secret}` }],
          evidence: [{ name: secret, mediaType: 'text/plain', bytes: new Uint8Array() }],
        }),
    });
    expect(JSON.stringify([events, result.message])).not.toMatch(/ss.{1,5}word/);
    expect(finished(events)[0]).toMatchObject({ message: 'Got ••••.', actual: '{"secret":"••••"}' });
    expect(events[0]).toMatchObject({ args: { value: '••••' } });
  });

  it('include pictures if the step says so', async () => {
    const { events, driver } = await run(
      [
        click('a', { evidence: 'always' }),
        click('b', { evidence: 'failure' }),
        click('bad', { evidence: 'failure', onFailure: 'continue' }),
        click('bad', { evidence: 'none', onFailure: 'continue' }),
      ],
      { prepare: (fake) => fake.answer('bad', failed) },
    );
    expect(finished(events).map((event) => event.evidence?.map(({ name }) => name))).toEqual([
      ['Picture 1'],
      undefined,
      ['Picture 2'],
      undefined,
    ]);
    expect(driver.pictures).toBe(2);
  });

  it('wait for the reader', async () => {
    const order: string[] = [];
    await run([click('a'), click('b')], {
      report: async (event) => {
        order.push(`${event.type} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${event.type} ends`);
      },
    });
    expect(order.filter((_line, index) => index % 2 === 0).every((line) => line.endsWith('begins'))).toBe(true);
    expect(order).toHaveLength(8);
  });
});

describe('a stop from outside', () => {
  it('ends a run between steps, which is reported', async () => {
    const control = new AbortController();
    const { events, result } = await run(
      [step('forEach', { values: '1\n2\n3' }, { steps: [click('a'), click('b')] }), click('c')],
      {
        signal: control.signal,
        report: (event) => {
          if (event.type === 'stepFinished' && event.sequence === 4) control.abort();
        },
      },
    );
    expect(events).toEqual([]);
    expect(result).toMatchObject({ status: 'stopped', counts: { passed: 3, error: 1, skipped: 2 } });
  });

  it('ends a step in progress', async () => {
    const control = new AbortController();
    const { result, events } = await run([click('slow', { onFailure: 'retry', retries: 5 }), click('b')], {
      signal: control.signal,
      prepare: (fake) => {
        const perform = fake.perform.bind(fake);
        fake.perform = async (call) => {
          control.abort();
          await perform(call);
          return { status: 'error', message: 'The step was stopped.' };
        };
      },
    });
    expect(statuses(events)).toEqual(['click error', 'click skipped']);
    expect(result).toMatchObject({ status: 'stopped' });
  });
});
