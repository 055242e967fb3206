import type { Tenant } from '../db/table.ts';

/** Bytes that belong to a row of the organization. */
export interface StoredBytes {
  key: string;
  /** Its place in an export, made for people: `files/Contracts/rent.pdf`. Null: made from other bytes, so not exported. */
  path: string | null;
  /** Whether the row does not show if they exist. */
  isOptional?: boolean;
}

/** One kind of bytes that a module keeps in the storage, for work on all that an organization has. */
export interface StoredKind {
  what: string;
  /** The next ones, by a cursor of the module's own; `next` is null at the end. */
  page(tenant: Tenant, after: string | null): Promise<{ files: StoredBytes[]; next: string | null }>;
}

const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const LENGTH_MAX = 120;

/** A name for one part of a path that every file system takes. Changed names get the id, so that no two become the same. */
export function pathPart(name: string, id: string): string {
  const { stem, extension } = /^(?<stem>.*?)(?<extension>\.\w{1,10})?$/su.exec(name)!.groups!;
  const plain = stem!
    .toWellFormed()
    .replace(NOT_IN_NAMES, '_')
    .replace(/[. ]+$/, '')
    .slice(0, LENGTH_MAX);
  const whole = plain + (extension ?? '');
  return whole === name && !/^\.*$/.test(whole) ? name : `${plain} ${id}${extension ?? ''}`.trim();
}
