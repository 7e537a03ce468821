import { createContext, useContext } from 'react';
import { schedulerPaths } from '../paths.ts';

/** SchedulePlace says where the list of schedules is shown; default: on its page in API testing. */
export const SchedulePlace = createContext(schedulerPaths.list);

/** useSchedulePath makes addresses of the list of schedules that is shown. */
export const useSchedulePath = () => useContext(SchedulePlace);
