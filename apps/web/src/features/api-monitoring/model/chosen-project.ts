import { chosenProjectOf } from '../../../shared/projects/area-projects.ts';

/** The project of monitoring that was open last in this browser. */
export const chosenProject = chosenProjectOf('api-monitoring');
