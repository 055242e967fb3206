import { z } from 'zod';
import { port } from '#platform/ports/port.ts';

/** The card processor of the country. Only its settings live here; what it offers, and its adapters, come with saved cards of contacts. */
export const cardproc = port<unknown>('cardproc');

export const CardprocSettings = z.object({
  environment: z.enum(['simulator', 'test', 'live']),
  enabled: z.boolean(),
  publicKey: z.string().nullable(),
  privateKey: z.string().nullable(),
  capture: z.object({ automatic: z.boolean(), askSecurityCode: z.boolean() }),
});
export type CardprocSettings = z.infer<typeof CardprocSettings>;

export const defaultCardprocSettings: CardprocSettings = {
  environment: 'simulator',
  enabled: false,
  publicKey: null,
  privateKey: null,
  capture: { automatic: true, askSecurityCode: false },
};

/** Test and live are one provider at two addresses. */
export const cardprocAdapterOf = ({ environment }: CardprocSettings): string =>
  environment === 'simulator' ? 'cardproc-simulator' : 'cardproc';
