-- Operators, how they prove who they are, and what they have ordered. Only functions of `modules/operators/sql` write the tables that are
-- about the desk: no role of a server can.

create extension pgcrypto schema extensions;

-- owner: operators
create table operators (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  -- This is the name in the audit trail for the use of the operator's command.
  constraint operators_not_emergency check (name <> 'emergency'),
  -- packages/contract/src/operator-actions.ts says what each can do.
  roles text[] not null default '{}',
  created_at timestamptz not null,
  -- When the roles changed last. Null: not since the operator was invited.
  roles_changed_at timestamptz,
  disabled_at timestamptz,
  -- An admin has no role that moves money.
  constraint operators_admin_apart check (not (roles && '{admin}' and roles && '{payments,risk,marketing,finance}'))
);

-- What other modules can read of operators.
-- owner: operators
create view operator_names as select id, name, roles, created_at, disabled_at from operators;

-- Password and key of one-time codes, with which an operator without a passkey at hand logs in.
-- owner: operators
create table operator_passwords (
  operator_id bigint primary key references operators,
  -- Hash by bcrypt.
  hash text not null,
  -- Key of the one-time codes (RFC 6238, SHA-1, 6 digits, 30 seconds), and the last step whose code was used.
  totp_key bytea not null check (length(totp_key) = 20),
  totp_step bigint not null default 0
);

-- owner: operators
create table operator_passkeys (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  credential_id bytea not null unique check (length(credential_id) between 16 and 1023),
  -- A point of the curve P-256: 04, x, y.
  public_key bytea not null check (length(public_key) = 65),
  label text not null check (length(btrim(label)) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz
);
create index operator_passkeys_operator on operator_passkeys (operator_id);

-- Links that a new operator, or one who has lost a passkey, opens once.
-- owner: operators
create table operator_invitations (
  -- SHA-256 of the secret in the link.
  hash bytea primary key check (length(hash) = 32),
  operator_id bigint not null references operators,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);

-- owner: operators
create table operator_sessions (
  -- SHA-256 of the secret in the cookie.
  hash bytea primary key check (length(hash) = 32),
  operator_id bigint not null references operators,
  with_passkey boolean not null,
  -- True if the session was opened by an invitation.
  by_invitation boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- Random values that a passkey signs to log in, each once.
-- owner: operators
create table operator_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  created_at timestamptz not null default clock_timestamp()
);

-- Wrong log-ins by the hash of the name that was given, whether an operator has it or not.
-- owner: operators
create table operator_login_failures (
  id bigint generated always as identity primary key,
  name_hash bytea not null,
  at timestamptz not null default clock_timestamp()
);
create index operator_login_failures_name on operator_login_failures (name_hash, at);

-- Origins of the desk, which passkeys are bound to, e.g. `https://desk.example`. Written by the owner.
-- owner: operators
create table desk_origins (
  origin text primary key check (origin ~ '^https?://[a-z0-9.-]+(:[0-9]{1,5})?$'),
  -- A new passkey or operator can sign nothing for this time. It is 0 on a test site.
  wait_hours integer not null default 24 check (wait_hours between 0 and 720)
);

-- Who can get into the desk, and with which means. The view has no secret.
-- owner: operators
create view operator_accounts as
  select o.id, o.name, o.roles, o.created_at, o.disabled_at,
         (select max(s.created_at) from operator_sessions s where s.operator_id = o.id) as last_login_at,
         exists (select from operator_passwords p where p.operator_id = o.id)
           or exists (select from operator_passkeys k where k.operator_id = o.id and k.removed_at is null) as is_set_up,
         i.created_at as invited_at, rtrim(translate(encode(i.hash, 'base64'), E'+/\n', '-_'), '=') as invitation_hash,
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'credentialId', rtrim(translate(encode(k.credential_id, 'base64'), E'+/\n', '-_'), '='), 'label', k.label,
                   'createdAtMs', floor(extract(epoch from k.created_at) * 1000),
                   'usableFromMs', floor(extract(epoch from greatest(k.created_at, o.created_at) + w.wait) * 1000)) order by k.id), '[]')
            from operator_passkeys k where k.operator_id = o.id and k.removed_at is null) as passkeys,
         o.created_at + w.wait as signs_from
    from operators o cross join lateral (select coalesce(max(wait_hours), 0) * interval '1 hour' as wait from desk_origins) w
         left join lateral (select hash, created_at from operator_invitations
                             where operator_id = o.id and used_at is null order by created_at desc limit 1) i on true;

