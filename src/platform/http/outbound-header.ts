import { z } from 'zod';

/** A header that a person may set on requests of ours. */
export const OutboundHeader = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,60}$/)
  .refine(
    (name) => !/^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|proxy-.*)$/i.test(name),
    'is not set by hand',
  );
