import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** Gives a new organization its defaults. */
export const seedOrganization = hook<[ctx: TenantContext]>('organization.seedOrganization');

/** Settings of the organization, or of one of its members, were changed: refuse an unknown id, or keep what depends on the former ones. */
export interface ChangedSettings {
  section: string;
  /** Null: the organization's own. */
  userId: string | null;
  old: Record<string, unknown>;
  new: Record<string, unknown>;
}

export const afterSettingsChanged = hook<[ctx: TenantContext, change: ChangedSettings]>(
  'organization.afterSettingsChanged',
);

/** The organization changes its base currency: refuse with `CurrencyInUse`, or convert what depends on it. */
export const beforeCurrencyChanged = hook<[ctx: TenantContext, currency: string, before: string]>(
  'organization.beforeCurrencyChanged',
);

/** The organization is about to be closed: refuse while something would go on outside of the service. */
export const beforeOrganizationClosed = hook<[ctx: TenantContext]>('organization.beforeOrganizationClosed');

/** The rows of the organization are about to be erased: delete what names it only through them. */
export const beforeOrganizationErased = hook<[ctx: TenantContext]>('organization.beforeOrganizationErased');

/** A doubt about the organization's data, which blocks nothing. */
export interface OrganizationWarning {
  code: string;
  message: string;
}

/** Adds the doubts about a tax id of the organization. */
export const fillInTaxIdWarnings = hook<
  [ctx: TenantContext, own: { taxId: string | null; country: string }, warnings: OrganizationWarning[]]
>('organization.fillInTaxIdWarnings');

/** A member was deactivated or has left: give what waits for them to others. */
export const afterMemberLeft = hook<[ctx: TenantContext, userId: string]>('organization.afterMemberLeft');

/** A membership is over: the member has left, or was deactivated and accepts a new invitation. End what was given to them in it. */
export const afterMemberRemoved = hook<[ctx: TenantContext, userId: string]>('organization.afterMemberRemoved');

/** A label that is taken off things, some of each kind at a time. */
export interface LabelRemoval {
  name: string;
  removedAt: Temporal.Instant;
  /** The number of entities of each kind that lose the label. */
  limit: number;
  /** Set to false by a module that has more. */
  isDone: boolean;
}

/** Takes a label off up to `limit` things of the module. */
export const detachLabel = hook<[ctx: TenantContext, removal: LabelRemoval]>('organization.detachLabel');
