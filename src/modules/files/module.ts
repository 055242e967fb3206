import { detachLabel } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { documentRoutes } from './document/document.routes.ts';
import { detachLabelFromDocuments } from './document/document.ts';
import { sealedDocumentShares } from './document/share.ts';
import { fileRoutes } from './file/file.routes.ts';
import { detachLabelFromFiles } from './file/file.ts';
import { expireReservations, reservationExpiry } from './file/receive.ts';
import { storedFileBytes } from './file/stored.ts';
import { makePictures } from './picture/make.ts';
import { documents, files as storedFiles } from './tables.ts';

/** The organization's files: bytes that arrive as streams, in folders, attached to anything. */
export const files: Module = {
  name: 'files',
  uses: ['organization'],
  areas: ['files'],
  groups: [
    {
      name: 'Files',
      description:
        'Files and folders, with smaller pictures of images; rich-text documents with their versions; and links for those who have no account.',
      routes: [...fileRoutes, ...documentRoutes],
    },
  ],
  jobs: [makePictures],
  hooks: [implement(detachLabel, detachLabelFromFiles), implement(detachLabel, detachLabelFromDocuments)],
  sealed: [sealedDocumentShares],
  stored: [storedFileBytes],
  entityKinds: [
    { field: 'fileId', exists: (ctx, id) => storedFiles.exists(ctx, { id, kind: 'file' }) },
    { field: 'documentId', exists: (ctx, id) => documents.exists(ctx, id) },
  ],
  demo: () => import('./demo.ts'),
  ticks: [{ tick: reservationExpiry, run: expireReservations }],
};
