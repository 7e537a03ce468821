import { expect, test } from 'vitest';
import { buildStep } from '../testing/build-step.ts';
import type { HttpStep } from './plan.ts';
import type { HttpStepResult } from './result.ts';
import { runSteps } from './run-steps.ts';
import type { HttpSession, RunStepsOptions, StepEvent } from './session.ts';

/** FakeSession holds every request until the test answers it. */
class FakeSession implements HttpSession {
  readonly started: string[] = [];
  readonly #answers = new Map<string, (status: HttpStepResult['status']) => void>();
  readonly #waiting = new Map<string, () => void>();
  maxConcurrent = 0;

  execute(step: HttpStep, { signal }: { signal?: AbortSignal } = {}): Promise<HttpStepResult> {
    return new Promise((resolve) => {
      const answer = (status: HttpStepResult['status']) => {
        this.#answers.delete(step.id);
        resolve(resultOf(step, status));
      };
      this.started.push(step.id);
      this.#answers.set(step.id, answer);
      this.maxConcurrent = Math.max(this.maxConcurrent, this.#answers.size);
      signal?.addEventListener('abort', () => answer('cancelled'), { once: true });
      this.#waiting.get(step.id)?.();
    });
  }
  /** Resolves when the step is being sent. */
  sending(id: string): Promise<void> {
    if (this.#answers.has(id)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
  async answer(id: string, status: HttpStepResult['status'] = 'passed'): Promise<void> {
    await this.sending(id);
    this.#answers.get(id)!(status);
  }
  state() {
    return { variables: {}, cookies: null };
  }
  async close() {}
}

function resultOf(step: HttpStep, status: HttpStepResult['status']): HttpStepResult {
  return {
    stepId: step.id,
    status,
    startedAt: new Date(0),
    durationMs: 1,
    request: undefined,
    response: undefined,
    redirects: [],
    timing: undefined,
    certificate: undefined,
    assertions: [],
    extracted: [],
    unresolved: [],
    error: undefined,
  };
}

/** A session that answers immediately with `statuses`. */
function instantSession(statuses: Record<string, HttpStepResult['status']> = {}): HttpSession & { order: string[] } {
  const order: string[] = [];
  return {
    order,
    execute: async (step) => {
      order.push(step.id);
      return resultOf(step, statuses[step.id] ?? 'passed');
    },
    state: () => ({ variables: {}, cookies: null }),
    close: async () => {},
  };
}

const named = (...ids: string[]) => ids.map((id) => buildStep({ id, name: id }));
const provider = (id: string, name: string, group = 'group') =>
  buildStep({ id, name: id, group, dataHandlers: [{ name, source: 'body', path: '' }] });
const user = (id: string, name: string, group = 'group') =>
  buildStep({ id, name: id, group, url: `http://a.test/{{${name}}}` });

function start(options: Partial<RunStepsOptions> & Pick<RunStepsOptions, 'steps' | 'session'>) {
  const events: string[] = [];
  const controller = new AbortController();
  const done = runSteps({
    concurrency: 1,
    signal: controller.signal,
    ...options,
    emit: async (event: StepEvent) => {
      events.push(`${event.type} ${event.step.id}`);
      await options.emit?.(event);
    },
  });
  return { events, controller, done };
}

test('sequential runs keep the order strictly and read nothing ahead', async () => {
  const read: string[] = [];
  function* steps() {
    for (const step of named('a', 'b', 'c')) {
      read.push(`read ${step.id}`);
      yield step;
    }
  }
  const log: string[] = read;
  const session = instantSession();
  const counts = await start({
    steps: steps(),
    session,
    emit: (event) => void log.push(`${event.type} ${event.step.id}`),
  }).done;
  expect(log).toEqual(['a', 'b', 'c'].flatMap((id) => [`read ${id}`, `started ${id}`, `finished ${id}`]));
  expect(counts).toEqual({ total: 3, passed: 3, failed: 0, error: 0, cancelled: 0, skipped: 0 });
});

test('runs at most the given number in parallel and reads only a small window ahead', async () => {
  let read = 0;
  async function* steps() {
    for (let index = 0; index < 40; index += 1) {
      read += 1;
      yield buildStep({ id: String(index) });
    }
  }
  const session = new FakeSession();
  const { done } = start({ steps: steps(), session, concurrency: 4 });
  await session.sending('3');
  expect(session.started).toHaveLength(4);
  expect(read).toBeLessThanOrEqual(8);
  for (let index = 0; index < 40; index += 1) await session.answer(String(index));
  expect((await done).passed).toBe(40);
  expect(session.maxConcurrent).toBe(4);
});

test('a slow receiver slows the run down', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let read = 0;
  function* steps() {
    for (const step of named('a', 'b', 'c')) {
      read += 1;
      yield step;
    }
  }
  const session = instantSession();
  const received = Promise.withResolvers<void>();
  const { done } = start({
    steps: steps(),
    session,
    emit: async (event) => {
      if (event.type !== 'finished' || event.step.id !== 'a') return;
      received.resolve();
      await promise;
    },
  });
  await received.promise;
  await new Promise((next) => setImmediate(next));
  expect([session.order, read]).toEqual([['a'], 1]);
  resolve();
  expect((await done).total).toBe(3);
});

test('in parallel a step waits for the step of its group that extracts a variable it uses', async () => {
  const session = new FakeSession();
  const steps = [
    provider('login', 'token'),
    user('profile', 'token'),
    user('other-group', 'token', 'g2'),
    ...named('free'),
  ];
  const { done } = start({ steps, session, concurrency: 4 });
  await session.sending('free');
  expect(session.started).toEqual(['login', 'other-group', 'free']);
  await session.answer('login');
  await session.answer('profile');
  await session.answer('other-group');
  await session.answer('free');
  expect((await done).passed).toBe(4);
});

test('in parallel steps that address the same extracted value keep their order if one changes it; reads do not wait for each other', async () => {
  const session = new FakeSession();
  const about = (id: string, method: string) => ({ ...user(id, 'petId'), method });
  const withToken = (id: string) =>
    buildStep({ id, name: id, method: 'POST', headers: [{ key: 'X-Token', value: '{{petId}}' }] });
  const steps = [
    provider('create', 'petId'),
    about('read', 'GET'),
    about('again', 'GET'),
    about('sell', 'PUT'),
    about('gone', 'GET'),
    withToken('free'),
  ];
  const { done } = start({ steps, session, concurrency: 8 });
  await session.answer('create');
  await session.sending('free');
  expect(session.started).toEqual(['create', 'read', 'again', 'free']);
  await session.answer('read');
  await session.answer('again');
  await session.answer('sell');
  await session.answer('gone');
  await session.answer('free');
  expect((await done).passed).toBe(6);
  expect(session.started.slice(4)).toEqual(['sell', 'gone']);
});

test('steps that address a value extracted earlier in the run also keep their order', async () => {
  const session = Object.assign(new FakeSession(), { state: () => ({ variables: { petId: '7' }, cookies: null }) });
  const steps = [{ ...user('sell', 'petId'), method: 'PUT' }, user('read', 'petId'), ...named('free')];
  const { done } = start({ steps, session, concurrency: 8 });
  await session.sending('free');
  expect(session.started).toEqual(['sell', 'free']);
  for (const id of ['sell', 'read', 'free']) await session.answer(id);
  expect((await done).passed).toBe(3);
});

test('waits through chains, and runs a step even if its provider failed', async () => {
  const session = new FakeSession();
  const middle = { ...provider('b', 'y'), url: 'http://a.test/{{x}}' };
  const { done } = start({ steps: [provider('a', 'x'), middle, user('c', 'y')], session, concurrency: 8 });
  await session.answer('a', 'error');
  await session.answer('b', 'failed');
  await session.answer('c');
  expect(await done).toMatchObject({ passed: 1, failed: 1, error: 1 });
  expect(session.started).toEqual(['a', 'b', 'c']);
});

test('many steps that wait for one another never block the run', async () => {
  const steps = Array.from({ length: 60 }, (_, index) => ({
    ...provider(`s${index}`, `v${index}`),
    url: `http://a/{{v${index - 1}}}`,
  }));
  const session = instantSession();
  const counts = await start({ steps, session, concurrency: 3 }).done;
  expect(counts.passed).toBe(60);
  expect(session.order).toEqual(steps.map(({ id }) => id));
});

test('asks the session for names behind variables', async () => {
  const session = Object.assign(new FakeSession(), { variablesUsedBy: () => ['token'] });
  const { done } = start({ steps: [provider('a', 'token'), ...named('b')], session, concurrency: 2 });
  await session.sending('a');
  await new Promise((next) => setImmediate(next));
  expect(session.started).toEqual(['a']);
  await session.answer('a');
  await session.answer('b');
  expect((await done).passed).toBe(2);
});

test('stopOnFailure skips the rest with a reason', async () => {
  const session = instantSession({ b: 'failed' });
  const messages: string[] = [];
  const { events, done } = start({
    steps: named('a', 'b', 'c', 'd'),
    session,
    stopOnFailure: true,
    emit: (event) => void (event.type === 'skipped' && messages.push(event.message)),
  });
  expect(await done).toEqual({ total: 4, passed: 1, failed: 1, error: 0, cancelled: 0, skipped: 2 });
  expect(events.slice(-2)).toEqual(['skipped c', 'skipped d']);
  expect(messages).toEqual(Array(2).fill('Skipped because "b" did not pass.'));
});

test('stopOnFailure in parallel lets running steps end and skips waiting ones', async () => {
  const session = new FakeSession();
  const { events, done } = start({
    steps: [provider('a', 'x'), user('b', 'x'), ...named('c', 'd', 'e')],
    session,
    concurrency: 3,
    stopOnFailure: true,
  });
  await session.sending('d');
  await session.answer('c', 'error');
  await session.answer('a');
  await session.answer('d');
  const counts = await done;
  expect(counts).toMatchObject({ total: 5, error: 1, passed: 2, skipped: 2 });
  expect(events.filter((event) => event.startsWith('skipped')).sort()).toEqual(['skipped b', 'skipped e']);
});

test('without stopOnFailure everything runs', async () => {
  const counts = await start({ steps: named('a', 'b'), session: instantSession({ a: 'error' }) }).done;
  expect(counts).toMatchObject({ total: 2, error: 1, passed: 1 });
});

test('an abort cancels running steps and stops reading', async () => {
  let closed = false;
  async function* steps() {
    try {
      yield* named('a', 'b');
      await new Promise(() => {});
    } finally {
      closed = true;
    }
  }
  const session = new FakeSession();
  const { events, controller, done } = start({ steps: steps(), session, concurrency: 2 });
  await session.sending('b');
  controller.abort();
  expect(await done).toEqual({ total: 2, passed: 0, failed: 0, error: 0, cancelled: 2, skipped: 0 });
  expect(events.filter((event) => event.startsWith('finished')).sort()).toEqual(['finished a', 'finished b']);
  expect(closed).toBe(true);
});

test('a waiting step gets no event when the run is aborted', async () => {
  const session = new FakeSession();
  const { events, controller, done } = start({
    steps: [provider('a', 'x'), user('b', 'x')],
    session,
    concurrency: 2,
  });
  await session.sending('a');
  controller.abort();
  expect(await done).toMatchObject({ total: 1, cancelled: 1, skipped: 0 });
  expect(events).toEqual(['started a', 'finished a']);
});

test('a step does not wait for one of another group, even if the run had extracted the value before', async () => {
  const session = Object.assign(new FakeSession(), { state: () => ({ variables: { x: '1' }, cookies: null }) });
  const steps = [provider('a', 'x', 'one'), user('b', 'x', 'two'), user('c', 'x', 'one')];
  const { done } = start({ steps, session, concurrency: 3 });
  await session.sending('b');
  expect(session.started).toEqual(['a', 'b']);
  for (const id of ['a', 'b', 'c']) await session.answer(id);
  expect((await done).passed).toBe(3);
});

test.each([
  [{ skippedBecause: 'Skipped because its condition does not hold.' }, 'Skipped because its condition does not hold.'],
  [{ skippedByScript: true }, 'Skipped by its pre-request script.'],
])('a step that the session skips counts as skipped: %j', async (change, message) => {
  const messages: string[] = [];
  const session: HttpSession = {
    ...instantSession(),
    execute: async (step) => ({ ...resultOf(step, 'failed'), ...change }),
  };
  const { events, done } = start({
    steps: named('a', 'b'),
    session,
    stopOnFailure: true,
    emit: (event) => void (event.type === 'skipped' && messages.push(event.message)),
  });
  expect(await done).toMatchObject({ total: 2, skipped: 2, failed: 0 });
  expect(messages).toEqual([message, message]);
  expect(events).toEqual(['started a', 'skipped a', 'started b', 'skipped b']);
});

test('an abort while a source is pending ends the run', async () => {
  const controller = new AbortController();
  const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
  const done = runSteps({
    steps: never,
    session: instantSession(),
    concurrency: 1,
    signal: controller.signal,
    emit: () => {},
  });
  controller.abort();
  expect((await done).total).toBe(0);
});

test('an abort before the start reads nothing', async () => {
  const controller = new AbortController();
  controller.abort();
  let read = 0;
  function* steps() {
    read += 1;
    yield buildStep();
  }
  await runSteps({
    steps: steps(),
    session: instantSession(),
    concurrency: 1,
    signal: controller.signal,
    emit: () => {},
  });
  expect(read).toBe(0);
});

test('a receiver or source that throws ends the run with its error, after running steps have ended', async () => {
  const session = instantSession();
  const emit = (event: StepEvent) => {
    if (event.type === 'finished') throw new Error('store is gone');
  };
  await expect(start({ steps: named('a', 'b'), session, emit }).done).rejects.toThrow('store is gone');
  expect(session.order).toEqual(['a']);
  function* broken() {
    yield* named('a');
    throw new Error('no more');
  }
  await expect(start({ steps: broken(), session: instantSession() }).done).rejects.toThrow('no more');
});

test('events are emitted one at a time', async () => {
  let inside = 0;
  let most = 0;
  await start({
    steps: named(...'abcdefghij'),
    session: instantSession(),
    concurrency: 5,
    emit: async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((next) => setImmediate(next));
      inside -= 1;
    },
  }).done;
  expect(most).toBe(1);
});
