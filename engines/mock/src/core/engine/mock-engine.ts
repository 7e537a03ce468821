import { newId, type RandomSource, seededRandom } from '@touchstone/kernel';
import { corsHeaders, preflight } from '../answer/cors.ts';
import { isStatic, makeAnswer } from '../answer/make-answer.ts';
import { type MockAnswer, notServed, plainAnswer, upgradeRequired, upstreamAnswer } from '../answer/mock-answer.ts';
import { Journal, type JournalEntry } from '../journal/journal.ts';
import { type NearMiss, rankNearMisses } from '../journal/near-miss.ts';
import { compileRequest, type RequestMatcher } from '../match/request-matcher.ts';
import type { Guard, MatcherContext } from '../match/value-matcher.ts';
import { parseStub } from '../parse/parse-stub.ts';
import { type MockRequest, RequestView } from '../request/request-view.ts';
import { isMessage, isOfWebSocket, messageMethod } from '../request/web-socket.ts';
import type { Resource } from '../resources/resource.ts';
import { type Scenario, scenariosOf } from '../state/scenarios.ts';
import { scopeOf } from '../state/scope-of.ts';
import { StateStore } from '../state/state-store.ts';
import type { MockProblem, RequestPattern, StateScope, Stub } from '../stub.ts';
import { type CompiledStub, compileStub, type PreparedStub } from '../stub-index/compiled-stub.ts';
import { StubIndex } from '../stub-index/stub-index.ts';
import { type ContractValidator, isRefusedBy, judgeRequest, strictRefusal } from './contract-validator.ts';
import { DefaultStubs } from './default-stubs.ts';
import { TemplateRenderer } from './render.ts';
import { RequestLimits } from './request-limits.ts';
import { defaultSettings, type MockSettings, upstreamOf } from './settings.ts';
import { unmatchedAnswer } from './unmatched-answer.ts';

/** Dependencies of a mock; all have defaults. */
export interface MockEngineOptions {
  settings?: Partial<MockSettings>;
  /** Number of requests kept in the journal; default 10,000. */
  journalLimit?: number;
  /** The same seed gives the same sequence of random values; without one it differs each time. */
  seed?: number;
  now?: () => Date;
  /** Limits how long costly expressions run; see `Guard`. */
  guard?: Guard;
  /** Content of the files referenced by stubs. */
  file?: (name: string) => Uint8Array | undefined;
  /** Realistic values by the name of their generator. */
  fake?: (name: string, random: RandomSource) => unknown;
  hostname?: string;
}

const nearLimit = 500;
const shownNearLimit = 60;

/**
 * MockEngine is a mock without a socket: stubs, state, resources and a journal. `serve` decides the response to a
 * request; the caller, which owns the connection, sends it. Each request is handled synchronously, so no request sees a
 * half-applied change.
 */
export class MockEngine {
  readonly index = new StubIndex();
  readonly state = new StateStore();
  readonly journal: Journal;
  readonly settings: MockSettings;
  readonly resources = new Map<string, Resource>();
  /** The stubs that a reset restores. */
  readonly defaults = new DefaultStubs();
  /** Descriptions that requests are validated against. */
  validators: ContractValidator[] = [];
  /** A disabled mock answers 503. */
  isEnabled = true;
  readonly #options: MockEngineOptions;
  readonly #random: RandomSource;
  readonly #renderer: TemplateRenderer;
  readonly #context: MatcherContext;
  readonly #work: RequestLimits;
  #sequence = 0;
  /** Set during a trial, which changes nothing and doesn't advance the sequence of random values. */
  #isTrying = false;

