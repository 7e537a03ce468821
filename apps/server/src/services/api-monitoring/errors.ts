import { defineErrors } from '@touchstone/kernel';

export const apiMonitoringErrors = defineErrors('API_MONITORING', {
  projectNotFound: [404, 'No such project, or you have no access to it.'],
  projectNameTaken: [409, 'A project with this name already exists.'],
  collectionNotFound: [404, 'No such collection, or you have no access to it.'],
  collectionNameTaken: [409, 'A collection named "{name}" exists in this project already. Choose another name.'],
  monitorNotFound: [404, 'No such monitored API, or you have no access to it.'],
  monitorNameTaken: [409, 'A monitored API named "{name}" exists in this collection already. Choose another name.'],
  limitReached: [403, 'Your plan monitors up to {limit} APIs at once. Stop one, or upgrade your plan.'],
  kindIsFixed: [409, 'The kind of a monitored API can’t be changed. Create a new one.'],
  otherProject: [409, 'Monitored APIs can be moved within their project only.'],
  testDeleted: [404, 'Test Suite/Script is deleted already.'],
  environmentElsewhere: [400, 'The environment is not one of {place}. Choose another one.'],
  invalidMonitor: [400, 'This monitored API can’t be checked. See details.'],
  noHeartbeat: [409, 'Only heartbeats have an address. This monitored API is checked by the product.'],
  heartbeatUnknown: [404, 'No heartbeat has this address. It may have been renewed or deleted.'],
  heartbeatStopped: [409, 'This heartbeat is stopped. Start it to take calls again.'],
});
