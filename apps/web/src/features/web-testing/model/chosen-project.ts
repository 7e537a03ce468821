import { chosenProjectOf } from '../../../shared/projects/area-projects.ts';

/** The last opened project of web testing in this browser. */
export const chosenProject = chosenProjectOf('web-testing');
