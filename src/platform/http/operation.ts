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

/** A request of values as programs have them: parts of a URL become text, lists repeat, and missing values are left out. */
export const operationRequest = ({ params, query, body }: Partial<OperationRequest>): OperationRequest => ({
  params: asTexts(params ?? {}),
  query: asTexts(query ?? {}),
  body: body === null ? undefined : body,
});

const asTexts = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(asText) : asText(value)]),
  );

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