-- What operators have ordered at the desk. A server runs a command when it is ready.
-- owner: operators
create table operator_commands (
  id uuid primary key,
  action text not null check (length(action) between 3 and 60),
  -- JSON, in the characters that were signed.
  input text not null check (length(input) <= 40000 and input is json object),
  reason text not null check (length(btrim(reason)) between 3 and 500),
  requested_by bigint not null references operators,
  -- Lines with everything above. Passkeys sign its SHA-256.
  signed_text text not null,
  -- The trader that the command is about, and the amount in minor units of the base currency, as in the input.
  trader_id bigint,
  amount bigint check (amount > 0),
  -- How many must sign: none, one or two.
  people integer not null check (people between 0 and 2),
  created_at timestamptz not null default clock_timestamp(),
  -- When the command had the last signature that it needs.
  ready_at timestamptz,
  -- Id of the transaction that did the command.
  done_in xid8,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'refused', 'cancelled')),
  -- Why the command was refused, or who cancelled it.
  note text check (length(note) <= 1000),
  check ((ended_at is null) = (outcome is null) and (done_in is null) = (outcome is distinct from 'done'))
);
create index operator_commands_open on operator_commands (created_at) where ended_at is null;
create index operator_commands_done on operator_commands (ended_at) where outcome = 'done';

-- owner: operators
create table operator_signatures (
  command_id uuid not null references operator_commands,
  operator_id bigint not null references operators,
  passkey_id bigint not null references operator_passkeys,
  -- Data as the passkey returned them (Web Authentication, 7.2). Anyone with the public key can check them again.
  authenticator_data bytea not null,
  client_data bytea not null,
  signature bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (command_id, operator_id)
);

-- Requests of operators' browsers to read sealed data, and the server's answer, which only this browser can open. A row lives for a minute,
-- or until the answer is handed over.
-- owner: operators
create table sealed_reads (
  id uuid primary key,
  session_hash bytea not null references operator_sessions,
  -- packages/contract/src/operator-actions.ts says who can read which kind.
  kind text not null check (length(kind) between 3 and 60),
  subjects uuid[] not null check (cardinality(subjects) > 0),
  -- Key of the browser, a point of the curve P-256: 04, x, y.
  public_key bytea not null check (length(public_key) = 65),
  created_at timestamptz not null default clock_timestamp(),
  -- Time since which a server works on the request.
  claimed_at timestamptz,
  sealed bytea check (length(sealed) <= 12000000),
  -- Key of the text that says why there is no answer.
  failure text check (length(failure) <= 100),
  constraint sealed_reads_ended check (sealed is null or failure is null)
);
create index sealed_reads_session on sealed_reads (session_hash);
create index sealed_reads_created on sealed_reads (created_at);

-- What each operator has open at the moment, so that two do not work on the same case.
-- owner: operators
create table operator_presences (
  session_hash bytea primary key references operator_sessions,
  subject text not null check (length(subject) <= 100),
  seen_at timestamptz not null default clock_timestamp()
);
create index operator_presences_subject on operator_presences (subject);
-- Who has signed which command.
-- owner: operators
create view command_signers as
  select s.command_id, o.name, s.created_at as signed_at from operator_signatures s join operators o on o.id = s.operator_id;

-- Roles of the database, besides the owner of the tables, that can act for operators without a signature: those of the operator's command.
-- owner: operators
create table emergency_roles (
  name text primary key
);
