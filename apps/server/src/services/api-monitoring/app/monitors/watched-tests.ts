import { canWrite } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { ApiTesting } from '../../../api-testing/index.ts';
import type { FlowsDoor } from '../../../flows/index.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import type { TestReference } from '../../domain/definition.ts';
import { apiMonitoringErrors } from '../../errors.ts';

/** A test as shown on monitors. */
export interface WatchedTest {
  title: string;
  link: string | null;
}

interface Needs {
  apiTesting: Pick<ApiTesting, 'scriptTargets' | 'suiteTargets'>;
  flows: Pick<FlowsDoor, 'placedFlows' | 'pathOf' | 'openConfiguration'>;
  workspaces: Workspaces;
}

/** To monitor a test, a caller must be allowed to change it; the call's own access is that to the monitors. */
const asTester = (caller: Actor): Actor => ({ ...caller, workspaceAccess: canWrite });

/** createWatchedTests resolves the tests that monitors refer to. */
export function createWatchedTests({ apiTesting, flows, workspaces }: Needs) {
  const describe = async (organizationId: string, reference: TestReference): Promise<WatchedTest | undefined> => {
    const { kind, projectId, testId } = reference;
    const scope = { organizationId, projectId };
    if (kind === 'api-script') return (await apiTesting.scriptTargets.describe(scope, [testId])).get(testId);
    if (kind === 'api-suite') return (await apiTesting.suiteTargets.describe(scope, [testId])).get(testId);
    const [flow] = await flows.placedFlows.find(organizationId, [testId]);
    if (flow?.projectId !== projectId) return undefined;
    return { title: flow.name, link: await flows.pathOf({ ...scope, flowId: testId }) };
  };
  return {
    /** Undefined if the test has been deleted. Doesn't check the caller's permissions. */
    describe,
    /** Opens a test for monitoring; the caller must be allowed to run it. */
    async open(caller: Actor, reference: TestReference): Promise<WatchedTest> {
      await workspaces.open(asTester(caller), reference.projectId, 'edit');
      const test = await describe(caller.organizationId, reference);
      if (!test) throw new AppError(apiMonitoringErrors.testDeleted);
      return test;
    },
    /** Throws if the run configuration isn't in the workspace of the test. */
    async assertConfiguration(caller: Actor, projectId: string, configurationId: string): Promise<void> {
      await flows.openConfiguration(asTester(caller), projectId, configurationId);
    },
  };
}
/** WatchedTests resolves the tests that monitors refer to. */
export type WatchedTests = ReturnType<typeof createWatchedTests>;
