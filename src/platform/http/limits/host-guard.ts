import type { Extension } from '../server/server.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Pages for the person at this machine. A page of another site can make a browser send requests here under its own name (DNS
 * rebinding), so other names are not served: neither as `Host` nor as the name that a proxy forwards.
 */
export const localOnly =
  (pages: Extension, alsoUnder?: string): Extension =>
  async (server) => {
    const names = new Set([...LOOPBACK_NAMES, ...(alsoUnder ? [new URL(alsoUnder).hostname] : [])]);
    server.addHook('onRequest', async (request, reply) => {
      const claimed = [request.headers.host, request.headers['x-forwarded-host']].flat();
      const isForeign = claimed.some((host) => host !== undefined && !names.has(host.replace(/:\d+$/, '')));
      if (isForeign) await reply.code(404).send();
    });
    await pages(server);
  };
