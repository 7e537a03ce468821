import {
  ChartColumn,
  ChartLine,
  FileKey2,
  FolderKanban,
  Gauge,
  Layers,
  SlidersHorizontal,
  Workflow,
} from 'lucide-react';
import type { HotkeyId } from '../../shared/hotkeys.ts';
import { performancePaths } from '../performance/paths.ts';
import { apiTestingPaths } from './paths.ts';

/** The screens of the area, as navigation, palette and keys show them. */
export const apiTestingScreens = [
  { id: 'workspace', label: 'Workspace', icon: FolderKanban, path: apiTestingPaths.workspace, hotkey: 'goWorkspace' },
  {
    id: 'suites',
    label: 'Test Suites',
    icon: Layers,
    path: (project?: string) => apiTestingPaths.suites(project),
    hotkey: 'goSuites',
  },
  {
    id: 'environments',
    label: 'Environments',
    icon: SlidersHorizontal,
    path: (project?: string) => apiTestingPaths.environments(project),
    hotkey: 'goEnvironments',
  },
  {
    id: 'prerequisites',
    label: 'Pre-Request Variables',
    icon: Workflow,
    path: (project?: string) => apiTestingPaths.prerequisites(project),
    hotkey: 'goPrerequisites',
  },
  {
    id: 'certificates',
    label: 'Certificates',
    icon: FileKey2,
    path: apiTestingPaths.certificates,
    hotkey: 'goCertificates',
  },
  { id: 'performance', label: 'Performance', icon: Gauge, path: performancePaths.area, hotkey: 'goPerformance' },
  { id: 'reports', label: 'Report Dashboard', icon: ChartColumn, path: apiTestingPaths.reports, hotkey: 'goReports' },
  {
    id: 'performanceReports',
    label: 'Performance Reports',
    icon: ChartLine,
    path: performancePaths.dashboard,
    hotkey: 'goPerformanceReports',
  },
] as const satisfies readonly {
  id: string;
  label: string;
  icon: unknown;
  path: (project?: string) => string;
  hotkey: HotkeyId;
}[];

/** A script begins as a draft in the editor of its suite; the address asks for suite and name. */
export const apiTestingNewScript = {
  label: 'Create test script',
  path: (project?: string) => apiTestingPaths.suites(project, 'script'),
} as const;

/** Where requests of other tools are brought in. */
export const apiTestingImport = {
  label: 'Import requests',
  path: apiTestingPaths.import,
} as const;
