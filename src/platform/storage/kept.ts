import { createHash } from 'node:crypto';
import type { TenantSteps } from '../context.ts';
import { realNow } from '../date.ts';
import { insertLooseFiles } from './files.sql.ts';

const making = new Map<string, Promise<Buffer>>();

/**
 * Bytes that are expensive to make, kept by their content: the same content is made once and then read for an hour, until it is
 * swept with the loose files. Requests at the same time share the making.
 */
export function kept(steps: TenantSteps, kind: string, content: unknown, make: () => Promise<Buffer>): Promise<Buffer> {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const key = `kept/${steps.organizationId}/${kind}/${hash}`;
  const shared = making.get(key) ?? readOrMake(steps, key, make).finally(() => making.delete(key));
  making.set(key, shared);
  return shared;
}

async function readOrMake(steps: TenantSteps, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = await steps.storage.get(key);
  if (known) return known;
  const bytes = await make();
  // Another process may be writing the same bytes, or the sweep deleting them: then they are not kept this time.
  const isOurs = await steps.transaction(({ tx }) => insertLooseFiles(tx, [key], realNow()));
  if (isOurs > 0) await steps.storage.write(key, bytes);
  return bytes;
}
