import type { PlaygroundTab, ScriptInput } from '@touchstone/contracts/api-testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newScript } from '../editor/script-draft.ts';
import { draftOfTab, isBlank, restoredTabs } from './playground-tabs.ts';
import { createTabKeeper } from './tab-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const draft = (url: string): ScriptInput => ({ ...newScript(), url });
function keeper(keep = vi.fn(async (_id: string, _draft: ScriptInput, _isLast: boolean) => undefined)) {
  const close = vi.fn(async (_ids: string[]) => undefined);
  const onRefused = vi.fn();
  return { keep, close, onRefused, tabs: createTabKeeper([], { keep, close, onRefused }) };
}
const urls = (keep: ReturnType<typeof keeper>['keep']) => keep.mock.calls.map(([id, { url }]) => `${id} ${url}`);

test('stores the last of rapid changes, each tab separately, and nothing twice', async () => {
  const { keep, close, tabs } = keeper();
  const other = { id: 'b', draft: draft('https://b') };
  for (const url of ['h', 'ht', 'https://a']) tabs.update([{ id: 'a', draft: draft(url) }, other]);
  expect(keep).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(urls(keep)).toEqual(['a https://a', 'b https://b']);
  tabs.update([other]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(keep).toHaveBeenCalledTimes(2);
  expect(close).toHaveBeenCalledExactlyOnceWith(['a']);
});

test('a tab closed while being stored is deleted afterwards', async () => {
  let done: () => void = () => undefined;
  const { close, tabs } = keeper(
    vi.fn(
      () =>
        new Promise<undefined>((resolve) => {
          done = () => resolve(undefined);
        }),
    ),
  );
  tabs.update([{ id: 'a', draft: draft('https://a') }]);
  await vi.advanceTimersByTimeAsync(1000);
  tabs.update([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(close).not.toHaveBeenCalled();
  done();
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledExactlyOnceWith(['a']);
});

test('says which tabs the server refused, until they are stored or closed', async () => {
  const { keep, onRefused, tabs } = keeper();
  keep.mockRejectedValueOnce(new Error('too large'));
  tabs.update([{ id: 'a', draft: draft('long') }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onRefused.mock.lastCall).toEqual([new Set(['a'])]);
  tabs.update([{ id: 'a', draft: draft('short') }]);
  tabs.flush(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(keep.mock.lastCall?.[2]).toBe(true);
  expect(onRefused.mock.lastCall).toEqual([new Set()]);
});

test('restores tabs in order with the wanted one in front; an incomplete draft is completed', () => {
  const kept: PlaygroundTab[] = [
    { tabId: 'a', draft: { url: 'htt' }, updatedAt: '' },
    { tabId: 'b', draft: { url: '', method: 'POST' }, updatedAt: '' },
  ];
  expect(restoredTabs(kept, 'a')).toMatchObject({ active: 'a', tabs: [{ id: 'a' }, { id: 'b' }] });
  expect(restoredTabs(kept, 'gone').active).toBe('b');
  expect(draftOfTab(kept[1]!)).toMatchObject({ method: 'POST', headers: [], body: { type: 'none' } });
  expect([isBlank(draft('')), isBlank(draft('h')), isBlank(null)]).toEqual([true, false, false]);
});
