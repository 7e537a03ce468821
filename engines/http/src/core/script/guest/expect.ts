import { deepEqual } from './deep-equal.ts';
import { inspect } from './inspect.ts';
import { addResponseChecks } from './response-checks.ts';

/** What a failed expectation throws; `pm.test` turns it into a failed result. */
export class AssertionError extends Error {
  override name = 'AssertionError';
}

/** What a chain knows. Plain properties, as callable links of the chain inherit them. */
export interface Chain {
  subject: unknown;
  note: string;
  negated: boolean;
  deep: boolean;
  nested: boolean;
  own: boolean;
  any: boolean;
  measured: boolean;
}

type Link = (this: Assertion, ...input: never[]) => unknown;

/** One expectation in the words of chai's BDD style. */
export class Assertion {
  readonly chain: Chain;

  constructor(subject: unknown, note = '') {
    const chain = {
      subject,
      note,
      negated: false,
      deep: false,
      nested: false,
      own: false,
      any: false,
      measured: false,
    };
    this.chain = chain;
  }

  /** Throws unless `passed`, or where it is negated; `{this}` in the text is the subject. */
  check(passed: boolean, wanted: string, subject: unknown = this.chain.subject): void {
    if (passed !== this.chain.negated) return;
    const { note, negated } = this.chain;
    const verb = negated ? wanted.replace(/^to /, 'to not ') : wanted;
    throw new AssertionError(`${note === '' ? '' : `${note}: `}expected ${inspect(subject)} ${verb}`);
  }

  isSame(left: unknown, right: unknown): boolean {
    return this.chain.deep ? deepEqual(left, right) : left === right;
  }
}

/** Starts an expectation. */
export function expect(subject: unknown, note?: unknown): Assertion {
  return new Assertion(subject, note === undefined ? '' : String(note));
}

/** Adds a property such as `ok` or `not` to every expectation. */
export function addProperty(names: readonly string[], read: (this: Assertion) => unknown): void {
  for (const name of names) {
    Object.defineProperty(Assertion.prototype, name, {
      configurable: true,
      get(this: Assertion) {
        return read.call(this) ?? this;
      },
    });
  }
}

/** Adds a method; it may be followed by more of the chain. */
export function addMethod(names: readonly string[], call: Link): void {
  for (const name of names) {
    Object.defineProperty(Assertion.prototype, name, {
      configurable: true,
      value(this: Assertion, ...input: never[]) {
        return call.apply(this, input) ?? this;
      },
    });
  }
}

/** Adds a link that is a word of the chain as well as a method, such as `a` or `include`. */
function addCallable(names: readonly string[], call: Link, onRead: (chain: Chain) => void = () => undefined): void {
  addProperty(names, function () {
    onRead(this.chain);
    const link = (...input: never[]) => call.apply(this, input) ?? this;
    return Object.setPrototypeOf(link, this);
  });
}

const words = 'to be been is that which and has have with at of same but does still also'.split(' ');
addProperty(words, () => undefined);
for (const flag of ['deep', 'nested', 'own', 'any'] as const) {
  addProperty([flag], function () {
    this.chain[flag] = true;
  });
}
addProperty(['not'], function () {
  this.chain.negated = !this.chain.negated;
});
addProperty(['all'], function () {
  this.chain.any = false;
});

/** Type in chai's sense: `array`, `null`, `date`, `regexp` … */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  const kind = typeof value;
  return kind === 'object' ? Object.prototype.toString.call(value).slice(8, -1).toLowerCase() : kind;
}

addCallable(['a', 'an'], function (type: string, note?: string) {
  if (note !== undefined) this.chain.note = note;
  const wanted = String(type).toLowerCase();
  this.check(typeName(this.chain.subject) === wanted, `to be ${/^[aeiou]/.test(wanted) ? 'an' : 'a'} ${wanted}`);
});

const states: Record<string, [test: (subject: unknown) => boolean, wanted: string]> = {
  ok: [Boolean, 'to be truthy'],
  true: [(subject) => subject === true, 'to be true'],
  false: [(subject) => subject === false, 'to be false'],
  null: [(subject) => subject === null, 'to be null'],
  undefined: [(subject) => subject === undefined, 'to be undefined'],
  NaN: [(subject) => Number.isNaN(subject), 'to be NaN'],
  exist: [(subject) => subject !== null && subject !== undefined, 'to exist'],
  empty: [(subject) => sizeOf(subject) === 0, 'to be empty'],
  finite: [(subject) => Number.isFinite(subject), 'to be a finite number'],
};
for (const [name, [test, wanted]] of Object.entries(states)) {
  addProperty(name === 'exist' ? ['exist', 'exists'] : [name], function () {
    this.check(test(this.chain.subject), wanted);
  });
}

