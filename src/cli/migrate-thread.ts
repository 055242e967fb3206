import { parentPort, workerData } from 'node:worker_threads';
import { migrate } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';

const { ownerUrl, applicationUrl } = workerData as { ownerUrl: string; applicationUrl: string };
parentPort!.postMessage(await migrate({ ownerUrl, applicationUrl, alongside: JobQueue.install }));
