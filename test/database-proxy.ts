import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

/** A TCP way to the database that can stop forwarding without closing anything, as a lost network does. */
export interface DatabaseProxy {
  url: string;
  /** Freezes the present connections, and with `all` the future ones too. */
  freeze(which: 'present' | 'all'): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function openDatabaseProxy(socketUrl: string): Promise<DatabaseProxy> {
  const target = new URL(socketUrl);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = dial({ path: `${target.searchParams.get('host')}/.s.PGSQL.5432` });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    }
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far);
    far.pipe(near);
    if (frozen) for (const socket of [near, far]) freeze(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `postgresql://${target.username}@127.0.0.1:${port}${target.pathname}`,
    freeze: (which) => {
      frozen = which === 'all';
      for (const socket of sockets) freeze(socket);
    },
    thaw: () => {
      frozen = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function freeze(socket: Socket): void {
  socket.unpipe();
  socket.pause();
}