addMethod(['equal', 'equals', 'eq'], function (wanted: unknown, note?: string) {
  if (note !== undefined) this.chain.note = note;
  const text = this.chain.deep ? 'to deeply equal' : 'to equal';
  this.check(this.isSame(this.chain.subject, wanted), `${text} ${inspect(wanted)}`);
});
addMethod(['eql', 'eqls'], function (wanted: unknown, note?: string) {
  if (note !== undefined) this.chain.note = note;
  this.check(deepEqual(this.chain.subject, wanted), `to deeply equal ${inspect(wanted)}`);
});

/** Chains that went through `include`, where `members` and `keys` mean a part. */
const includeChains = new WeakSet<Chain>();

addCallable(
  ['include', 'includes', 'contain', 'contains'],
  function (wanted: unknown, note?: string) {
    if (note !== undefined) this.chain.note = note;
    const { subject } = this.chain;
    this.check(includes(this, subject, wanted), `to include ${inspect(wanted)}`);
  },
  (chain) => {
    includeChains.add(chain);
  },
);
function includes(assertion: Assertion, subject: unknown, wanted: unknown): boolean {
  if (typeof subject === 'string') return subject.includes(String(wanted));
  if (Array.isArray(subject)) return subject.some((item) => assertion.isSame(item, wanted));
  if (subject instanceof Set || subject instanceof Map)
    return [...subject.values()].some((item) => assertion.isSame(item, wanted));
  if (subject === null || typeof subject !== 'object' || wanted === null || typeof wanted !== 'object') return false;
  return Object.entries(wanted).every(([key, value]) => {
    const found = propertyOf(assertion.chain, subject, key);
    return found.exists && assertion.isSame(found.value, value);
  });
}

addMethod(
  ['property', 'ownProperty', 'haveOwnProperty', 'nestedProperty'],
  function (name: PropertyKey, ...rest: unknown[]) {
    const { chain } = this;
    const subject = chain.subject;
    const found = propertyOf(chain, subject, name);
    const label = inspect(name);
    if (rest.length === 0) this.check(found.exists, `to have property ${label}`);
    else {
      const wanted = `to have property ${label} of ${inspect(rest[0])}`;
      const but = found.exists && !chain.negated ? `, but got ${inspect(found.value)}` : '';
      this.check(found.exists && this.isSame(found.value, rest[0]), `${wanted}${but}`);
    }
    chain.subject = found.value;
  },
);

function propertyOf(chain: Chain, subject: unknown, name: PropertyKey): { exists: boolean; value: unknown } {
  if (subject === null || subject === undefined) return { exists: false, value: undefined };
  const path =
    chain.nested && typeof name === 'string'
      ? name
          .replace(/\[(\d+)\]/g, '.$1')
          .split('.')
          .filter(Boolean)
      : [name];
  let value: unknown = subject;
  for (const part of path) {
    if (value === null || value === undefined) return { exists: false, value: undefined };
    const holder = Object(value) as Record<PropertyKey, unknown>;
    const exists = chain.own ? Object.hasOwn(holder, part) : part in holder;
    if (!exists) return { exists: false, value: undefined };
    value = holder[part];
  }
  return { exists: true, value };
}

function sizeOf(subject: unknown): number {
  if (typeof subject === 'string' || Array.isArray(subject)) return subject.length;
  if (subject instanceof Map || subject instanceof Set) return subject.size;
  if (subject !== null && typeof subject === 'object') return Object.keys(subject).length;
  return Number.NaN;
}

addCallable(
  ['length', 'lengthOf'],
  function (wanted: number) {
    const size = sizeOf(this.chain.subject);
    this.check(size === wanted, `to have a length of ${inspect(wanted)} but got ${size}`);
  },
  (chain) => {
    chain.measured = true;
  },
);

