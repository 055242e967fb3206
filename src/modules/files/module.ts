import type { Module } from '#platform/module.ts';
import { fileRoutes } from './file/file.routes.ts';
import { expireReservations } from './file/receive.ts';
import { makePictures } from './picture/make.ts';
import { files as storedFiles } from './tables.ts';
import { reservationExpiry } from './ticks.ts';

/** The organization's files: bytes that arrive as streams, in folders, attached to anything. */
export const files: Module = {
  name: 'files',
  uses: [],
  areas: ['files'],
  groups: [
    {
      name: 'Files',
      description: 'Files and folders, with smaller pictures of images, and links for those who have no account.',
      routes: fileRoutes,
    },
  ],
  jobs: [makePictures],
  entityKinds: [{ field: 'fileId', exists: (ctx, id) => storedFiles.exists(ctx, { id, kind: 'file' }) }],
  ticks: [{ tick: reservationExpiry, run: expireReservations }],
};
