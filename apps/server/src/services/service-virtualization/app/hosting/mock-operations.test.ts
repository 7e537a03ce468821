import { AppError } from '@touchstone/kernel';
import { describe, expect, test, vi } from 'vitest';
import { NotReached, type ProcessCalls } from '../../../../platform/processes/process-calls.ts';
import { virtualizationErrors } from '../../errors.ts';
import type { HostedMock } from './mock-host.ts';
import { MockOperations } from './mock-operations.ts';
import { ServedElsewhere } from './served-elsewhere.ts';

const hosted = { name: 'here' } as unknown as HostedMock;

/** Operations of a process; `open` returns its mocks, `ask` calls other processes. */
function operationsOf(open: (projectId: string) => Promise<HostedMock>, ask = vi.fn()) {
  let receive: (asked: unknown) => unknown = () => undefined;
  const calls = {
    define: (name: string, run: typeof receive) => {
      expect(name).toBe('mock');
      receive = run;
      return ask;
    },
  } as unknown as ProcessCalls;
  const operations = new MockOperations(open, calls);
  return { operations, ask, receive: (asked: object) => receive(asked) };
}
const elsewhere = () => Promise.reject(new ServedElsewhere('other'));

describe('an operation', () => {
  test('runs here if the mock is hosted here', async () => {
    const open = vi.fn(async () => hosted);
    const { operations, ask } = operationsOf(open);
    const double = operations.define('double', (at, input: number) => [at, input * 2]);
    expect(await double('p', 4)).toEqual([hosted, 8]);
    const nothing = operations.define('nothing', () => undefined);
    expect(await nothing('p', null)).toBeNull();
    expect(open.mock.calls).toEqual([['p'], ['p']]);
    expect(ask).not.toHaveBeenCalled();
  });

  test('is sent to the process that hosts the mock', async () => {
    const ask = vi.fn(async () => ({ output: 'done' }));
    const { operations } = operationsOf(elsewhere, ask);
    const work = operations.define('work', () => 'never');
    expect(await work('p', { a: 1 })).toBe('done');
    expect(ask.mock.calls).toEqual([['other', { name: 'work', projectId: 'p', input: { a: 1 } }]]);
  });

  test('follows a mock that moves or whose process ends', async () => {
    const ask = vi
      .fn()
      .mockResolvedValueOnce({ elsewhere: 'third' })
      .mockRejectedValueOnce(new NotReached())
      .mockResolvedValueOnce({ output: 3 });
    const { operations } = operationsOf(elsewhere, ask);
    expect(await operations.define('work', () => 0)('p', null)).toBe(3);
    expect(ask).toHaveBeenCalledTimes(3);
    const opened = vi.fn<() => Promise<HostedMock>>(async () => hosted).mockImplementationOnce(elsewhere);
    const moved = operationsOf(opened, vi.fn().mockRejectedValue(new NotReached()));
    expect(await moved.operations.define('work', () => 'here')('p', null)).toBe('here');
  });

  test('gives up after twenty attempts, and immediately on an error', async () => {
    const ask = vi.fn().mockRejectedValue(new NotReached());
    const { operations } = operationsOf(elsewhere, ask);
    const failed = operations
      .define('work', () => 0)('p', null)
      .catch((error: unknown) => error);
    expect(await failed).toBeInstanceOf(ServedElsewhere);
    expect(ask).toHaveBeenCalledTimes(20);
    const refused = new AppError(virtualizationErrors.recordNotFound);
    const refusing = operationsOf(elsewhere, vi.fn().mockRejectedValue(refused));
    await expect(refusing.operations.define('work', () => 0)('p', null)).rejects.toBe(refused);
    expect(refusing.ask).toHaveBeenCalledTimes(1);
    const broken = operationsOf(() => Promise.reject(refused));
    await expect(broken.operations.define('work', () => 0)('p', null)).rejects.toBe(refused);
    expect(broken.ask).not.toHaveBeenCalled();
  });
});

describe('a request of another process', () => {
  const asked = { name: 'work', projectId: 'p', input: 2 };

  test('returns the result of the operation, or which process hosts the mock', async () => {
    const here = operationsOf(async () => hosted);
    here.operations.define('work', (_at, input: number) => input + 1);
    expect(await here.receive(asked)).toEqual({ output: 3 });
    expect(await here.receive({ ...asked, name: 'unknown' })).toEqual({ output: null });
    expect(await operationsOf(elsewhere).receive(asked)).toEqual({ elsewhere: 'other' });
    const refused = new AppError(virtualizationErrors.recordNotFound);
    await expect(operationsOf(() => Promise.reject(refused)).receive(asked)).rejects.toBe(refused);
  });
});
