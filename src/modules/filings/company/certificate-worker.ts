import { parentPort, workerData } from 'node:worker_threads';
import { realNow } from '#platform/date.ts';
import { Refusal } from '#platform/refusal.ts';
import { openCertificate } from './certificate.ts';

/** Opens one certificate file and ends. How long that takes is up to whoever made the file. */
const { p12, password } = workerData as { p12: Uint8Array; password: string };
try {
  parentPort!.postMessage({ key: openCertificate(Buffer.from(p12), password, realNow()) });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  parentPort!.postMessage({ refused: error.kind.code, detail: error.message });
}
