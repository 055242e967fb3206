import { z } from 'zod';

/** Where a provider's page sends its visitor: a page, never a script. */
export const WebAddress = z.url({ protocol: /^https?$/, error: 'is an http or https address' }).max(2000);
