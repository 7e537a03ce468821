import { WorkBudget } from '@touchstone/kernel';
import { deepEquals, jsonTypeOf } from '../compare.ts';
import { stringifyExactJson } from '../exact-json.ts';
import { show } from '../show.ts';
import { hasFormat } from './formats.ts';
import { isMultipleOf } from './multiple-of.ts';
import { matchesPattern } from './pattern.ts';
import {
  isSchema,
  type JsonSchema,
  SchemaError,
  type SchemaPlace,
  type SchemaResources,
  splitFragment,
} from './schema-resources.ts';

/** SchemaViolation is one constraint of a schema that a value violates. */
export interface SchemaViolation {
  /** Place in the value, as a JSONPath. */
  path: string;
  message: string;
}

/** Result of an evaluation: violations, and the members evaluated by the schema (for `unevaluated…`). */
interface Outcome {
  violations: SchemaViolation[];
  properties: Set<string>;
  items: Set<number>;
}

/** Base URIs of the resources that the evaluation went through, outermost first. */
type DynamicScope = readonly string[];

interface Visit {
  schema: JsonSchema;
  place: SchemaPlace;
  value: unknown;
  path: string;
  scope: DynamicScope;
  depth: number;
  budget: WorkBudget;
  outcome: Outcome;
}

const maxDepth = 400;
const newBudget = () => new WorkBudget('Judging the value by this schema', 'Make the schema simpler.');

/** SchemaEvaluator interprets a schema; no code is generated from it. */
export class SchemaEvaluator {
  readonly #resources: SchemaResources;
  readonly #assertFormats: boolean;

  constructor(resources: SchemaResources, options: { assertFormats: boolean }) {
    this.#resources = resources;
    this.#assertFormats = options.assertFormats;
  }

  /**
   * All violations of a value. Throws SchemaError if the schema is unusable, BudgetError if validation is too much
   * work.
   */
  run(schema: unknown, value: unknown, budget = newBudget()): SchemaViolation[] {
    return this.#evaluate(schema, { value, path: '$', scope: [], depth: 0, budget }).violations;
  }

