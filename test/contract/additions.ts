/** Endpoints that the specification does not have, each with its reason. The tests fail if an entry is missing or stale. */
export const additions: Record<string, string> = {
  'GET /v1/user/session': 'Lists tokens and browser sessions, so that one can be revoked.',
  'DELETE /v1/user/session': 'Ends one session or token; logging out ends only the present one.',
  'GET /v1/passkey': 'Lists passkeys, so that one can be renamed or removed.',
  'GET /v1/organization/invite': 'Inviters need to see open invitations, and invited people need to find theirs.',
  'POST /v1/organization/invite/accept':
    'Shows an invitation by the secret in its email, before the person is a member.',
  'GET /v1/organization/api-key': 'The specification has signed API keys but no way to manage them.',
  'POST /v1/organization/api-key': 'The specification has signed API keys but no way to create one.',
  'PATCH /v1/organization/api-key': 'Changes the name, rights, addresses or expiry of a key.',
  'DELETE /v1/organization/api-key': 'Revokes a key.',
  'POST /v1/organization/api-key/rotate': 'A second live secret lets programs rotate without downtime.',
  'GET /v1/organization/comment': 'Comments can be written, so they must be readable.',
  'PATCH /v1/organization/user/notifications': 'Marks notifications as read; the specification only lists them.',
  'GET /v1/organization/settings/user': 'Settings of a member can be changed, so they must be readable.',
  'GET /v1/organization/log-error/key':
    'Reporting an error is public, so it needs a capability that identifies the organization.',
  'GET /v1/files': 'Lists a folder and searches files; the specification only lists the files of one thing.',
  'POST /v1/files/link': 'Makes the signed link that `GET /v1/files/object/public` takes.',
  'GET /v1/chart-of-accounts/posting-rules':
    'The organization chooses the accounts that operations post to, so it needs to see them.',
  'PATCH /v1/chart-of-accounts/posting-rules': 'The organization chooses the accounts that operations post to.',
  'GET /v1/chart-of-accounts/report':
    'Trial balance, profit and loss, and balance sheet follow from the books, but the specification has no endpoint for them.',
  'GET /v1/project': 'Lists the projects, so that one can be read or changed.',
  'PATCH /v1/project': 'Changes a budget or archives a finished project.',
  'GET /v1/account': 'Lists the accounts; `balance` lists them with their balances.',
  'GET /v1/account/:accountId': 'Reads one account with its version before a change.',
  'POST /v1/account/:accountId/statement': 'Conciliation needs bank statement lines, and nothing else imports them.',
  'PUT /v1/currency/rates': 'Sets a rate by hand where no provider publishes one or another one applies.',
  'POST /v1/organization/webhook/replay':
    'A receiver that was down, or off, gets what it missed without reading the stream.',
  'POST /v1/payproc/webhook':
    'The provider reports payments, refunds and payouts as they happen, instead of only when polled.',
  'GET /v1/record/pending/:pendingRecordId/payments': 'Payments must be readable, and are reversed by id.',
  'DELETE /v1/record/pending/payment': 'Reverses a payment that was entered by mistake.',
  'POST /v1/beneficiary/balance/refund': 'Refunds an unused advance payment.',
  'POST /v1/taxes': 'Adds a tax that the default list lacks, with its dated rates.',
  'PATCH /v1/taxes': 'Changes the account or rate of a tax, or archives it.',
  'GET /v1/taxes/parameters': 'Shows the dated legal figures that filings and payroll use.',
  'GET /v1/taxes/numerals/void': 'Lists the voided numbers that form 608 declares.',
  'GET /v1/taxes/rrhh/employees': 'Lists the employees of the payroll.',
  'POST /v1/taxes/rrhh/employees': 'Adds an employee with a salary to the payroll.',
  'PATCH /v1/taxes/rrhh/employees': 'Changes a salary or ends an employment.',
  'GET /v1/taxes/monthly-payment': 'Lists past declarations and payments.',
  'DELETE /v1/taxes/monthly-payment': 'Cancels a wrong declaration so that it can be made again.',
  'GET /v1/taxes/608/file': 'Voided numbers are declared monthly, like sales and purchases.',
  'GET /v1/taxes/calendar': 'Shows due dates with amounts, the question users ask first.',
  'POST /v1/taxes/numerals/void': 'Voids lost or unused numbers so that they are declared.',
  'GET /v1/record/pending/template': 'Lists the print templates, so that one can be chosen or changed.',
  'DELETE /v1/record/pending/:pendingRecordId/share': 'Revokes a link that was sent to the wrong person.',
  'GET /v1/record/pending/:shareId/pdf': 'The recipient of a shared link wants the PDF, not the data.',
  'POST /v1/record/pending/credit/:creditId/rate':
    'A loan with a variable rate needs a way to record a new rate; the instalments follow from it.',
  'GET /v1/resource/return/:returnId/voucher': 'Prints the credit note of a return.',
  'DELETE /v1/record/pending/credit/payment': 'Reverses a wrong credit payment and recomputes the instalments.',
  'GET /v1/resource/discount-recommendation/offers': 'Lists the discounts that were offered and taken.',
  'GET /v1/einvoice/document': 'Lists the documents sent to the tax authority with their results.',
  'POST /v1/einvoice/document/resend': 'Sends a failed or rejected document again after the cause is fixed.',
  'GET /v1/einvoice/document/:documentId/xml':
    'The signed XML is what the buyer receives and what the law requires to keep.',
  'GET /v1/einvoice/document/:documentId/receipt': 'The buyer’s signed receipt proves the delivery.',
  'GET /v1/einvoice/received': 'Lists the documents received from other companies.',
  'GET /v1/einvoice/received/:receivedId/xml': 'A received document must be read before approval, and kept.',
  'POST /v1/einvoice/received/approval': 'The protocol lets a buyer approve or reject a document.',
  'POST /v1/einvoice/annulment': 'Annuls unused numbers with the tax authority.',
  'GET /v1/einvoice/annulment': 'Lists the annulled numbers.',
  'GET /v1/einvoice/receiver/:receiverKey/fe/autenticacion/api/semilla':
    'An electronic issuer must receive documents; the tax authority defines the paths.',
  'POST /v1/einvoice/receiver/:receiverKey/fe/autenticacion/api/validacioncertificado':
    'An electronic issuer must receive documents; senders authenticate here.',
  'POST /v1/einvoice/receiver/:receiverKey/fe/recepcion/api/ecf':
    'An electronic issuer must receive documents and answer with a signed receipt.',
  'POST /v1/einvoice/receiver/:receiverKey/fe/aprobacioncomercial/api/ecf':
    'An electronic issuer must accept the commercial approvals of its buyers.',
  'GET /v1/tasks/schedule/link/:sharedId': 'Visitors must see the free slots before they can submit one.',
  'GET /v1/tasks/schedule/booking/:bookingToken': 'A visitor sees the own booking by the token of its letters.',
  'POST /v1/tasks/schedule/booking/:bookingToken':
    'A visitor cancels or moves the own booking by the token of its letters.',
  'POST /v1/tasks/schedule/calendar': 'Adds a calendar that is kept elsewhere, whose events make a person busy.',
  'GET /v1/tasks/schedule/calendar': 'Lists the calendars that are read from elsewhere, with their last reading.',
  'DELETE /v1/tasks/schedule/calendar': 'Removes a calendar that is read from elsewhere.',
};
