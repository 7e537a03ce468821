import type { MonitorDefinition, MonitorRules } from '@touchstone/contracts/api-monitoring';
import type { ErrorDetail } from '@touchstone/kernel';

/** How a monitor refers to a test. */
export interface TestReference {
  kind: 'api-script' | 'api-suite' | 'workflow';
  projectId: string;
  testId: string;
}

/** testOf returns the test that a definition refers to, if any. */
export function testOf(definition: MonitorDefinition): TestReference | undefined {
  switch (definition.kind) {
    case 'api-script':
      return { kind: definition.kind, projectId: definition.projectId, testId: definition.scriptId };
    case 'api-suite':
      return { kind: definition.kind, projectId: definition.projectId, testId: definition.suiteId };
    case 'workflow':
      return { kind: definition.kind, projectId: definition.projectId, testId: definition.flowId };
    default:
      return undefined;
  }
}

/** targetOf returns a short description of the target; for a test, its title. */
export function targetOf(definition: MonitorDefinition, title: string | undefined): string {
  switch (definition.kind) {
    case 'http':
      return `${definition.method} ${definition.url}`;
    case 'soap':
    case 'websocket':
      return definition.url;
    case 'tls':
    case 'tcp':
      return `${definition.host}:${definition.port}`;
    case 'dns':
      return `${definition.recordType} ${definition.hostName}`;
    case 'domain':
      return definition.domainName;
    case 'heartbeat':
      return '';
    default:
      return title ?? '';
  }
}

const isRun = ({ kind }: MonitorDefinition): boolean => kind === 'api-suite' || kind === 'workflow';
const longestCheckMs = 60_000;

/** monitorFaults returns contradictions in a monitor's settings, by field. */
export function monitorFaults(
  definition: MonitorDefinition,
  { timeoutMs, regions, downIn, confirmFrom }: MonitorRules,
): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const fault = (path: string, message: string) => faults.push({ path, message });
  const places = Math.max(1, regions.length);
  if (!isRun(definition) && timeoutMs > longestCheckMs)
    fault('timeoutMs', 'The timeout of a check is at most 60,000 ms. Only suites and workflows may take longer.');
  if (downIn > places)
    fault(
      'downIn',
      `It is checked in ${places} ${places === 1 ? 'place' : 'places'}, so it can be down in at most ${places}.`,
    );
  if (confirmFrom !== null && regions.includes(confirmFrom))
    fault('confirmFrom', 'A region that checks it already can’t confirm. Choose another one.');
  if (definition.kind !== 'heartbeat') return faults;
  if (regions.length > 0 || confirmFrom !== null) fault('regions', 'A heartbeat calls the product: it has no regions.');
  return faults;
}
