import type { ScriptInput } from '@touchstone/contracts/api-testing';

interface OpenTab {
  id: string;
  draft: ScriptInput | null;
}
interface Calls {
  keep: (tabId: string, draft: ScriptInput, isLast: boolean) => Promise<unknown>;
  close: (tabIds: string[]) => Promise<unknown>;
  /** Receives the tabs that the server refused to store. */
  onRefused: (tabIds: ReadonlySet<string>) => void;
}

const waitMs = 500;

/** createTabKeeper stores open tabs shortly after they change, one call at a time per tab, and deletes closed ones. */
export function createTabKeeper(first: readonly OpenTab[], { keep, close, onRefused }: Calls) {
  const stored = new Map(first.map(({ id, draft }) => [id, draft]));
  const busy = new Map<string, Promise<unknown>>();
  const refused = new Set<string>();
  let open: readonly OpenTab[] = first;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const mark = (tabId: string, isRefused: boolean) => {
    if (refused.has(tabId) === isRefused) return;
    if (isRefused) refused.add(tabId);
    else refused.delete(tabId);
    onRefused(new Set(refused));
  };
  const store = (tabId: string, draft: ScriptInput, isLast: boolean) => {
    stored.set(tabId, draft);
    const call = Promise.resolve(busy.get(tabId))
      .then(() => keep(tabId, draft, isLast))
      .then(
        () => mark(tabId, false),
        () => stored.has(tabId) && mark(tabId, true),
      );
    busy.set(tabId, call);
  };
  const flush = (isLast = false) => {
    clearTimeout(timer);
    timer = undefined;
    for (const { id, draft } of open) if (draft && stored.get(id) !== draft) store(id, draft, isLast);
    const openIds = new Set(open.map(({ id }) => id));
    const closed = [...stored.keys()].filter((id) => !openIds.has(id));
    if (closed.length === 0) return;
    const inFlight = closed.map((id) => busy.get(id));
    for (const id of closed) {
      stored.delete(id);
      busy.delete(id);
      mark(id, false);
    }
    void Promise.all(inFlight)
      .then(() => close(closed))
      .catch(() => undefined);
  };
  return {
    update(tabs: readonly OpenTab[]): void {
      open = tabs;
      timer ??= setTimeout(() => flush(), waitMs);
    },
    /** Immediately stores pending changes. */
    flush,
  };
}
