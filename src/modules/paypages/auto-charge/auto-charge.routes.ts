import { PaymentMethodInactive } from '#modules/contacts/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { pageForm } from '../html/refused.ts';
import { autoChargePage } from '../html/step-pages.ts';
import { PageExpired } from '../page/open.ts';
import { byShareId } from '../page/page.schema.ts';
import { ProofRefused } from '../proof/proof.ts';
import { AutoChargeChange, AutoChargeView } from './auto-charge.schema.ts';
import { setAutoCharge } from './auto-charge.ts';

export const autoChargeRoutes = [
  route('POST', '/v1/shared/:id/enable-auto-charge', 'public', {
    summary: 'Charge a contact’s invoices to a saved card when they fall due',
    description:
      'The contact agrees, with a proof (`verify-code`), that each of their invoices is charged to this card on the morning of the day it falls due, less what they have paid in advance. A declined charge is tried again after 1, 3 and 5 days. `enabled: false` ends it. Invoices in instalments are not charged.',
    provesIdentity: true,
    attemptsPerHour: 120,
    takesForms: true,
    params: byShareId,
    body: AutoChargeChange,
    returns: AutoChargeView,
    refusals: [PageExpired, ProofRefused, ReferenceNotFound, PaymentMethodInactive],
    examples: { body: { proof: 'prf_2jV0q1nqJm0d4o3mJp2y0T3v8tq5g7Wk', paymentMethodId: id } },
    page: autoChargePage,
    form: pageForm,
    handler: (ctx, { params, body }) => setAutoCharge(ctx, params.id, body),
  }),
];
