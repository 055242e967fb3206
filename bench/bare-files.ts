// A server that sends one file as a stream and does nothing else: `node bench/bare-files.ts <path>` prints its port.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const path = process.argv[2]!;
const { size } = statSync(path);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
  pipeline(createReadStream(path), response, () => undefined);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
