import type { Guard, WorkLimits } from '../match/value-matcher.ts';
import type { RequestView } from '../request/request-view.ts';
import { GuardAllowance } from './guard-allowance.ts';

/** Milliseconds for all costly expressions of one request, near misses included. */
const expressionsMs = 50;
/** Milliseconds, in addition, for reading the documents of one request. */
const readingMs = 50;

/** RequestLimits bounds the work of one request; work over the limit is skipped, which `notes` reports. */
export class RequestLimits {
  readonly limits: WorkLimits & { counted: Guard };
  readonly #expressions = new GuardAllowance(
    expressionsMs,
    `The expressions of one request take longer than ${expressionsMs} ms. Simplify them.`,
  );
  readonly #reading = new GuardAllowance(
    readingMs,
    `Reading the documents of one request takes longer than ${readingMs} ms. Send less.`,
  );

  constructor(guard: Guard | undefined) {
    this.limits = {
      guard: guard && this.#expressions.limited(guard),
      counted: this.#expressions.counted,
      reading: { guard: guard && this.#reading.limited(guard), counted: this.#reading.counted },
    };
  }

  /** Starts a new request. */
  begin(): void {
    this.#expressions.begin();
    this.#reading.begin();
  }

  /** What was stopped or skipped since `begin`. */
  notes({ isUnread }: Pick<RequestView, 'isUnread'>): string[] {
    const notes: string[] = [];
    if (isUnread) notes.push('The body takes too long to be read as JSON, so what looks into it did not match.');
    if (this.#expressions.isExhausted)
      notes.push(`Expressions of stubs took more than ${expressionsMs} ms; those that were left did not match.`);
    if (this.#reading.isExhausted)
      notes.push(`Reading documents took more than ${readingMs} ms; what was not read did not match.`);
    return notes;
  }
}
