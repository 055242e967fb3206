import { Resolver } from 'node:dns/promises';
import { z } from 'zod';
import { type Dns, dns } from '#modules/websites/index.ts';
import { type Adapter, adapter, ProviderUnavailable } from '#platform/ports/port.ts';

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** The name or the record does not exist. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** The given name servers, or those that this machine uses. */
export function systemDns(servers?: string[]): Adapter<Dns> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const client: Dns = {
    texts: async (name) => (await found(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    targets: async (name) => {
      const all = await Promise.all([
        found(resolver.resolveCname(name)),
        found(resolver.resolve4(name)),
        found(resolver.resolve6(name)),
      ]);
      return all.flat();
    },
  };
  return adapter({ port: dns, name: 'system-dns', config: z.object({}), connect: () => client });
}

async function found<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code && NOTHING.has(code)) return [];
    throw ProviderUnavailable('The name servers cannot be reached. Try again.');
  }
}
