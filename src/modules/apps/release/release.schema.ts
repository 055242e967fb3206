import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { manifestFields } from './manifest.schema.ts';

export const ReleaseVersion = z
  .string()
  .regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/, 'must be a version such as 1.4.0')
  .describe('Semantic version, without a suffix: `1.4.0`.');

/** Versions in the order of their numbers: 1.10.0 follows 1.9.0. */
export const orderOf = (version: string): bigint =>
  version.split('.').reduce((order, part) => order * 1_000_000n + BigInt(part), 0n);

const appFields = {
  key: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,59}$/, 'must have small letters, digits and hyphens')
    .describe('Names the app in its organization: `loyalty-cards`.'),
  name: z.string().trim().min(1).max(100).describe('What members see.'),
  description: z.string().trim().max(2000).describe('What the app does.'),
};
const notes = z.string().trim().max(5000).describe('Release notes: what is new.');

export const NewRelease = z.strictObject({
  ...appFields,
  description: appFields.description.default(''),
  version: ReleaseVersion,
  notes: notes.default('').describe('Release notes.'),
  ...manifestFields,
});

export const AppRelease = z.object({
  id: z.uuid(),
  appId: z.uuid(),
  version: z.string(),
  notes,
  ...manifestFields,
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});