  #evaluate(schema: unknown, at: Pick<Visit, 'value' | 'path' | 'scope' | 'depth' | 'budget'>): Outcome {
    at.budget.spend('steps');
    const outcome: Outcome = { violations: [], properties: new Set(), items: new Set() };
    if (schema === true || schema === undefined) return outcome;
    if (schema === false) {
      outcome.violations.push({ path: at.path, message: 'no value is allowed here' });
      return outcome;
    }
    if (!isSchema(schema)) throw new SchemaError(`${show(schema)} stands where a schema must stand`);
    if (at.depth > maxDepth)
      throw new SchemaError('it refers to itself without end, or the value is nested too deeply');
    const place = this.#resources.placeOf(schema);
    const scope = at.scope.at(-1) === place.base ? at.scope : [...at.scope, place.base];
    const visit: Visit = { ...at, schema, place, scope, outcome };
    const isOld = place.draft === '4' || place.draft === '6' || place.draft === '7';
    if (typeof schema.$ref === 'string') {
      this.#merge(visit, this.#resources.resolve(schema.$ref, place));
      if (isOld) return outcome;
    }
    if (!isOld) this.#dynamicReferences(visit);
    if (place.validates) this.#assertions(visit);
    this.#combinations(visit);
    if (Array.isArray(at.value)) this.#array(visit, at.value);
    else if (isSchema(at.value)) this.#object(visit, at.value);
    return outcome;
  }

  #fail(visit: Visit, message: string): void {
    visit.outcome.violations.push({ path: visit.path, message });
  }

  /** Applies a schema to the same value and merges its whole outcome. */
  #merge(visit: Visit, schema: unknown): void {
    const found = this.#same(visit, schema);
    visit.outcome.violations.push(...found.violations);
    takeOver(visit.outcome, found);
  }

  #same({ value, path, scope, depth, budget }: Visit, schema: unknown): Outcome {
    return this.#evaluate(schema, { value, path, scope, depth: depth + 1, budget });
  }

  #below({ scope, depth, budget }: Visit, schema: unknown, value: unknown, path: string): SchemaViolation[] {
    return this.#evaluate(schema, { value, path, scope, depth: depth + 1, budget }).violations;
  }

  #dynamicReferences(visit: Visit): void {
    const { schema, place, scope } = visit;
    if (place.draft === '2019-09' && typeof schema.$recursiveRef === 'string') {
      let target = this.#resources.resolve(schema.$recursiveRef, place);
      if (isSchema(target) && target.$recursiveAnchor === true) {
        const roots = scope.map((base) => this.#resources.root(base));
        target = roots.find((root) => isSchema(root) && root.$recursiveAnchor === true) ?? target;
      }
      this.#merge(visit, target);
    }
    if (place.draft === '2020-12' && typeof schema.$dynamicRef === 'string') {
      let target = this.#resources.resolve(schema.$dynamicRef, place);
      const name = splitFragment(schema.$dynamicRef)[1];
      if (isSchema(target) && name !== '' && target.$dynamicAnchor === name) {
        const anchors = scope.map((base) => this.#resources.dynamicAnchor(base, name));
        target = anchors.find((anchor) => anchor !== undefined) ?? target;
      }
      this.#merge(visit, target);
    }
  }

  #assertions(visit: Visit): void {
    const { schema, value } = visit;
    if (schema.type !== undefined && !hasType(schema.type, value)) {
      const wanted = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type);
      this.#fail(visit, `expected ${wanted}, got ${jsonTypeOf(value)}`);
    }
    if (Object.hasOwn(schema, 'const') && visit.place.draft !== '4' && !deepEquals(value, schema.const)) {
      this.#fail(visit, `expected ${show(schema.const)}, got ${show(value)}`);
    }
    if (Array.isArray(schema.enum) && !schema.enum.some((item) => deepEquals(item, value))) {
      this.#fail(visit, `expected one of ${show(schema.enum)}, got ${show(value)}`);
    }
    if (typeof value === 'number' || typeof value === 'bigint') this.#number(visit, value);
    if (typeof value === 'string') this.#string(visit, value);
  }

  #number(visit: Visit, value: number | bigint): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = visit.schema;
    const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
    const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
    const fail = (words: string) => this.#fail(visit, `expected a number ${words}, got ${show(value)}`);
    if (isNumber(minimum) && value < minimum) fail(`of at least ${minimum}`);
    if (isNumber(maximum) && value > maximum) fail(`of at most ${maximum}`);
    if (isNumber(above) && value <= above) fail(`greater than ${above}`);
    if (isNumber(below) && value >= below) fail(`less than ${below}`);
    if (isNumber(multipleOf) && !isMultipleOf(value, multipleOf)) fail(`that is a multiple of ${multipleOf}`);
  }

  #string(visit: Visit, value: string): void {
    const { minLength, maxLength, pattern, format } = visit.schema;
    const length = isNumber(minLength) || isNumber(maxLength) ? [...value].length : 0;
    if (isNumber(minLength) && length < minLength)
      this.#fail(visit, `expected at least ${minLength} characters, got ${length}`);
    if (isNumber(maxLength) && length > maxLength)
      this.#fail(visit, `expected at most ${maxLength} characters, got ${length}`);
    if (typeof pattern === 'string' && !matchesPattern(pattern, value)) {
      this.#fail(visit, `expected a match of ${pattern}, got ${show(value)}`);
    }
    if (this.#assertFormats && typeof format === 'string' && !hasFormat(format, value)) {
      this.#fail(visit, `expected the format ${format}, got ${show(value)}`);
    }
  }

  #combinations(visit: Visit): void {
    const { schema, outcome } = visit;
    for (const item of listOf(schema.allOf)) this.#merge(visit, item);
    if (Array.isArray(schema.anyOf)) {
      const found = schema.anyOf.map((item) => this.#same(visit, item));
      const valid = found.filter(({ violations }) => violations.length === 0);
      for (const item of valid) takeOver(outcome, item);
      if (valid.length === 0) this.#fail(visit, `matches none of the alternatives of anyOf${closest(found)}`);
    }
    if (Array.isArray(schema.oneOf)) {
      const found = schema.oneOf.map((item) => this.#same(visit, item));
      const valid = found.filter(({ violations }) => violations.length === 0);
      if (valid.length === 1) takeOver(outcome, valid[0]!);
      else if (valid.length === 0) this.#fail(visit, `matches none of the alternatives of oneOf${closest(found)}`);
      else this.#fail(visit, `matches ${valid.length} alternatives of oneOf, and only one is allowed`);
    }
    if (schema.not !== undefined && this.#same(visit, schema.not).violations.length === 0) {
      this.#fail(visit, 'matches the schema under not');
    }
    this.#condition(visit);
  }

  #condition(visit: Visit): void {
    const { schema, outcome, place } = visit;
    if (schema.if === undefined || place.draft === '4' || place.draft === '6') return;
    const found = this.#same(visit, schema.if);
    if (found.violations.length === 0) takeOver(outcome, found);
    this.#merge(visit, found.violations.length === 0 ? schema.then : schema.else);
  }

  #array(visit: Visit, items: readonly unknown[]): void {
    const { schema, place } = visit;
    if (place.validates) this.#arrayAssertions(visit, items);
    const isNew = place.draft === '2020-12';
    const tuple = isNew ? schema.prefixItems : Array.isArray(schema.items) ? schema.items : undefined;
    const rest = isNew ? schema.items : tuple === undefined ? schema.items : schema.additionalItems;
    const first = Array.isArray(tuple) ? tuple.length : 0;
    for (const [index, item] of items.entries()) {
      const applied = index < first ? (tuple as unknown[])[index] : Array.isArray(rest) ? undefined : rest;
      if (applied === undefined) continue;
      visit.outcome.items.add(index);
      visit.outcome.violations.push(...this.#below(visit, applied, item, `${visit.path}[${index}]`));
    }
    this.#contains(visit, items);
    this.#unevaluatedItems(visit, items);
  }

  #unevaluatedItems(visit: Visit, items: readonly unknown[]): void {
    const { schema, place } = visit;
    if (schema.unevaluatedItems === undefined || place.draft.length === 1) return;
    for (const [index, item] of items.entries()) {
      if (visit.outcome.items.has(index)) continue;
      visit.outcome.violations.push(...this.#below(visit, schema.unevaluatedItems, item, `${visit.path}[${index}]`));
      visit.outcome.items.add(index);
    }
  }

  #arrayAssertions(visit: Visit, items: readonly unknown[]): void {
    const { minItems, maxItems, uniqueItems } = visit.schema;
    if (isNumber(minItems) && items.length < minItems)
      this.#fail(visit, `expected at least ${minItems} items, got ${items.length}`);
    if (isNumber(maxItems) && items.length > maxItems)
      this.#fail(visit, `expected at most ${maxItems} items, got ${items.length}`);
    if (uniqueItems !== true) return;
    const seen = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const text = identityOf(item);
      const earlier = seen.get(text);
      if (earlier !== undefined) {
        this.#fail(visit, `the items ${earlier} and ${index} are equal`);
        return;
      }
      seen.set(text, index);
    }
  }

  #contains(visit: Visit, items: readonly unknown[]): void {
    const { schema, place } = visit;
    if (schema.contains === undefined || place.draft === '4') return;
    const matched: number[] = [];
    for (const [index, item] of items.entries()) {
      if (this.#below(visit, schema.contains, item, visit.path).length === 0) matched.push(index);
    }
    if (place.draft === '2020-12') for (const index of matched) visit.outcome.items.add(index);
    const counts = place.draft.length > 1 && place.validates;
    const minimum = counts && isNumber(schema.minContains) ? schema.minContains : 1;
    const maximum = counts && isNumber(schema.maxContains) ? schema.maxContains : Number.POSITIVE_INFINITY;
    if (matched.length < minimum) {
      this.#fail(
        visit,
        `expected at least ${minimum} item${minimum === 1 ? '' : 's'} that match contains, got ${matched.length}`,
      );
    }
    if (matched.length > maximum)
      this.#fail(visit, `expected at most ${maximum} items that match contains, got ${matched.length}`);
  }

  #object(visit: Visit, value: Record<string, unknown>): void {
    const { schema, place, outcome } = visit;
    const names = Object.keys(value);
    if (place.validates) this.#objectAssertions(visit, value, names);
    for (const name of names) {
      const applied = schemasFor(schema, name);
      if (applied.length > 0) outcome.properties.add(name);
      for (const item of applied) this.#member(visit, item, value, name);
      if (schema.propertyNames !== undefined && place.draft !== '4') this.#name(visit, name);
    }
    this.#dependencies(visit, value);
    if (schema.unevaluatedProperties === undefined || place.draft.length === 1) return;
    for (const name of names) {
      if (outcome.properties.has(name)) continue;
      this.#member(visit, additional(schema.unevaluatedProperties), value, name);
      outcome.properties.add(name);
    }
  }

  #name(visit: Visit, name: string): void {
    const found = this.#below(visit, visit.schema.propertyNames, name, visit.path);
    if (found.length > 0) this.#fail(visit, `the name ${show(name)} is not allowed: ${found[0]!.message}`);
  }

  #member(visit: Visit, schema: unknown, value: Record<string, unknown>, name: string): void {
    if (schema === notDeclared) this.#fail(visit, `the property ${show(name)} is not declared and not allowed`);
    else visit.outcome.violations.push(...this.#below(visit, schema, value[name], `${visit.path}${pathStep(name)}`));
  }

  #objectAssertions(visit: Visit, value: Record<string, unknown>, names: readonly string[]): void {
    const { required, minProperties, maxProperties, dependentRequired } = visit.schema;
    for (const name of listOf(required)) {
      if (typeof name === 'string' && !Object.hasOwn(value, name))
        this.#fail(visit, `the property ${show(name)} is missing`);
    }
    if (isNumber(minProperties) && names.length < minProperties) {
      this.#fail(visit, `expected at least ${minProperties} properties, got ${names.length}`);
    }
    if (isNumber(maxProperties) && names.length > maxProperties) {
      this.#fail(visit, `expected at most ${maxProperties} properties, got ${names.length}`);
    }
    if (visit.place.draft.length > 1 && isSchema(dependentRequired)) {
      for (const [name, wanted] of Object.entries(dependentRequired))
        this.#requires(visit, value, name, listOf(wanted));
    }
  }

  #requires(visit: Visit, value: Record<string, unknown>, name: string, wanted: readonly unknown[]): void {
    if (!Object.hasOwn(value, name)) return;
    for (const other of wanted) {
      if (typeof other === 'string' && !Object.hasOwn(value, other)) {
        this.#fail(visit, `the property ${show(other)} is missing, which ${show(name)} requires`);
      }
    }
  }

  #dependencies(visit: Visit, value: Record<string, unknown>): void {
    const { dependencies, dependentSchemas } = visit.schema;
    if (visit.place.draft.length > 1 && isSchema(dependentSchemas)) {
      for (const [name, schema] of Object.entries(dependentSchemas)) {
        if (Object.hasOwn(value, name)) this.#merge(visit, schema);
      }
    }
    if (!isSchema(dependencies)) return;
    for (const [name, wanted] of Object.entries(dependencies)) {
      if (Array.isArray(wanted) || typeof wanted === 'string') this.#requires(visit, value, name, [wanted].flat());
      else if (Object.hasOwn(value, name)) this.#merge(visit, wanted);
    }
  }
}

