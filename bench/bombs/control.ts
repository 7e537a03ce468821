import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that does nothing else: its response times are the machine's own delay. */
const server = createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('message', () => process.exit(0));
