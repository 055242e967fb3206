import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'shop';

export interface Bucket {
  /** For the storage of the service, with the prefix `files`. */
  url: string;
  /** The keys of the test server, where every AWS tool finds them. */
  credentials: Record<string, string>;
  /** The keys of its objects. */
  keys(): Promise<string[]>;
  stop(): Promise<void>;
}

/** An S3-compatible server with one bucket, whose objects are in this folder. */
export async function startBucket(folder: string): Promise<Bucket> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `s3://${BUCKET}/files?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    credentials: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    keys: async () => {
      const names = await readdir(join(folder, BUCKET), { recursive: true });
      return names.flatMap((name) => (name.endsWith('._S3rver_object') ? name.replace('._S3rver_object', '') : []));
    },
    stop: () => server.close(),
  };
}
