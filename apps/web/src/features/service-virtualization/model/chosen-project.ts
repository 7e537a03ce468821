import { preferences, usePreferences } from '../../../shared/preferences.ts';

const area = 'service-virtualization';

/** The project of service virtualization that was open last in this browser. */
export const chosenProject = {
  get: (): string | null => preferences.get().areaProjects[area] ?? null,
  set: (projectId: string): void =>
    preferences.set({ areaProjects: { ...preferences.get().areaProjects, [area]: projectId } }),
};

/** useChosenProject follows the project that was open last. */
export const useChosenProject = (): string | null => usePreferences().areaProjects[area] ?? null;
