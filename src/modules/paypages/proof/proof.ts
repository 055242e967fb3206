import { randomInt, timingSafeEqual } from 'node:crypto';
import { contactDataOf, listMethods } from '#modules/contacts/index.ts';
import { brandOf } from '#modules/invoicing/index.ts';
import { findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import { ContactRequired } from '#modules/receivables/index.ts';
import type { Steps, TenantContext, WorkContext } from '#platform/context.ts';
import { isAfter, realNow, toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/limits/rate-limit.sql.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { languageOfRequest, preferredLanguage } from '#platform/pages/language.ts';
import { refusal, TooManyRequests } from '#platform/refusal.ts';
import { openInSteps, openPage, pageUrlOf } from '../page/open.ts';
import { owedOn, payerOf } from '../page/owed.ts';
import { autoCharges, type PageCode, pageCodes, type SharedPage } from '../tables.ts';
import { takeTry } from './proof.sql.ts';

export const ContactWithoutAddress = refusal(
  'contact_without_address',
  'The contact has no e-mail address to send a code to: pay with another card, or ask the business to add an address.',
);
export const CodeWrong = refusal('code_wrong', 'The code is wrong, used or too old: ask for a new one.');
export const ProofRefused = refusal(
  'proof_required',
  'A saved card needs a recent proof of this visitor: ask for a code with `send-code`.',
  403,
);

const CODE_LIVES = { minutes: 10 };
const PROOF_LIVES = { minutes: 30 };
const CODES_PER_HOUR = 5;

const wrong = {
  es: 'El código no es correcto o ya venció. Pide uno nuevo.',
  en: 'The code is wrong or too old. Ask for a new one.',
};

const letters = {
  es: (code: string, name: string) => ({
    subject: `${code} es tu código para pagar a ${name}`,
    text: `Tu código es ${code}. Vale por 10 minutos y una sola vez.\n\nSi no lo pediste, no hagas nada: sin él nadie puede usar tus tarjetas guardadas.`,
  }),
  en: (code: string, name: string) => ({
    subject: `${code} is your code to pay ${name}`,
    text: `Your code is ${code}. It is valid for 10 minutes and only once.\n\nIf you did not ask for it, do nothing: without it nobody can use your saved cards.`,
  }),
};

/** Sends a code to the contact's own address: the link of a page alone must not be enough to use a saved card. */
export async function sendCode(work: WorkContext, shareId: string) {
  const { ctx, page } = await openPage(work, shareId);
  const contact = await payerOf(ctx, page);
  if (!contact) throw ContactRequired();
  const email = (await contactDataOf(ctx, [contact.id])).find(({ kind }) => kind === 'email')?.value;
  if (!email) throw ContactWithoutAddress();
  const waitSeconds = await takeFromBucket(ctx.tx, `page codes ${page.id}`, CODES_PER_HOUR, 3600);
  if (waitSeconds > 0) throw TooManyRequests(undefined, { headers: { 'retry-after': String(waitSeconds) } });
  await takeLetters(ctx, [email]);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const requestId = newSecret('pcr', 24);
  const id = newId();
  const expiresAt = realNow().add(CODE_LIVES);
  await pageCodes.insert(ctx, {
    id,
    pageId: page.id,
    contactId: contact.id,
    expiresAt,
    createdAt: realNow(),
    requestHash: hashSecret(requestId),
    codeHash: ctx.secrets.pepper(code, `page code ${id}`),
  });
  const { name } = await findOrganization(ctx.tx, ctx.organizationId);
  const language = preferredLanguage(ctx.request) ?? (await readSettings(ctx, generalSettings)).language;
  ctx.mail({ to: email, ...letters[language](code, name) });
  const head = { organization: await brandOf(ctx), pageUrl: pageUrlOf(ctx, shareId) };
  return { ...head, requestId, sentTo: masked(email), expiresAt: toTimestamp(expiresAt) };
}

/** Enough to recognise one's own address: `a•••@g•••.com`. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const end = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${name.slice(0, 1)}•••@${domain.slice(0, 1)}•••${end}`;
}

/** A right code becomes a proof, which opens the saved cards of the contact on this page for half an hour. */
export async function verifyCode(outside: Steps, shareId: string, given: { requestId: string; code: string }) {
  const { steps, page } = await openInSteps(outside, shareId);
  const { contactId, proof, expiresAt } = await steps.transaction((ctx) => checkCode(ctx, page, given));
  const { data } = await listMethods(steps, contactId);
  return steps.transaction(async (ctx) => ({
    organization: await brandOf(ctx),
    pageUrl: pageUrlOf(ctx, shareId),
    proof,
    expiresAt,
    canPay: (await owedOn(ctx, page)).choices.length > 0,
    autoCharge: (await autoCharges.find(ctx, { contactId }))?.methodId ?? null,
    cards: data
      .filter(({ state }) => state === 'active')
      .map(({ id, provider, card }) => ({ id, provider, brand: card?.brand ?? '', last4: card?.last4 ?? '' })),
  }));
}

async function checkCode(ctx: TenantContext, page: SharedPage, given: { requestId: string; code: string }) {
  const found = await takeTry(ctx, page.id, hashSecret(given.requestId), realNow());
  const isRight = found && timingSafeEqual(found.codeHash, ctx.secrets.pepper(given.code, `page code ${found.id}`));
  if (!isRight) {
    const language = languageOfRequest(ctx.request);
    throw CodeWrong(undefined, { members: { message: wrong[language] } }).afterCommit();
  }
  const { proof, proofHash, proofExpiresAt } = newProof();
  await pageCodes.update(ctx, found.id, { proofHash, proofExpiresAt });
  return { contactId: found.contactId, proof, expiresAt: toTimestamp(proofExpiresAt) };
}

function newProof() {
  const proof = newSecret('prf', 24);
  return { proof, proofHash: hashSecret(proof), proofExpiresAt: realNow().add(PROOF_LIVES) };
}

/** Who activated a card has it: they may pay with this one card. */
export async function proveByCard(ctx: TenantContext, page: SharedPage, contactId: string, methodId: string) {
  const { proof, proofHash, proofExpiresAt } = newProof();
  const dates = { expiresAt: proofExpiresAt, createdAt: realNow() };
  await pageCodes.insert(ctx, {
    pageId: page.id,
    contactId,
    methodId,
    proofHash,
    proofExpiresAt,
    ...dates,
  });
  return { proof, expiresAt: toTimestamp(proofExpiresAt) };
}

/** The contact whose visitor has this proof, for a card that it opens. */
export async function requireProof(
  ctx: TenantContext,
  page: SharedPage,
  proof: string,
  methodId: string | null,
): Promise<string> {
  const found: PageCode | undefined = await pageCodes.find(ctx, { pageId: page.id, proofHash: hashSecret(proof) });
  const isValid = found && isAfter(found.proofExpiresAt!, realNow());
  if (!isValid || (found.methodId !== null && found.methodId !== methodId)) throw ProofRefused();
  return found.contactId;
}
