import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { migrate } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';

/** Where the database is, once it runs. */
export interface DatabaseUrls {
  ownerUrl: string;
  applicationUrl: string;
}

const [urls] = (await once(parentPort!, 'message')) as [DatabaseUrls];
parentPort!.postMessage(await migrate({ ...urls, alongside: JobQueue.install }));
