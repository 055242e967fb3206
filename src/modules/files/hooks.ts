import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** The things that the fields of a template are filled from. */
export interface FieldSources {
  contactId?: string | undefined;
  invoiceId?: string | undefined;
}

/** A template is filled: add the fields of the things that the module owns, or refuse one that does not exist. */
export const fillInFields =
  hook<[ctx: TenantContext, sources: FieldSources, values: Map<string, string | null>]>('files.fillInFields');
