import { createHash } from 'node:crypto';
import type { RefusalKind } from '../refusal.ts';
import type { SimulatorObjects } from './simulator-store.ts';

/** The first outcome of a key is its only one. Two at once: the insert of the second waits for the first to commit. */
export async function once<T>(
  objects: SimulatorObjects,
  call: { account: string; key: string; operation: string; parameters: unknown; reused: RefusalKind },
  work: () => Promise<T>,
): Promise<T> {
  const parameters = JSON.stringify([call.operation, call.parameters], textOfBigint);
  const fingerprint = createHash('sha256').update(parameters).digest('hex');
  const id = `${call.account} ${call.key}`;
  if (await objects.insert('idempotency-key', id, call.account, { fingerprint })) {
    const result = await work();
    await objects.update('idempotency-key', id, { fingerprint, result });
    return result;
  }
  const remembered = await objects.find<{ fingerprint: string; result: T }>('idempotency-key', id);
  if (remembered!.fingerprint !== fingerprint) throw call.reused();
  return remembered!.result;
}

const textOfBigint = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
