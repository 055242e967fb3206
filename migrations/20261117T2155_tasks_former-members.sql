-- A person who leaves the organization leaves its boards, but stays assigned to their tasks.
ALTER TABLE task_people DROP CONSTRAINT task_people_organization_id_board_id_user_id_fkey;
