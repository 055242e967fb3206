-- What each account holds in each division, counted from every transfer: for whoever must agree with the books.
CREATE VIEW counted_balances WITH (security_invoker = true) AS
SELECT organization_id, account_id, division_id, sum(amount)::bigint AS balance
FROM (
  SELECT organization_id, debit_account_id AS account_id, division_id, amount FROM ledger_transfers
  UNION ALL
  SELECT organization_id, credit_account_id, division_id, -amount FROM ledger_transfers
) AS sides
GROUP BY organization_id, account_id, division_id;
