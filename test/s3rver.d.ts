/** The part of the S3 server for tests that is used; it has no types of its own. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: Record<string, unknown>);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
