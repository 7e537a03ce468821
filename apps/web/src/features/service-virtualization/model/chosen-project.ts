import { chosenProjectOf } from '../../../shared/projects/area-projects.ts';

/** The last opened project of service virtualization in this browser. */
export const chosenProject = chosenProjectOf('service-virtualization');
