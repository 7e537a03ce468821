import type { HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import { firstChild, readXml } from '../document/xml-document.ts';
import type { ImportedCollection } from '../imported-collection.ts';
import type { FileOptions } from '../named-files.ts';
import { type CollectionDraft, folderPath, importSafely, newStep } from '../step-parts.ts';
import { jmeterAssertions, type Reader } from './jmeter-assertions.ts';
import { Expressions } from './jmeter-expressions.ts';
import { jmeterExtractors } from './jmeter-extractors.ts';
import { jmeterRequest } from './jmeter-request.ts';
import {
  argumentsOf,
  collectionOf,
  type JmeterNode,
  nodesOf,
  propertyGroup,
  propertyOf,
  type XmlNode,
} from './jmeter-values.ts';

/** What applies to the samplers in a branch of the plan, nearest first. */
interface Scope {
  folders: readonly string[];
  defaults: readonly XmlNode[];
  headers: readonly KeyValue[];
  cookies: readonly { name: string; value: string; domain: string }[];
  logins: readonly XmlNode[];
  assertions: readonly JmeterNode[];
  extractors: readonly JmeterNode[];
}

interface Tools {
  draft: CollectionDraft;
  expressions: Expressions;
}

const samplers = new Set([
  'HTTPSamplerProxy',
  'HTTPSampler',
  'HTTPSampler2',
  'HTTPSampler3',
  'HTTPSamplerFull',
  'GraphQLHTTPSampler',
]);
/** Elements irrelevant to a single request: listeners, timers and load shaping. */
const silent =
  /Timer$|Collector$|Visualizer$|Gui$|Listener$|Report$|^(CacheManager|DNSCacheManager|KeystoreConfig|DebugSampler|DebugPostProcessor|BoltConnectionElement|LoginConfig|TestAction|Summariser|RecordingController|ProxyControl|WorkBench|HttpMirrorControl|ResultSaver|HTTPSamplerBase|URLRewritingModifier|AnchorModifier)$/;
const conditional =
  /^(IfController|WhileController|ForeachController|SwitchController|LoopController|RandomController|RandomOrderController|InterleaveControl|ThroughputController|RunTime|OnceOnlyController)$/;
/** Elements whose place in the tree is not a folder named by the user. */
const folderless = /^(TestPlan|LoopController)$/;

/**
 * importJmeter makes requests from the HTTP samplers of a JMeter test plan (.jmx), with the defaults, headers, cookies,
 * credentials, assertions and extractors in their scope. Variables become `{{name}}`. Anything without an equivalent is
 * reported; no file that the plan names is read, and it never throws.
 */
export function importJmeter(text: string, options: FileOptions = {}): ImportedCollection {
  const read = (draft: CollectionDraft) => {
    const root = readXml(text, 'document', draft.problems);
    if (!root) return;
    if (root.localName !== 'jmeterTestPlan' && root.localName !== 'hashTree') {
      draft.problems.add(
        'document',
        `The root element is ${root.nodeName}; a JMeter test plan begins with jmeterTestPlan.`,
      );
      return;
    }
    const tree = root.localName === 'hashTree' ? root : firstChild(root, 'hashTree');
    const expressions = new Expressions(draft.problems, (name, value) =>
      draft.addVariable({ name, value, isSecret: isSecretName(name) }, 'variables'),
    );
    const nodes = tree ? nodesOf(tree) : [];
    const plan = nodes.find(({ kind }) => kind === 'TestPlan');
    if (plan) draft.title = plan.name;
    const scope: Scope = {
      folders: [],
      defaults: [],
      headers: [],
      cookies: [],
      logins: [],
      assertions: [],
      extractors: [],
    };
    readBranch(nodes, scope, { draft, expressions });
    if (draft.steps.length === 0) draft.problems.add('document', 'The test plan has no HTTP requests to import.');
  };
  return importSafely('Imported test plan', read, options);
}

const isSecretName = (name: string): boolean => /pass(word|wd)?$|secret|token|api[-_]?key/i.test(name);

function readBranch(nodes: readonly JmeterNode[], outer: Scope, tools: Tools): void {
  const scope = nodes.reduce((inner, node) => widened(inner, node, tools), outer);
  for (const node of nodes) {
    if (samplers.has(node.kind)) addSampler(node, scope, tools);
    else if (node.kind === 'SoapSampler') addSoapSampler(node, scope, tools);
    else readOther(node, scope, tools);
  }
}

function readOther(node: JmeterNode, scope: Scope, tools: Tools): void {
  const { kind, name } = node;
  const place = folderPath([...scope.folders, name]);
  const { problems } = tools.draft;
  if (kind === 'TestPlan') addVariables(propertyGroup(node.element, 'TestPlan.user_defined_variables'), tools);
  if (kind === 'Arguments') addVariables(node.element, tools);
  if (kind === 'CSVDataSet') noteDataSet(node, place, tools);
  if (kind === 'IncludeController')
    problems.add(
      place,
      `The plan ${propertyOf(node.element, 'IncludeController.includepath') ?? ''} is not read; import it by itself.`,
    );
  else if (kind === 'ModuleController')
    problems.add(place, 'A module of another place is called here; its requests are imported once, where they stand.');
  else if (conditional.test(kind) && !isOnce(node))
    problems.add(place, `${kind} decides when its requests are sent; here each is sent once, in order.`);
  else if (isUnknown(kind)) problems.add(place, `${kind} has no equal here; it was left out.`);
  const isFolder = !folderless.test(kind) || node.name !== kind;
  const folders = kind !== 'TestPlan' && isFolder ? [...scope.folders, name] : scope.folders;
  readBranch(node.children, { ...scope, folders }, tools);
}

const isOnce = ({ kind, element }: JmeterNode): boolean =>
  kind === 'LoopController' && ['1', undefined].includes(propertyOf(element, 'LoopController.loops'));

const known =
  /^(TestPlan|Arguments|CSVDataSet|ConfigTestElement|HeaderManager|CookieManager|AuthManager|TestFragmentController|GenericController|TransactionController|SimpleController)$|ThreadGroup$/;
const isUnknown = (kind: string): boolean =>
  !known.test(kind) &&
  !silent.test(kind) &&
  !conditional.test(kind) &&
  !Object.hasOwn(jmeterAssertions, kind) &&
  !Object.hasOwn(jmeterExtractors, kind);

/** A configuration element applies to every sampler next to it and below. */
function widened(scope: Scope, node: JmeterNode, { expressions }: Tools): Scope {
  const { element, kind } = node;
  const place = folderPath([...scope.folders, node.name]);
  const text = (value: string | undefined) => expressions.convert(value ?? '', place);
  if (kind === 'ConfigTestElement') return { ...scope, defaults: [element, ...scope.defaults] };
  if (kind === 'AuthManager')
    return { ...scope, logins: [...collectionOf(element, 'AuthManager.auth_list'), ...scope.logins] };
  if (Object.hasOwn(jmeterAssertions, kind)) return { ...scope, assertions: [...scope.assertions, node] };
  if (Object.hasOwn(jmeterExtractors, kind)) return { ...scope, extractors: [...scope.extractors, node] };
  if (kind === 'HeaderManager') {
    const own = collectionOf(element, 'HeaderManager.headers')
      .map((item) => ({
        key: text(propertyOf(item, 'Header.name')).trim(),
        value: text(propertyOf(item, 'Header.value')),
      }))
      .filter(({ key }) => key !== '');
    const names = new Set(own.map(({ key }) => key.toLowerCase()));
    return { ...scope, headers: [...scope.headers.filter(({ key }) => !names.has(key.toLowerCase())), ...own] };
  }
  if (kind === 'CookieManager') {
    const own = collectionOf(element, 'CookieManager.cookies').map((item) => ({
      name: text(item.getAttribute('name') ?? ''),
      value: text(propertyOf(item, 'Cookie.value')),
      domain: text(propertyOf(item, 'Cookie.domain')).replace(/^\./, ''),
    }));
    return { ...scope, cookies: [...scope.cookies, ...own.filter(({ name }) => name !== '')] };
  }
  return scope;
}

function addVariables(holder: XmlNode | undefined, { draft, expressions }: Tools): void {
  for (const { name, value } of holder ? argumentsOf(holder) : []) {
    if (name.trim() === '') continue;
    const variable = { name: name.trim(), value: expressions.convert(value, `variable ${name}`) };
    draft.addVariable({ ...variable, isSecret: isSecretName(name) }, `variable ${name}`);
  }
}

function noteDataSet({ element }: JmeterNode, place: string, { draft }: Tools): void {
  const file = propertyOf(element, 'filename') ?? '';
  const names = propertyOf(element, 'variableNames')?.trim() || 'those of its first line';
  draft.problems.add(place, `The data file ${file} is not read. Attach it as a data set; its variables are ${names}.`);
}

function addSampler(node: JmeterNode, outer: Scope, tools: Tools): void {
  // Elements below a sampler apply only to it.
  const scope = node.children.reduce((inner, child) => widened(inner, child, tools), outer);
  const place = folderPath([...scope.folders, node.name]);
  const reader: Reader = {
    text: (text) => tools.expressions.convert(text, place),
    problem: (reason) => tools.draft.problems.add(place, reason),
    files: tools.draft.files,
  };
  const request = jmeterRequest(node.element, scope.defaults, scope.headers, reader);
  tools.draft.addStep(
    newStep({
      ...request,
      name: reader.text(node.name),
      group: folderPath(scope.folders),
      headers: headersOf(scope, request.url),
      authentication: authenticationOf(scope, request.url, reader),
      ...resultsOf(scope, reader),
    }),
  );
  noteChildren(node, reader);
}

/** A sampler can contain other samplers only through controllers; scripts and similar elements are reported. */
function noteChildren({ children }: JmeterNode, { problem }: Reader): void {
  for (const { kind, name } of children)
    if (isUnknown(kind)) problem(`${kind} (${name}) has no equal here; it was left out.`);
}

function resultsOf(scope: Scope, reader: Reader): { assertions: HttpAssertion[]; dataHandlers: HttpDataHandler[] } {
  return {
    assertions: scope.assertions.flatMap((node) => jmeterAssertions[node.kind]?.(node, reader) ?? []),
    dataHandlers: scope.extractors.flatMap((node) => jmeterExtractors[node.kind]?.(node, reader) ?? []),
  };
}

/** The SOAP/XML-RPC sampler of JMeter before 4.0. */
function addSoapSampler(node: JmeterNode, outer: Scope, tools: Tools): void {
  const scope = node.children.reduce((inner, child) => widened(inner, child, tools), outer);
  const place = folderPath([...scope.folders, node.name]);
  const reader: Reader = {
    text: (text) => tools.expressions.convert(text, place),
    problem: (reason) => tools.draft.problems.add(place, reason),
  };
  const url = reader.text(propertyOf(node.element, 'SoapSampler.URL_DATA') ?? '');
  const action = propertyOf(node.element, 'SoapSampler.SOAP_ACTION');
  const headers = headersOf(scope, url);
  if (!headers.some(({ key }) => /^content-type$/i.test(key))) headers.push({ key: 'Content-Type', value: 'text/xml' });
  if (action) headers.push({ key: 'SOAPAction', value: `"${reader.text(action)}"` });
  tools.draft.addStep(
    newStep({
      method: 'POST',
      url,
      name: reader.text(node.name),
      group: folderPath(scope.folders),
      headers,
      body: { type: 'xml', content: reader.text(propertyOf(node.element, 'HTTPSamper.xml_data') ?? '') },
      authentication: authenticationOf(scope, url, reader),
      ...resultsOf(scope, reader),
    }),
  );
  noteChildren(node, reader);
}

const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';

function headersOf({ headers, cookies }: Scope, url: string): KeyValue[] {
  const host = hostOf(url);
  const fitting = cookies.filter(
    ({ domain }) =>
      domain === '' ||
      domain.includes('{{') ||
      host === domain.toLowerCase() ||
      host.endsWith(`.${domain.toLowerCase()}`),
  );
  if (fitting.length === 0) return [...headers];
  return [...headers, { key: 'Cookie', value: fitting.map(({ name, value }) => `${name}=${value}`).join('; ') }];
}

function authenticationOf({ logins }: Scope, url: string, { text, problem }: Reader): HttpAuthentication {
  for (const login of logins) {
    const base = text(propertyOf(login, 'Authorization.url') ?? '');
    const domain = text(propertyOf(login, 'Authorization.domain') ?? '');
    const isFor =
      base === '' || url.startsWith(base) || base.includes('{{') || (domain !== '' && domain === hostOf(url));
    if (!isFor) continue;
    const username = text(propertyOf(login, 'Authorization.username') ?? '');
    const password = text(propertyOf(login, 'Authorization.password') ?? '');
    const mechanism = (propertyOf(login, 'Authorization.mechanism') || 'BASIC').toUpperCase();
    if (mechanism === 'DIGEST') return { type: 'digest', username, password };
    if (mechanism.startsWith('BASIC')) return { type: 'basic', username, password };
    problem(`The authentication ${mechanism} is not supported; add its credentials by hand.`);
  }
  return { type: 'none' };
}
