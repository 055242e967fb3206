import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
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
  const s3 = new S3Client({ region, ...(endpoint && { endpoint, forcePathStyle: true }) });
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  const write = async (key: string, bytes: Bytes): Promise<void> => {
    const source = Buffer.isBuffer(bytes) ? null : Readable.from(bytes, { objectMode: false });
    const params = { ...at(key), Body: source ?? (bytes as Buffer) };
    const upload = new Upload({ client: s3, params, partSize: PART_BYTES, queueSize: PARTS_IN_FLIGHT });
    // If the source failed, that is the error; the SDK may report a failure to clean up after it instead.
    await upload.done().catch((error: unknown) => {
      throw source?.errored ?? error;
    });
  };
  const stream: Storage['stream'] = async (key, range) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await s3.send(new GetObjectCommand({ ...at(key), Range })).catch(nullIfMissing);
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
      await s3.send(new DeleteObjectCommand(at(key)));
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

function nullIfMissing(error: { name?: string }): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null;
  throw error;
}
