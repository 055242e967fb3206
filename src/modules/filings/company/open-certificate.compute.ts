import { realNow } from '#platform/date.ts';
import { openCertificate } from './p12.ts';

/** How long it takes to open a file is up to its author. */
export default ({ p12, password }: { p12: string; password: string }) =>
  openCertificate(Buffer.from(p12, 'base64'), password, realNow());
