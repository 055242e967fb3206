-- Decisions of people about approval nodes of threads: one for each step, or one that waits for its node.

CREATE TABLE automation_decisions (
  organization_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  node_id text COLLATE "C" NOT NULL CHECK (length(node_id) BETWEEN 1 AND 40),
  -- The step that it decided; 0: the thread has not reached the node yet.
  step integer NOT NULL CHECK (step >= 0),
  approved boolean NOT NULL,
  comment text NOT NULL DEFAULT '' CHECK (length(comment) <= 1000),
  user_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, thread_id, node_id, step),
  FOREIGN KEY (organization_id, thread_id) REFERENCES automation_threads (organization_id, id) ON DELETE CASCADE
);

ALTER TABLE automation_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE automation_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON automation_decisions USING (organization_id = (SELECT app.current_organization()));
