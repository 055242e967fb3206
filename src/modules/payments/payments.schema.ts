import { z } from 'zod';

/** Where a provider's page sends its visitor: only http and https, never a script. */
export const WebAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2000);
