-- Every request to a provider that must happen once: what was asked, what was answered and what was done with the answer.

CREATE TABLE exchanges (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  -- The declaration that asks: accounting/payout.
  kind text NOT NULL,
  -- The owner's row that it is about, and the provider's idempotency key.
  id uuid NOT NULL,
  -- `open`: the provider has not finished, or nobody knows. `lost`: nobody will ever know.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'refused', 'lost')),
  -- The last state that the owner has booked. Where it differs from `state`, the owner has yet to book it.
  settled_state text NOT NULL DEFAULT 'open' CHECK (settled_state IN ('open', 'done', 'refused', 'lost')),
  -- The last answer of the provider, and its own name for the request.
  answer jsonb,
  reference text,
  -- Why the last attempt gave no answer, or why the provider refused.
  problem text CHECK (length(problem) <= 1000),
  problem_code text,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Attempts without an answer since the last answer.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- A follow-up job names the turn that it is for; in any other turn it is stale.
  turn integer NOT NULL DEFAULT 0 CHECK (turn >= 0),
  -- When a job follows up; null: none will.
  due_at timestamptz,
  -- From the first time on, the provider may have acted.
  asked_at timestamptz,
  -- Until then nobody else asks. Without `held_by` nobody asks at all: an earlier call may still be on its way.
  held_by uuid,
  held_until timestamptz,
  -- Jobs of one group share a few places of their queue. Null: the organization is the group.
  job_group text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (organization_id, kind, id),
  CHECK (held_by IS NULL OR held_until IS NOT NULL),
  CHECK (answer IS NULL OR asked_at IS NOT NULL)
);
-- News of the provider names the request by its reference.
CREATE INDEX exchanges_reference ON exchanges (organization_id, kind, reference) WHERE reference IS NOT NULL;
-- Operators look for those that nobody follows up.
CREATE INDEX exchanges_unsettled ON exchanges (organization_id, due_at) WHERE state = 'open' OR state <> settled_state;
ALTER TABLE exchanges ENABLE ROW LEVEL SECURITY;
ALTER TABLE exchanges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON exchanges USING (organization_id = (SELECT app.current_organization()));
