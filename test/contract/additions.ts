/** Endpoints beside the specification, each with the hole it fills. The tests fail on one that is missing or stale. */
export const additions: Record<string, string> = {
  'GET /v1/user/session': 'A raw token or a browser session can only be revoked by someone who can see it.',
  'DELETE /v1/user/session': 'Ends one session or token; logging out ends only the present one.',
  'GET /v1/passkey': 'A passkey can only be renamed or removed by someone who can see it.',
  'GET /v1/organization/invite': 'Who invites must see what is still open; who is invited must find it.',
  'POST /v1/organization/invite/accept':
    'Opens an invitation by the secret in its letter, before the person is a member.',
  'GET /v1/organization/api-key': 'The specification names signed API keys and no way to manage them.',
  'POST /v1/organization/api-key': 'The specification names signed API keys and no way to make one.',
  'PATCH /v1/organization/api-key': 'Changes the name, rights, addresses or expiry of a key.',
  'DELETE /v1/organization/api-key': 'Revokes a key.',
  'POST /v1/organization/api-key/rotate': 'A second live secret lets programs change over without a pause.',
  'GET /v1/organization/comment': 'A comment that is written must be read.',
  'PATCH /v1/organization/user/notifications': 'Marks notifications as read; the specification only lists them.',
  'GET /v1/organization/settings/user': 'Settings of a member that can be changed must be read.',
  'GET /v1/organization/log-error/key':
    'Reporting an error is public, so it needs a capability that leads to the organization.',
  'GET /v1/chart-of-accounts/posting-rules':
    'Operations post to accounts that the organization chooses: it must see which.',
  'PATCH /v1/chart-of-accounts/posting-rules': 'Operations post to accounts that the organization chooses.',
  'GET /v1/chart-of-accounts/report':
    'The trial balance, profit and loss, and balance sheet, which the specification lets one derive and names nowhere.',
  'GET /v1/project': 'A project can only be read or changed by someone who can find it.',
  'PATCH /v1/project': 'A budget changes, and a project that is over is archived.',
  'GET /v1/account': 'Accounts that are registered must be listed; `balance` lists them with what is in them.',
  'GET /v1/account/:accountId': 'One account with its version, before it is changed.',
  'POST /v1/account/:accountId/statement':
    'Conciliation needs the lines of the bank, and there was no way in for them.',
  'PUT /v1/currency/rates': 'A rate that no provider publishes, or another one, must be said by hand.',
  'POST /v1/payproc/webhook':
    'What was paid on a page, refunded or paid out is known when the provider says it, and not only when it is looked for.',
  'GET /v1/record/pending/:pendingRecordId/payments':
    'What was paid must be read, and can only be taken back by its id.',
  'DELETE /v1/record/pending/payment': 'A payment that was entered by mistake is taken back.',
  'POST /v1/beneficiary/balance/refund': 'What was paid in advance and is not used is given back.',
  'POST /v1/taxes': 'A tax that the law’s list lacks must be made, with its dated rates.',
  'PATCH /v1/taxes': 'A tax gets another account or rate, or is no longer used.',
  'GET /v1/taxes/parameters': 'The dated figures of the law by which filings and payroll are counted can be checked.',
  'GET /v1/taxes/numerals/void': 'What the 608 declares must be seen.',
  'GET /v1/taxes/rrhh/employees': 'A payroll needs people, and they must be seen.',
  'POST /v1/taxes/rrhh/employees': 'A payroll needs people with their salaries.',
  'PATCH /v1/taxes/rrhh/employees': 'Salaries change, and people leave.',
  'GET /v1/taxes/monthly-payment': 'What was declared and paid must be read again.',
  'DELETE /v1/taxes/monthly-payment': 'A declaration that was wrong is taken back and made anew.',
  'GET /v1/taxes/608/file': 'Voided numbers are declared beside sales and purchases.',
  'GET /v1/taxes/calendar': 'What is due when, with amounts, is what people ask first.',
  'POST /v1/taxes/numerals/void': 'Numbers that are lost or will not be used are voided and declared.',
  'GET /v1/record/pending/template': 'A template can only be chosen or changed by someone who can see it.',
  'DELETE /v1/record/pending/:pendingRecordId/share': 'A link that went to the wrong person must be taken back.',
  'GET /v1/record/pending/:shareId/pdf': 'Who gets the link of a document wants to read it, not its data.',
  'POST /v1/record/pending/credit/:creditId/rate':
    'The table follows from changes of the rate too: a loan with a variable rate needs a way to say one.',
  'GET /v1/resource/return/:returnId/voucher': 'The credit note of a return must come onto paper.',
  'DELETE /v1/record/pending/credit/payment':
    'A payment of a credit that was entered wrongly can only be taken back where its table follows.',
  'GET /v1/resource/discount-recommendation/offers':
    'The record of what was offered and what was taken must be read somewhere.',
  'GET /v1/einvoice/document': 'A document that is sent to the tax authority must be seen with what became of it.',
  'POST /v1/einvoice/document/resend': 'What failed or was rejected must be sent again once its cause is gone.',
  'GET /v1/einvoice/document/:documentId/xml': 'The signed XML is what the buyer gets and what the law wants kept.',
  'GET /v1/einvoice/document/:documentId/receipt': 'The buyer’s signed receipt proves that they got the document.',
  'GET /v1/einvoice/received': 'What other companies hand in must be seen.',
  'GET /v1/einvoice/received/:receivedId/xml': 'What came must be read before it is approved, and kept.',
  'POST /v1/einvoice/received/approval': 'The protocol lets a buyer agree to a document, or not.',
  'POST /v1/einvoice/annulment': 'Numbers that will never be used are given up with the tax authority.',
  'GET /v1/einvoice/annulment': 'Numbers that were given up must be seen.',
  'GET /v1/einvoice/receiver/:receiverKey/fe/autenticacion/api/semilla':
    'An electronic issuer must receive documents: the address and its paths are those of the tax authority.',
  'POST /v1/einvoice/receiver/:receiverKey/fe/autenticacion/api/validacioncertificado':
    'An electronic issuer must receive documents: how others prove who they are.',
  'POST /v1/einvoice/receiver/:receiverKey/fe/recepcion/api/ecf':
    'An electronic issuer must receive documents and answer with a signed receipt.',
  'POST /v1/einvoice/receiver/:receiverKey/fe/aprobacioncomercial/api/ecf':
    'An electronic issuer must take the commercial approvals of its buyers.',
};
