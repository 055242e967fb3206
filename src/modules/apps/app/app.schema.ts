import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ReleaseVersion } from '../release/release.schema.ts';

export const AppSource = z
  .enum(['own', 'public', 'built-in'])
  .describe('Developed by this organization, published to all by the operator, or part of the service.');

const shown = {
  id: z.uuid(),
  key: z.string().describe('Names the app in the organization that develops it.'),
  name: z.string().describe('What members see.'),
  description: z.string().describe('What the app does.'),
  source: AppSource,
  publisher: z.string().nullable().describe('The organization that develops a public app.'),
  latest: z.string().describe('The newest release that can be installed.'),
};

export const AvailableApp = z.object({
  ...shown,
  installedRelease: z.string().nullable().describe('Null: not installed.'),
  enabled: z.boolean().describe('Whether it is installed and on.'),
  createdAt: Timestamp,
});

export const AppInstallation = z.object({
  release: z.string().describe('The installed release.'),
  enabled: z.boolean().describe('Whether it is on; if not, its rows cannot be changed.'),
  configuration: z.record(z.string(), z.unknown()).describe('Without the fields that are secret.'),
  secretNames: z.array(z.string()).describe('The secret fields that are set. Their values are never returned.'),
  permissions: z.array(z.string()).describe('As accepted.'),
  isChecking: z.boolean().describe('Rows of an earlier release are being checked against this one.'),
  invalidRows: z.number().int().describe('Rows that do not agree with this release. They stay as they are.'),
  installedBy: z.uuid().nullable().describe('The member who installed it; null: not a member.'),
  installedAt: Timestamp.describe('When it was installed.'),
  updatedAt: Timestamp,
  version: z.number().int(),
});

export const AppWithInstallation = z.object({
  ...shown,
  installation: AppInstallation.nullable().describe('Null: not installed.'),
  isUpgradeAvailable: z.boolean().describe('Whether a newer release can be installed.'),
});

export const AppChange = z.strictObject({
  version: z.number().int().optional().describe('Of the installation, as read.'),
  installed: z
    .boolean()
    .optional()
    .describe('True installs, false removes. Rows of a removed app stay and are back when it is installed again.'),
  release: ReleaseVersion.optional().describe('The release to install or to change to. Default: the newest.'),
  permissions: uniqueList(z.string().max(60), { max: 100 })
    .optional()
    .describe('The permissions that you accept: all that the release asks for.'),
  enabled: z.boolean().optional().describe('An app that is off keeps its rows; they can be read and not changed.'),
  configuration: z
    .record(z.string().max(64), z.unknown())
    .optional()
    .describe(
      'Fields to set; null removes one. Checked by the schema of the release; an app that is on has all that are required.',
    ),
});
