import { chosenProjectOf } from '../../../shared/projects/area-projects.ts';

/** The project of web testing that was open last in this browser. */
export const chosenProject = chosenProjectOf('web-testing');
