const longest = 500;

interface Past<T> {
  before: T;
  /** Consecutive changes with the same mark are one undo step: typing a name, dragging. */
  mark: string | undefined;
}

/** History is an edited value with its undo and redo history. */
export class History<T> {
  private present: T;
  private past: Past<T>[] = [];
  private future: T[] = [];

  constructor(present: T) {
    this.present = present;
  }

  get document(): T {
    return this.present;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Replaces the value after an edit; false if it is unchanged. */
  set(next: T, mark?: string): boolean {
    if (next === this.present) return false;
    const last = this.past.at(-1);
    const isOneStep = mark !== undefined && last?.mark === mark && this.future.length === 0;
    if (!isOneStep) this.past = [...this.past.slice(-(longest - 1)), { before: this.present, mark }];
    this.future = [];
    this.present = next;
    return true;
  }

  /** Ends the current undo step, so that further changes with the same mark start a new one. */
  settle(): void {
    const last = this.past.at(-1);
    if (last?.mark !== undefined) this.past = [...this.past.slice(0, -1), { ...last, mark: undefined }];
  }

  undo(): boolean {
    const last = this.past.at(-1);
    if (last === undefined) return false;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.present];
    this.present = last.before;
    return true;
  }

  redo(): boolean {
    const next = this.future.at(-1);
    if (next === undefined) return false;
    this.past = [...this.past, { before: this.present, mark: undefined }];
    this.future = this.future.slice(0, -1);
    this.present = next;
    return true;
  }
}
