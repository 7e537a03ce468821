export { startNameServer, type TestNameServer } from './name-server.ts';
