-- Cases of the queue that an operator works on or has put off. A row is deleted 90 days after its last change.
-- owner: operators
create table operator_cases (
  kind text not null check (length(kind) between 3 and 40),
  id text not null check (length(id) between 1 and 60),
  -- The operator who works on the case; null if none does.
  operator text check (length(operator) <= 40),
  snoozed_until timestamptz,
  changed_at timestamptz not null,
  primary key (kind, id)
);
