import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { codesIn, killLaunched, signInAt, startService, withDataFolder } from '#test/service-process.ts';

after(killLaunched);

const SLOW_CLIENTS = 20;

test('a process ends on SIGTERM with 0, whatever slow clients do', { timeout: 300_000 }, async () => {
  await withDataFolder(async (folder) => {
    const service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const { token, api } = await signInAt(service.baseUrl, 'ana@example.com', codesIn(folder));
    await api.POST('/v1/organization', { body: { name: 'Colmado Lento' } });
    const { port } = new URL(service.baseUrl);
    const sockets: Socket[] = [];
    const open = async (text: string): Promise<Socket> => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      socket.write(text);
      return socket;
    };
    const head = (first: string, ...lines: string[]) =>
      [first, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, ...lines, '', ''].join('\r\n');
    const drips = setInterval(() => {
      for (const socket of dripping) socket.write(' ');
    }, 50);
    const dripping: Socket[] = [];
    for (let n = 0; n < SLOW_CLIENTS; n++) {
      const body = head('POST /v1/beneficiary HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 60000');
      dripping.push(await open(`${body}{`));
      // Asks for megabytes, and reads none of them.
      (await open(head('GET /openapi.json HTTP/1.1').repeat(20))).pause();
      await open(head('GET /v1/organization/events HTTP/1.1', 'Accept: text/event-stream'));
      await open('GET /v1/user HT');
    }
    await sleep(500);
    assert.equal(await service.stop(), 0);
    clearInterval(drips);
    for (const socket of sockets) socket.destroy();
  });
});
