import type { Guard, WorkLimits } from '../match/value-matcher.ts';
import type { RequestView } from '../request/request-view.ts';
import { GuardAllowance } from './guard-allowance.ts';

/** What the costly expressions of one request may take together, near misses included. */
const expressionsMs = 50;
/** What reading the documents of one request may take beside that. */
const readingMs = 50;

/** RequestLimits bounds what one request costs; work that is left then is not done, which `notes` say. */
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

  /** A request begins. */
  begin(): void {
    this.#expressions.begin();
    this.#reading.begin();
  }

  /** What was ended or left out since then. */
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
