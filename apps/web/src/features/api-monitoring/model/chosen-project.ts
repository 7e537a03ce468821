import { chosenProjectOf } from '../../../shared/projects/area-projects.ts';

/** The last opened monitoring project in this browser. */
export const chosenProject = chosenProjectOf('api-monitoring');
