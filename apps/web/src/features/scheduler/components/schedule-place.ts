import { createContext, useContext } from 'react';
import { schedulerPaths } from '../paths.ts';

/** SchedulePlace is the context for the path of the list of schedules; default: its API testing page. */
export const SchedulePlace = createContext(schedulerPaths.list);

/** useSchedulePath returns a function that creates addresses of the displayed list of schedules. */
export const useSchedulePath = () => useContext(SchedulePlace);