const comparisons: [names: string[], test: (value: number, limit: number) => boolean, wanted: string][] = [
  [['above', 'gt', 'greaterThan'], (value, limit) => value > limit, 'above'],
  [['least', 'gte', 'greaterThanOrEqual'], (value, limit) => value >= limit, 'at least'],
  [['below', 'lt', 'lessThan'], (value, limit) => value < limit, 'below'],
  [['most', 'lte', 'lessThanOrEqual'], (value, limit) => value <= limit, 'at most'],
];
for (const [names, test, wanted] of comparisons) {
  addMethod(names, function (limit: number, note?: string) {
    if (note !== undefined) this.chain.note = note;
    const value = numberOf(this);
    this.check(
      test(value, limit),
      `to be ${wanted} ${inspect(limit)}`,
      this.chain.measured ? value : this.chain.subject,
    );
  });
}
addMethod(['within'], function (from: number, to: number) {
  const value = numberOf(this);
  this.check(value >= from && value <= to, `to be within ${from}..${to}`);
});
addMethod(['closeTo', 'approximately'], function (wanted: number, delta: number) {
  this.check(Math.abs(numberOf(this) - wanted) <= delta, `to be close to ${wanted} +/- ${delta}`);
});

function numberOf(assertion: Assertion): number {
  const { subject, measured } = assertion.chain;
  if (measured) return sizeOf(subject);
  if (typeof subject !== 'number' && !(subject instanceof Date)) {
    throw new AssertionError(`expected ${inspect(subject)} to be a number or a date`);
  }
  return Number(subject);
}

addMethod(['match', 'matches'], function (pattern: RegExp) {
  this.check(new RegExp(pattern).test(String(this.chain.subject)), `to match ${String(pattern)}`);
});
addMethod(['string'], function (part: string) {
  this.check(String(this.chain.subject).includes(part), `to contain ${inspect(part)}`);
});
addMethod(['oneOf'], function (list: unknown[]) {
  this.check(
    list.some((item) => this.isSame(item, this.chain.subject)),
    `to be one of ${inspect(list)}`,
  );
});
addMethod(['members'], function (wanted: unknown[]) {
  const { subject } = this.chain;
  if (!Array.isArray(subject)) throw new AssertionError(`expected ${inspect(subject)} to be an array`);
  const left = [...subject];
  const isPart = wanted.every((item) => {
    const index = left.findIndex((other) => this.isSame(other, item));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
  const isWhole = includeChains.has(this.chain) || left.length === 0;
  this.check(isPart && isWhole, `to have members ${inspect(wanted)}`);
});
addMethod(['keys', 'key'], function (...input: unknown[]) {
  const given = (input.length === 1 ? input[0] : input) as unknown;
  const list = Array.isArray(given)
    ? given
    : given !== null && typeof given === 'object'
      ? Object.keys(given)
      : [given];
  const { subject, any } = this.chain;
  const own = subject instanceof Map ? [...subject.keys()] : Object.keys(Object(subject));
  const has = (key: unknown) => own.includes(subject instanceof Map ? key : String(key));
  const isWhole = includeChains.has(this.chain) || own.length === list.length;
  this.check(any ? list.some(has) : list.every(has) && isWhole, `to have keys ${inspect(list)}`);
});
addMethod(['instanceof', 'instanceOf'], function (type: new () => unknown) {
  this.check(this.chain.subject instanceof type, `to be an instance of ${type.name}`);
});
addMethod(['satisfy', 'satisfies'], function (test: (subject: unknown) => unknown) {
  this.check(Boolean(test(this.chain.subject)), `to satisfy ${inspect(test)}`);
});
addMethod(['respondTo'], function (name: string) {
  const subject = this.chain.subject as Record<string, unknown> | null | undefined;
  this.check(typeof subject?.[name] === 'function', `to respond to ${inspect(name)}`);
});
addMethod(['throw', 'throws', 'Throw'], function (kind?: unknown, text?: unknown) {
  const { subject } = this.chain;
  if (typeof subject !== 'function') throw new AssertionError(`expected ${inspect(subject)} to be a function`);
  let thrown: { value: unknown } | undefined;
  try {
    subject();
  } catch (value) {
    thrown = { value };
  }
  const wanted = kind === undefined ? 'to throw an error' : `to throw ${inspect(kind)}`;
  this.check(thrown !== undefined && isWantedError(thrown.value, kind, text), wanted);
});

function isWantedError(thrown: unknown, kind: unknown, text: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const says = (wanted: unknown) =>
    wanted instanceof RegExp ? wanted.test(message) : message.includes(String(wanted));
  if (kind === undefined) return true;
  if (typeof kind === 'function') return thrown instanceof kind && (text === undefined || says(text));
  return kind instanceof Error ? thrown === kind : says(kind);
}

expect.fail = (message?: unknown): never => {
  throw new AssertionError(message === undefined ? 'expect.fail()' : String(message));
};

addResponseChecks({ addMethod, addProperty, plainState: (name) => states[name]! });
