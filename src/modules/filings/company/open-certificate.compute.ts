import { realNow } from '#platform/date.ts';
import { openCertificate } from './p12.ts';

/** Runs in a thread, because a crafted file can take arbitrarily long to open. */
export default ({ p12, password }: { p12: string; password: string }) =>
  openCertificate(Buffer.from(p12, 'base64'), password, realNow());
