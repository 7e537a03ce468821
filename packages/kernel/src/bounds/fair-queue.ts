/** WorkOwner is the user and organization on whose behalf work is done. */
export interface WorkOwner {
  organizationId: string;
  userId: string;
}

/** FairQueueLimits are concurrency limits of a FairQueue. Work without an owner only counts towards `slots`. */
export interface FairQueueLimits {
  /** In total. */
  slots: number;
  /** For one organization; less than `slots`, so that other organizations don't have to wait for its work to end. */
  perOrganization: number;
  /** For one user of an organization. */
  perUser: number;
}

/** QueueFigures is what a FairQueue has counted. */
export interface QueueFigures {
  running: number;
  waiting: number;
  /** Turns started so far. */
  started: number;
  /** Total waiting time of all turns, in milliseconds. */
  waitedMs: number;
}

interface Waiting {
  owner: WorkOwner | undefined;
  sinceMs: number;
  start: () => void;
}

/**
 * FairQueue schedules turns: a free slot goes to the organization with the fewest turns, then to its user with the
 * fewest, then to the one served longest ago, and to that user's oldest wait. However many turns one owner requests,
 * others aren't queued behind them.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #nowMs: () => number;
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<string, number>();
  readonly #servedAt = new Map<string, number>();
  #total = 0;
  #started = 0;
  #waitedMs = 0;

  constructor(limits: FairQueueLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /** Resolves with a function that ends the turn; rejects with the signal's reason if it is aborted before. */
  enter(owner?: WorkOwner, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        const place = this.#waiting.indexOf(entry);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        owner,
        sinceMs: this.#nowMs(),
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve(this.#begin(entry));
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(entry);
      this.#serve();
    });
  }

  figures(): QueueFigures {
    return {
      running: this.#total,
      waiting: this.#waiting.length,
      started: this.#started,
      waitedMs: this.#waitedMs,
    };
  }

  #begin({ owner, sinceMs }: Waiting): () => void {
    const keys = keysOf(owner);
    this.#total += 1;
    this.#started += 1;
    this.#waitedMs += this.#nowMs() - sinceMs;
    for (const key of keys) {
      this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
      this.#servedAt.set(key, this.#started);
    }
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#total -= 1;
      for (const key of keys) this.#end(key);
      this.#serve();
    };
  }

  #end(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }

  #serve(): void {
    while (this.#total < this.#limits.slots) {
      const next = this.#next();
      if (next === undefined) break;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.start();
    }
    // Nothing is running, so the order of service no longer matters.
    if (this.#total === 0) this.#servedAt.clear();
  }

  #next(): Waiting | undefined {
    const seen = new Set<string>();
    let best: Waiting | undefined;
    for (const entry of this.#waiting) {
      // Only a user's oldest wait can be next.
      const user = keysOf(entry.owner)[1] ?? '';
      if (seen.has(user)) continue;
      seen.add(user);
      if (this.#isAllowed(entry) && (best === undefined || this.#isBefore(entry, best))) best = entry;
    }
    return best;
  }

  #isAllowed({ owner }: Waiting): boolean {
    const [organization, user] = keysOf(owner);
    if (organization === undefined || user === undefined) return true;
    const { perOrganization, perUser } = this.#limits;
    return this.#count(organization) < perOrganization && this.#count(user) < perUser;
  }

  #isBefore(left: Waiting, right: Waiting): boolean {
    const [a, b] = [this.#rank(left), this.#rank(right)];
    const differing = a.findIndex((value, index) => value !== b[index]);
    return differing >= 0 && a[differing]! < b[differing]!;
  }

  #rank({ owner }: Waiting): number[] {
    const [organization = '', user = ''] = keysOf(owner);
    return [
      this.#count(organization),
      this.#servedAt.get(organization) ?? 0,
      this.#count(user),
      this.#servedAt.get(user) ?? 0,
    ];
  }

  #count(key: string): number {
    return this.#running.get(key) ?? 0;
  }
}

function keysOf(owner: WorkOwner | undefined): [] | [organization: string, user: string] {
  if (owner === undefined) return [];
  return [`o ${owner.organizationId}`, `u ${owner.organizationId} ${owner.userId}`];
}
