-- Jobs that wait in the queue to follow something up become the follow-ups of exchanges.
DO $$
BEGIN
  -- The queue's tables come after the migrations of a new database.
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  UPDATE pgboss.job AS j
  SET data = jsonb_build_object('job', renamed.exchange, 'payload', jsonb_build_object(
    'organizationId', j.data -> 'payload' -> 'organizationId',
    'id', j.data -> 'payload' -> renamed.id_field,
    'turn', CASE WHEN (j.data -> 'payload' ->> 'told')::boolean THEN NULL ELSE 0 END))
  FROM (VALUES
    ('contacts/follow-charge', 'contacts/charge', 'chargeId'),
    ('accounting/follow-payout', 'accounting/payout', 'transferId'),
    ('invoicing/follow-refund', 'receivables/refund', 'refundId'),
    ('invoicing/follow-payment-page', 'receivables/page', 'chargeId'),
    ('filings/send-ecf', 'filings/ecf', 'documentId'),
    ('filings/deliver-ecf', 'filings/ecf-delivery', 'documentId'),
    ('filings/send-approval', 'filings/approval', 'receivedId'),
    ('filings/answer-issuer', 'filings/issuer-answer', 'receivedId')
  ) AS renamed (job, exchange, id_field)
  WHERE j.data ->> 'job' = renamed.job AND j.state <> 'completed';
END $$;
