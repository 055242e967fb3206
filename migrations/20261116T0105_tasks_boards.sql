-- Boards with columns and tasks. Order keys are fractional indexes: compared as bytes, unique in their column.

CREATE TABLE boards (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 5000),
  colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  is_template boolean NOT NULL DEFAULT false,
  -- Names and colours to choose labels from.
  labels jsonb NOT NULL DEFAULT '[]',
  -- The definitions of its custom fields.
  fields jsonb NOT NULL DEFAULT '[]',
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX boards_created ON boards (organization_id, created_at, id);
CREATE INDEX boards_updated ON boards (organization_id, updated_at, id);

CREATE TABLE board_members (
  organization_id uuid NOT NULL,
  board_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'editor', 'viewer')),
  PRIMARY KEY (organization_id, board_id, user_id),
  FOREIGN KEY (organization_id, board_id) REFERENCES boards (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX board_members_user ON board_members (organization_id, user_id, board_id);

CREATE TABLE board_shares (
  organization_id uuid NOT NULL,
  board_id uuid NOT NULL,
  sealed_share_id bytea NOT NULL,
  shows_descriptions boolean NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, board_id),
  FOREIGN KEY (organization_id, board_id) REFERENCES boards (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE board_columns (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  board_id uuid NOT NULL,
  position text COLLATE "C" NOT NULL CHECK (length(position) BETWEEN 1 AND 200),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  -- A task is completed when it enters such a column.
  is_done boolean NOT NULL DEFAULT false,
  task_limit integer CHECK (task_limit > 0),
  -- How many tasks it has, without archived ones.
  tasks integer NOT NULL DEFAULT 0 CHECK (tasks >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, id, board_id),
  -- Deferrable, so that a renumbering is checked at the end of its statement.
  CONSTRAINT board_columns_position UNIQUE (organization_id, board_id, position) DEFERRABLE INITIALLY IMMEDIATE,
  CONSTRAINT board_columns_limit CHECK (tasks <= task_limit),
  FOREIGN KEY (organization_id, board_id) REFERENCES boards (organization_id, id) ON DELETE CASCADE
);

-- A rule by which a task recurs. Times are local wall times in its zone, so that they survive changes of the zone's offsets.
CREATE TABLE task_series (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  board_id uuid NOT NULL,
  -- Where new tasks are put.
  column_id uuid NOT NULL,
  rule text NOT NULL CHECK (length(rule) BETWEEN 10 AND 500),
  time_zone text NOT NULL CHECK (length(time_zone) <= 64),
  starts_local text COLLATE "C" NOT NULL CHECK (starts_local ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$'),
  excluded text[] COLLATE "C" NOT NULL DEFAULT '{}' CHECK (cardinality(excluded) <= 500),
  -- A split series ends before this occurrence.
  ends_before text COLLATE "C",
  creates text NOT NULL CHECK (creates IN ('on-schedule', 'on-completion')),
  lead_minutes integer NOT NULL DEFAULT 0 CHECK (lead_minutes BETWEEN 0 AND 525600),
  -- The content of new tasks.
  template jsonb NOT NULL,
  -- The last occurrence that the clock has handled.
  handled text COLLATE "C",
  -- When the clock makes the next task.
  next_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, board_id) REFERENCES boards (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, column_id, board_id) REFERENCES board_columns (organization_id, id, board_id)
);
CREATE INDEX task_series_next ON task_series (organization_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX task_series_column ON task_series (organization_id, column_id);
CREATE INDEX task_series_board ON task_series (organization_id, board_id);

-- Each occurrence is made once. The row stays when its task is deleted.
CREATE TABLE task_occurrences (
  organization_id uuid NOT NULL,
  series_id uuid NOT NULL,
  -- The local wall time; for hourly rules the UTC time.
  occurrence text COLLATE "C" NOT NULL CHECK (length(occurrence) BETWEEN 19 AND 20),
  made_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, series_id, occurrence),
  FOREIGN KEY (organization_id, series_id) REFERENCES task_series (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE board_tasks (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  board_id uuid NOT NULL,
  column_id uuid NOT NULL,
  position text COLLATE "C" NOT NULL CHECK (length(position) BETWEEN 1 AND 200),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 20000),
  priority text NOT NULL DEFAULT 'none' CHECK (priority IN ('none', 'low', 'medium', 'high', 'urgent')),
  starts_at timestamptz,
  due_at timestamptz,
  -- Tasks without a due time come last.
  due_order timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(due_at, '2999-12-31 00:00:00+00'::timestamptz)) STORED,
  estimate_minutes integer CHECK (estimate_minutes BETWEEN 1 AND 1000000),
  labels text[] NOT NULL DEFAULT '{}' CHECK (cardinality(labels) <= 20),
  checklists jsonb NOT NULL DEFAULT '[]',
  fields jsonb NOT NULL DEFAULT '{}',
  attachments uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(attachments) <= 50),
  -- Not shown to those who have only the link of the board.
  is_private boolean NOT NULL DEFAULT false,
  parent_id uuid,
  -- Each task is one deeper than its parent, and moves with it. So a circle would be infinitely deep: there is none.
  parent_depth smallint,
  depth smallint NOT NULL GENERATED ALWAYS AS (coalesce(parent_depth + 1, 0)) STORED,
  series_id uuid,
  occurrence text COLLATE "C",
  completed_at timestamptz,
  archived_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, id, board_id),
  UNIQUE (organization_id, id, depth),
  CONSTRAINT board_tasks_position UNIQUE (organization_id, column_id, position) DEFERRABLE INITIALLY IMMEDIATE,
  CONSTRAINT board_tasks_occurrence UNIQUE (organization_id, series_id, occurrence),
  CONSTRAINT board_tasks_times CHECK (starts_at <= due_at),
  CONSTRAINT board_tasks_depth CHECK (depth < 5),
  CHECK ((parent_id IS NULL) = (parent_depth IS NULL)),
  CHECK ((series_id IS NULL) = (occurrence IS NULL)),
  FOREIGN KEY (organization_id, board_id) REFERENCES boards (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, column_id, board_id) REFERENCES board_columns (organization_id, id, board_id),
  FOREIGN KEY (organization_id, parent_id, parent_depth)
    REFERENCES board_tasks (organization_id, id, depth) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (organization_id, series_id, occurrence)
    REFERENCES task_occurrences (organization_id, series_id, occurrence)
);
CREATE INDEX board_tasks_order ON board_tasks (organization_id, column_id, position, id) WHERE archived_at IS NULL;
CREATE INDEX board_tasks_created ON board_tasks (organization_id, board_id, created_at, id);
CREATE INDEX board_tasks_due ON board_tasks (organization_id, board_id, due_order, id);
CREATE INDEX board_tasks_all_created ON board_tasks (organization_id, created_at, id);
CREATE INDEX board_tasks_all_due ON board_tasks (organization_id, due_order, id);
CREATE INDEX board_tasks_updated ON board_tasks (organization_id, updated_at, id);
CREATE INDEX board_tasks_parent ON board_tasks (organization_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE task_people (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  board_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('assignee', 'watcher')),
  user_id uuid NOT NULL,
  PRIMARY KEY (organization_id, task_id, role, user_id),
  FOREIGN KEY (organization_id, task_id, board_id) REFERENCES board_tasks (organization_id, id, board_id) ON DELETE CASCADE,
  -- A person who leaves the board leaves its tasks.
  FOREIGN KEY (organization_id, board_id, user_id) REFERENCES board_members (organization_id, board_id, user_id) ON DELETE CASCADE
);
CREATE INDEX task_people_user ON task_people (organization_id, user_id, role, task_id);
CREATE INDEX task_people_member ON task_people (organization_id, board_id, user_id);

CREATE TABLE task_links (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  -- The field that names the thing: invoiceId, beneficiaryId.
  entity_kind text NOT NULL CHECK (length(entity_kind) BETWEEN 3 AND 60),
  entity_id uuid NOT NULL,
  PRIMARY KEY (organization_id, task_id, entity_id),
  FOREIGN KEY (organization_id, task_id) REFERENCES board_tasks (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX task_links_entity ON task_links (organization_id, entity_id);

CREATE TABLE task_dependencies (
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  depends_on_id uuid NOT NULL,
  PRIMARY KEY (organization_id, task_id, depends_on_id),
  CHECK (task_id <> depends_on_id),
  FOREIGN KEY (organization_id, task_id) REFERENCES board_tasks (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, depends_on_id) REFERENCES board_tasks (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX task_dependencies_reverse ON task_dependencies (organization_id, depends_on_id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['boards', 'board_members', 'board_shares', 'board_columns', 'task_series', 'task_occurrences',
    'board_tasks', 'task_people', 'task_links', 'task_dependencies'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
