import { baselineCalls } from './baseline.ts';
import { dataTableCalls } from './data-table.ts';
import { exchangeCalls } from './exchange.ts';
import { executionCalls } from './execution.ts';
import { functionCalls } from './function.ts';
import { healingCalls } from './healing.ts';
import { knownTargetCalls } from './known-target.ts';
import { managementToolCalls } from './management-tool.ts';
import { moduleCalls } from './module.ts';
import { projectCalls } from './project.ts';
import { projectFileCalls } from './project-file.ts';
import { runConfigurationCalls } from './run-configuration.ts';
import { scriptCalls } from './script.ts';
import { stepCalls } from './script-steps.ts';
import { sprintCalls } from './sprint.ts';
import { suiteCalls } from './suite.ts';
import { versionCalls } from './version.ts';
import { workspacePartCalls } from './workspace-parts.ts';

export * from './baseline.ts';
export * from './data-table.ts';
export * from './exchange.ts';
export * from './execution.ts';
export * from './fault-address.ts';
export * from './function.ts';
export * from './healing.ts';
export * from './known-target.ts';
export * from './management-tool.ts';
export * from './module.ts';
export * from './project.ts';
export * from './project-file.ts';
export * from './run-configuration.ts';
export * from './run-settings.ts';
export * from './run-target.ts';
export * from './script.ts';
export * from './script-steps.ts';
export * from './sprint.ts';
export * from './step.ts';
export * from './suite.ts';
export * from './version.ts';

/** repositoryCalls returns the calls common to all keyword-test services. */
export const repositoryCalls = (service: string) => ({
  ...projectCalls(service),
  ...moduleCalls(service),
  ...scriptCalls(service),
  ...stepCalls(service),
  ...functionCalls(service),
  ...versionCalls(service),
  ...dataTableCalls(service),
  ...projectFileCalls(service),
  ...workspacePartCalls(service),
  ...sprintCalls(service),
  ...suiteCalls(service),
  ...exchangeCalls(service),
  ...runConfigurationCalls(service),
  ...knownTargetCalls(service),
  ...managementToolCalls(service),
  ...baselineCalls(service),
  ...healingCalls(service),
  ...executionCalls(service),
});
/** The calls of a keyword-test service. */
export type RepositoryCalls = ReturnType<typeof repositoryCalls>;
