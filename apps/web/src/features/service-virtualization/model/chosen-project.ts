import { chosenProjectOf } from '../../../shared/projects/area-projects.ts';

/** The project of service virtualization that was open last in this browser. */
export const chosenProject = chosenProjectOf('service-virtualization');
