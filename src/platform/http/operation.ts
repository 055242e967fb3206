import type { z } from 'zod';
import type { Permission } from '../auth/permission.ts';

/** An operation of the API that a part of the service may run for a person. */
export interface Operation {
  /** As in the reference: `invoices.create`. */
  id: string;
  summary: string;
  permission: Permission;
  writes: boolean;
  params: z.core.$ZodType | undefined;
  query: z.core.$ZodType | undefined;
  body: z.core.$ZodType | undefined;
}

/** The parts of a request. Values of `params` and `query` are text, as in a URL. */
export interface OperationRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}
