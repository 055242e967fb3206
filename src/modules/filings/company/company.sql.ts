import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';

const columns = [
  'taxId',
  'name',
  'tradeName',
  'address',
  'municipality',
  'province',
  'phone',
  'email',
  'website',
  'environment',
  'certificateHolder',
  'certificateHolderTaxId',
  'certificateIssuer',
  'certificateValidFrom',
  'certificateValidTo',
  'receiverKey',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export interface EcfCompany {
  taxId: string;
  name: string;
  tradeName: string | null;
  address: string;
  municipality: string | null;
  province: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  environment: EcfEnvironment;
  certificateHolder: string;
  certificateHolderTaxId: string | null;
  certificateIssuer: string;
  certificateValidFrom: string;
  certificateValidTo: string;
  receiverKey: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export const selectCompany = (tx: Tx, organizationId: string): Promise<EcfCompany | undefined> =>
  tx
    .selectFrom('ecfCompanies')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .$castTo<EcfCompany>()
    .executeTakeFirst();

export const lockCompany = (tx: Tx, organizationId: string): Promise<EcfCompany | undefined> =>
  tx
    .selectFrom('ecfCompanies')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .forUpdate()
    .$castTo<EcfCompany>()
    .executeTakeFirst();

export type CompanyRow = Omit<
  EcfCompany,
  'version' | 'createdAt' | 'updatedAt' | 'certificateValidFrom' | 'certificateValidTo'
> & {
  certificate: string;
  certificateValidFrom: Temporal.Instant;
  certificateValidTo: Temporal.Instant;
};

/** Writes the company; its reception address stays what it was. */
export const upsertCompany = (
  tx: Tx,
  organizationId: string,
  { receiverKey, ...row }: CompanyRow,
  at: Temporal.Instant,
): Promise<EcfCompany> =>
  tx
    .insertInto('ecfCompanies')
    .values({ organizationId, ...row, receiverKey, createdAt: at, updatedAt: at })
    .onConflict((conflict) =>
      conflict
        .column('organizationId')
        .doUpdateSet({ ...row, updatedAt: at, version: sql<number>`ecf_companies.version + 1` }),
    )
    .returning(columns)
    .$castTo<EcfCompany>()
    .executeTakeFirstOrThrow();
