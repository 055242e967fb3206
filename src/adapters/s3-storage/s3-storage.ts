import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Bytes, Storage } from '#platform/storage/storage.ts';

/** Two parts in flight bound what one upload holds in memory. S3 takes no smaller ones. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;

/**
 * Files in a bucket: `s3://bucket/prefix?region=…&endpoint=…`. Credentials come from where every AWS tool looks for them: the
 * `AWS_*` variables, the shared profile or the role of the machine.
 */
export function s3Storage(address: string): Storage {
  const { bucket, prefix, region, endpoint } = readAddress(address);
  // The SDK takes a quarter of a second to load, so only those who use a bucket pay for it.
  const client = lazily(async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const s3: S3Client = new sdk.S3Client({ region, ...(endpoint && { endpoint, forcePathStyle: true }) });
    return { sdk, s3 };
  });
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  const write = async (key: string, bytes: Bytes): Promise<void> => {
    const [{ s3 }, { Upload }] = await Promise.all([client(), import('@aws-sdk/lib-storage')]);
    const source = Buffer.isBuffer(bytes) ? null : Readable.from(bytes, { objectMode: false });
    const params = { ...at(key), Body: source ?? (bytes as Buffer) };
    const upload = new Upload({ client: s3, params, partSize: PART_BYTES, queueSize: PARTS_IN_FLIGHT });
    // If the source failed, that is the error; the SDK may report a failure to clean up after it instead.
    await upload.done().catch((error: unknown) => {
      throw source?.errored ?? error;
    });
  };
  const stream: Storage['stream'] = async (key, range) => {
    const { sdk, s3 } = await client();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await s3.send(new sdk.GetObjectCommand({ ...at(key), Range })).catch(nullIfMissing);
    return found ? (found.Body as Readable) : null;
  };
  return {
    write,
    stream,
    get: async (key) => {
      const body = await stream(key);
      return body && Buffer.concat(await body.toArray());
    },
    delete: async (key) => {
      const { sdk, s3 } = await client();
      await s3.send(new sdk.DeleteObjectCommand(at(key)));
    },
  };
}

function readAddress(address: string) {
  const url = new URL(address);
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: folder && `${folder}/`,
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    endpoint: url.searchParams.get('endpoint') ?? undefined,
  };
}

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

function nullIfMissing(error: { name?: string }): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null;
  throw error;
}