  constructor(options: MockEngineOptions = {}) {
    this.#options = options;
    this.settings = { ...defaultSettings, ...options.settings };
    this.journal = new Journal(options.journalLimit ?? 10_000);
    const random = options.seed === undefined ? Math.random : seededRandom(options.seed);
    this.#random = () => (this.#isTrying ? Math.random() : random());
    const now = options.now ?? (() => new Date());
    this.#work = new RequestLimits(options.guard);
    this.#context = { ...this.#work.limits, now, problem: () => undefined };
    const { fake } = options;
    this.#renderer = new TemplateRenderer(this.state, {
      random: this.#random,
      now,
      fake: (name) => fake?.(name, this.#random),
      hostname: options.hostname ?? 'localhost',
      limits: this.#context,
    });
  }

  /** Adds a stub, or replaces the one with its id in place, unless it has problems, which are returned. */
  put(value: unknown, path = 'stub'): { stub: Stub; problems: MockProblem[] } {
    const prepared = this.prepare(value, path);
    this.add(prepared);
    return prepared;
  }

  /** Parses and compiles a stub, nearly all the work of `put`; it becomes active with `add`. */
  prepare(value: unknown, path = 'stub'): PreparedStub {
    const { stub, problems } = parseStub(value, path);
    const compiled = problems.length > 0 ? undefined : this.#compile(stub, problems, path);
    return { stub, problems, compiled: problems.length > 0 ? undefined : compiled };
  }

  /** Adds a prepared stub, unless it has problems. */
  add({ compiled }: PreparedStub): void {
    if (compiled !== undefined) this.index.add(compiled);
  }

  /** Adds all stubs without problems and returns the problems. The first one is tried last, as in WireMock. */
  putAll(values: readonly unknown[], path = 'mappings'): MockProblem[] {
    return values.flatMap((value, index) => this.put(value, `${path}[${index}]`).problems);
  }

  /** Replaces all stubs and the defaults of a reset. Stubs with unchanged JSON keep their place and state. */
  setDefaults(values: readonly unknown[], path = 'mappings'): MockProblem[] {
    const before = new Map(this.index.list().map(({ stub }) => [stub.id, stub]));
    const problems: MockProblem[] = [];
    this.defaults.clear();
    for (const [index, value] of values.entries()) {
      const { stub, problems: found } = this.put(value, `${path}[${index}]`);
      problems.push(...found);
      before.delete(stub.id);
      if (found.length === 0) this.defaults.keep(stub);
    }
    for (const id of before.keys()) this.index.remove(id);
    return problems;
  }

  remove(id: string): boolean {
    return this.index.remove(id);
  }

  clear(): void {
    for (const { stub } of this.index.list()) this.index.remove(stub.id);
  }

  /** Restores the default stubs. */
  resetStubs(): void {
    this.clear();
    for (const stub of this.defaults.list()) this.put(stub);
  }

  /** Resets stubs, scenarios, key-value state and records, and clears the journal. */
  reset(): void {
    this.resetStubs();
    this.state.reset();
    this.journal.clear();
    for (const resource of this.resources.values()) resource.reset();
  }

  /** Stubs in the order in which they are tried. */
  stubs(): Stub[] {
    return this.index.list().map(({ stub }) => stub);
  }

  /** Scenarios named by the stubs, with the state seen by callers without one of their own. */
  scenarios(): Scenario[] {
    return scenariosOf(this.stubs(), this.state);
  }

  /** Compiles a request pattern for searching the journal. */
  compile(pattern: RequestPattern): { matcher: RequestMatcher; problems: MockProblem[] } {
    const problems: MockProblem[] = [];
    const context = { ...this.#context, problem: (path: string, message: string) => problems.push({ path, message }) };
    const matcher = compileRequest(pattern, 'request', context as MatcherContext);
    const test = (request: RequestView) => {
      this.#work.begin();
      return matcher.test(request);
    };
    return { matcher: { ...matcher, test }, problems };
  }

  /** The stubs that nearly match a request, nearest first. */
  nearMisses(request: RequestView, limit = 3, among = nearLimit): NearMiss[] {
    this.#work.begin();
    return this.#near(request, limit, among);
  }

  #near(request: RequestView, limit: number, among: number): NearMiss[] {
    const near = rankNearMisses(this.index.near(request, among), request, limit);
    for (const miss of near) {
      const { scenarioName: name, requiredScenarioState: required } = miss.stub;
      if (name === undefined || required === undefined) continue;
      const actual = this.state.scenarioState(this.#scopeOf(miss.stub, request), name);
      if (actual !== required) miss.scenario = { name, required, actual };
    }
    return near;
  }

  /** Decides the response to a request, updates the state and writes the journal. */
  serve(request: MockRequest): JournalEntry {
    return this.journal.add(this.#decide(request));
  }

  /** Returns what `serve` would answer without changing state, records or the journal. */
  tryOut(request: MockRequest): JournalEntry {
    this.#isTrying = true;
    try {
      return { ...this.#decide(request), number: 0 };
    } finally {
      this.#isTrying = false;
    }
  }

  /** Like `serve`, but forwards the request to an upstream regardless of the stubs. */
  passOn(request: MockRequest, target: string): JournalEntry {
    const entry = this.#begin(request);
    entry.by = 'upstream';
    entry.answer = upstreamAnswer(target, request.url);
    return this.journal.add(entry);
  }

  #begin(request: MockRequest): Omit<JournalEntry, 'number'> {
    return {
      id: newId(),
      at: this.#context.now().getTime(),
      request: new RequestView(request, this.#context),
      stub: undefined,
      by: 'none',
      answer: notServed,
      scope: '',
      scenario: undefined,
      violations: [],
      notes: [],
    };
  }

  #decide(request: MockRequest): Omit<JournalEntry, 'number'> {
    const entry = this.#begin(request);
    if (!this.isEnabled) {
      entry.answer = plainAnswer(503, 'This mock is switched off.');
      return entry;
    }
    this.#work.begin();
    this.#answer(entry);
    entry.notes.push(...this.#work.notes(entry.request));
    if (this.settings.cors) entry.answer = corsHeaders(entry.answer, entry.request);
    return entry;
  }

  #refuse(entry: Omit<JournalEntry, 'number'>, answer: MockAnswer): void {
    entry.by = 'validation';
    entry.answer = answer;
  }

  #answer(entry: Omit<JournalEntry, 'number'>): void {
    const { request: view } = entry;
    const judged = isMessage(view) ? undefined : judgeRequest(this.validators, view);
    if (judged !== undefined) entry.violations.push(...judged.violations);
    if (judged !== undefined && this.settings.strict && entry.violations.length > 0) {
      this.#refuse(entry, strictRefusal(judged));
      return;
    }
    const compiled = this.index.find(view, (candidate) => this.#isOpen(candidate, view));
    const hasUpstream = upstreamOf(this.settings) !== undefined;
    if (judged?.refusal !== undefined && isRefusedBy(compiled?.stub, hasUpstream)) {
      this.#refuse(entry, judged.refusal);
      return;
    }
    if (compiled !== undefined) this.#answerByStub(compiled, entry);
    else if (isMessage(view)) entry.answer = this.#unmatched(view);
    else this.#answerOtherwise(entry);
    if (entry.answer.conversation !== undefined && !isOfWebSocket(view)) entry.answer = upgradeRequired;
    if (isMessage(view)) return;
    if (entry.by === 'none' || entry.answer.proxy !== undefined) return;
    for (const validator of this.validators) entry.violations.push(...validator.answer(view, entry.answer));
  }

  #answerByStub(compiled: CompiledStub, entry: Omit<JournalEntry, 'number'>): void {
    const { stub, matcher } = compiled;
    const { request: view } = entry;
    entry.stub = stub;
    entry.by = 'stub';
    if (matcher.url.template !== undefined) view.pathParameters = matcher.url.template.read(view.path) ?? {};
    const hasState =
      stub.scenarioName !== undefined || stub.setState !== undefined || this.settings.stateScope !== 'global';
    if (hasState || stub.stateScope !== undefined) entry.scope = this.#scopeOf(stub, view);
    if (compiled.answer !== undefined && this.#isPlain(stub)) {
      entry.answer = compiled.answer;
      // Only a response served more than once is worth caching in serialized form.
      entry.answer.isFixed = true;
    } else {
      entry.answer = this.#make(stub, entry);
      if (
        this.#isPlain(stub) &&
        isStatic(stub, this.settings.globalTemplating) &&
        stub.response.bodyFileName === undefined
      ) {
        compiled.answer = entry.answer;
      }
    }
    this.#moveState(stub, entry);
  }

  /** Whether the stub alone decides the response. */
  #isPlain({ response }: Stub): boolean {
    const { fixedDelay, delayDistribution, globalTemplating } = this.settings;
    const isDelayed = response.fixedDelayMilliseconds === undefined && (fixedDelay ?? delayDistribution) !== undefined;
    return !globalTemplating && !isDelayed;
  }

  #make(stub: Stub, entry: Omit<JournalEntry, 'number'>): MockAnswer {
    const { request, scope, id } = entry;
    const { settings } = this;
    const rendering = { request, scope, id, escapes: settings.escapesTemplates };
    return makeAnswer(stub, request, {
      render: (text, parameters) => this.#renderer.render(text, rendering, parameters),
      renderAfter: (text, parameters) => this.#renderer.renderAfter(text, rendering, parameters),
      file: (name) => this.#options.file?.(name),
      random: this.#random,
      isGloballyTemplated: settings.globalTemplating,
      delays: settings,
      note: (message) => entry.notes.push(message),
    });
  }

  #moveState(stub: Stub, entry: Omit<JournalEntry, 'number'>): void {
    const { scenarioName, newScenarioState, setState } = stub;
    const { scope, request, id } = entry;
    if (scenarioName !== undefined) {
      const from = this.state.scenarioState(scope, scenarioName);
      const to = newScenarioState ?? from;
      if (to !== from && !this.#isTrying) this.state.setScenario(scope, scenarioName, to);
      entry.scenario = { name: scenarioName, from, to };
    }
    if (this.#isTrying) return;
    for (const [key, value] of Object.entries(setState ?? {}))
      try {
        const rendering = { request, scope, id, escapes: false };
        const isTemplate = typeof value === 'string' && value.includes('{{');
        this.state.setValue(scope, key, isTemplate ? this.#renderer.render(value, rendering, {}) : value);
      } catch (error) {
        entry.notes.push(`The state ${key} could not be set: ${error instanceof Error ? error.message : error}`);
      }
  }

  #answerOtherwise(entry: Omit<JournalEntry, 'number'>): void {
    const { request: view } = entry;
    for (const resource of this.resources.values()) {
      const answer = (this.#isTrying ? resource.copy() : resource).answer(view);
      if (answer === undefined) continue;
      entry.by = 'resource';
      entry.answer = answer;
      return;
    }
    const ofPreflight = this.settings.cors ? preflight(view) : undefined;
    const upstream = upstreamOf(this.settings);
    if (ofPreflight !== undefined) {
      entry.by = 'cors';
      entry.answer = ofPreflight;
    } else if (upstream !== undefined) {
      entry.by = 'upstream';
      entry.answer = upstreamAnswer(upstream, view.request.url);
    } else entry.answer = this.#unmatched(view);
  }

  #unmatched(view: RequestView): MockAnswer {
    return unmatchedAnswer(view, this.index.size, () => this.#near(view, 3, shownNearLimit));
  }

  #isOpen({ stub, stateChecks, matcher }: CompiledStub, view: RequestView): boolean {
    if (stub.enabled === false) return false;
    if (isMessage(view) && matcher.methods?.has(messageMethod) !== true) return false;
    const { scenarioName, requiredScenarioState } = stub;
    if (requiredScenarioState === undefined && stateChecks.length === 0) return true;
    const scope = this.#scopeOf(stub, view);
    if (scenarioName !== undefined && requiredScenarioState !== undefined)
      if (this.state.scenarioState(scope, scenarioName) !== requiredScenarioState) return false;
    return stateChecks.every(({ key, matcher }) => {
      const value = this.state.value(scope, key);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return matcher.test(value === undefined || text === undefined ? [] : [text]);
    });
  }

  #scopeOf(stub: Stub, view: RequestView): string {
    const scope: StateScope = stub.stateScope ?? this.settings.stateScope;
    if (scope === 'global') return '';
    const rendering = { request: view, scope: '', id: '', escapes: false };
    try {
      return scopeOf(scope, view, (template) => this.#renderer.render(template, rendering, {}));
    } catch {
      return '';
    }
  }

  #compile(stub: Stub, problems: MockProblem[], path: string): CompiledStub {
    const known = this.index.get(stub.id);
    this.#sequence += 1;
    const context: MatcherContext = {
      ...this.#context,
      problem: (at, message) => problems.push({ path: at, message }),
    };
    return compileStub(stub, known?.sequence ?? this.#sequence, context, path);
  }
}