/** Stands for `false` if a better sentence than "no value is allowed" is possible. */
const notDeclared = Symbol('not declared');

function additional(schema: unknown): unknown {
  return schema === false ? notDeclared : schema;
}

function schemasFor(schema: JsonSchema, name: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const applied = isSchema(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  if (isSchema(patternProperties)) {
    for (const [pattern, item] of Object.entries(patternProperties)) {
      if (matchesPattern(pattern, name)) applied.push(item);
    }
  }
  if (applied.length === 0 && additionalProperties !== undefined) applied.push(additional(additionalProperties));
  return applied;
}

function takeOver(into: Outcome, from: Outcome): void {
  for (const name of from.properties) into.properties.add(name);
  for (const index of from.items) into.items.add(index);
}

function closest(found: readonly Outcome[]): string {
  const best = found.toSorted((left, right) => left.violations.length - right.violations.length)[0]?.violations[0];
  return best === undefined ? '' : ` (closest: ${best.path} ${best.message})`;
}

function hasType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((item) => hasType(item, value));
  const found = jsonTypeOf(value);
  return found === type || (type === 'number' && found === 'integer');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function pathStep(name: string): string {
  return /^[A-Za-z_][\w]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** The same text for equal values, regardless of key order. */
function identityOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(identityOf).join()}]`;
  if (!isSchema(value)) return stringifyExactJson(Object.is(value, -0) ? 0 : value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${identityOf(item)}`);
  return `{${entries.sort().join()}}`;
}
