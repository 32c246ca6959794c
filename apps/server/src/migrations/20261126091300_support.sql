-- Support tickets: conversations of traders with support.

-- owner: support
create table tickets (
  -- Derived from the trader and the Idempotency-Key.
  id uuid primary key,
  user_id bigint not null references users,
  -- Subject of the ticket, encrypted.
  sealed_subject bytea not null,
  -- Department and priority of the settings.
  department integer not null check (department between 1 and 9999),
  priority smallint not null check (priority between 1 and 99),
  -- 1 open, 2 answered, 3 waiting for the trader, 4 closed (spec: account 3).
  status smallint not null check (status between 1 and 4),
  -- What the ticket is about, e.g. a deposit and its id.
  reference_kind text check (reference_kind ~ '^[a-z]{1,20}$'),
  reference_id text check (length(reference_id) between 1 and 60),
  constraint tickets_reference check ((reference_kind is null) = (reference_id is null)),
  -- Only a trigger of ticket_posts writes this and what follows.
  post_count smallint not null default 0 check (post_count >= 0),
  constraint tickets_full check (post_count <= 500),
  created_at timestamptz not null,
  -- Time of the last post, or when it was closed.
  changed_at timestamptz not null,
  -- Time since which the trader waits for an answer.
  waiting_since timestamptz,
  -- Time of the last post of support.
  answered_at timestamptz,
  -- When the trader last saw the ticket.
  seen_at timestamptz,
  constraint tickets_waiting check ((status = 1) = (waiting_since is not null)),
  -- The ticket of the same trader in which this one goes on. Only a trigger of ticket_merges writes it.
  merged_into uuid references tickets,
  constraint tickets_merged_closed check (merged_into is null or status = 4)
);
create index tickets_user on tickets (user_id, changed_at desc, id desc);
create index tickets_number on tickets (right(id::text, 8));
create index tickets_created on tickets (user_id, created_at);
create index tickets_changed on tickets (changed_at desc, id desc) where merged_into is null;
create index tickets_status on tickets (status, changed_at desc, id desc);
create index tickets_merged on tickets (merged_into) where merged_into is not null;
create index tickets_queue on tickets (waiting_since, id) where status = 1;

-- Which ticket goes on in which other one.
-- owner: support
create table ticket_merges (
  ticket_id uuid primary key references tickets,
  into_id uuid not null references tickets,
  merged_at timestamptz not null
);

-- owner: support
create table ticket_posts (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  -- The trader of the ticket.
  user_id bigint not null references users,
  author text not null check (author in ('trader', 'support')),
  via text not null check (via in ('site', 'mail', 'operator')),
  -- Name of the operator who answered at the desk, or on the command line.
  operator text check (length(operator) between 1 and 60),
  constraint ticket_posts_operator check ((via = 'operator') = (operator is not null) and (via <> 'operator' or author = 'support')),
  -- Text of the post, encrypted.
  sealed bytea not null,
  -- Keyed hash of what was sent, to detect a second press of the button.
  content_hash bytea not null check (length(content_hash) = 32),
  -- Keyed hash of a mail's Message-ID: mail servers send a mail again if they did not get our answer.
  message_hash bytea check (length(message_hash) = 32),
  constraint ticket_posts_mailed check ((via = 'mail') = (message_hash is not null)),
  -- Status of the ticket after this post. A post of the trader opens the ticket.
  status_after smallint not null,
  constraint ticket_posts_status check (case author when 'trader' then status_after = 1 else status_after in (2, 3) end),
  -- Number of attachments of a mail that were not accepted.
  refused_files smallint not null default 0 check (refused_files between 0 and 100),
  created_at timestamptz not null,
  -- Order of posts with the same time.
  number bigint generated always as identity
);
create unique index ticket_posts_message on ticket_posts (ticket_id, message_hash) where message_hash is not null;
create index ticket_posts_ticket on ticket_posts (ticket_id, created_at, number);
create index ticket_posts_trader on ticket_posts (user_id, created_at) where author = 'trader';

-- Files of posts, and files that are not sent yet. Only pictures of their pages are stored.
-- owner: support
create table ticket_attachments (
  id uuid primary key,
  -- Owner of the file: the trader of the ticket.
  user_id bigint not null references users,
  -- Post that the file belongs to. Null: the file is not sent yet.
  post_id uuid references ticket_posts,
  -- The text that an unsent file belongs to: a ticket, or the form for a new one. Null for a file that came by mail.
  draft text check (draft ~ '^[A-Za-z0-9_-]{1,60}$'),
  -- Order in the text.
  place integer not null,
  -- Place of an unsent file. A trader has ten of them.
  slot smallint check (slot between 0 and 9),
  -- uploading: upload not yet confirmed by the store; deleting: removal not yet confirmed by the store.
  state text not null check (state in ('uploading', 'ready', 'deleting')),
  -- Type of the uploaded file.
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes between 1 and 10485760),
  title text check (length(title) between 1 and 120),
  pages smallint not null check (pages between 1 and 10),
  store text not null check (store in ('database', 's3')),
  uploaded_at timestamptz not null,
  constraint ticket_attachments_sent check (post_id is null or (state = 'ready' and slot is null and place between 0 and 4))
);
-- Two concurrent uploads cannot take the same place.
create unique index ticket_attachments_slot on ticket_attachments (user_id, slot) where slot is not null;
create unique index ticket_attachments_post on ticket_attachments (post_id, place) where post_id is not null;
create index ticket_attachments_unsent on ticket_attachments (uploaded_at) where post_id is null;

-- What operators see of a ticket beside other events of its trader. The index `tickets_number` finds the number.
-- owner: support
create view ticket_facts as
  select id, right(id::text, 8) as number, user_id, status, created_at, changed_at, department, priority, waiting_since, post_count,
         reference_kind, reference_id, merged_into
    from tickets;

-- Notes of operators about a ticket, for each other. Its trader never sees them.
-- owner: support
create table ticket_notes (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  operator text not null check (length(operator) between 1 and 60),
  words text not null check (length(btrim(words)) between 1 and 2000),
  created_at timestamptz not null
);
create index ticket_notes_ticket on ticket_notes (ticket_id, created_at);

-- The operator who answers a ticket.
-- owner: support
create table ticket_assignments (
  ticket_id uuid primary key references tickets,
  operator text not null check (length(operator) between 1 and 60),
  assigned_at timestamptz not null
);

-- Answers that are needed often, in each language. `{name}` is the first name of the trader.
-- owner: support
create table ticket_templates (
  id uuid primary key,
  title text not null check (length(btrim(title)) between 1 and 80),
  -- Texts by language, e.g. `en`.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and length(texts::text) <= 30000),
  changed_by text not null check (length(changed_by) between 1 and 60),
  changed_at timestamptz not null
);
create unique index ticket_templates_title on ticket_templates (lower(title));

insert into ticket_templates (id, title, texts, changed_by, changed_at) values
  ('5e1b7c52-0d0a-4d0c-9a3e-6f1f0c7a1001', 'Deposit not credited', '{
    "en": "Hello {name},\n\nthank you for writing. A card payment is usually credited within seconds, a bank transfer within one to three working days. Please send us a screenshot of the payment with its date, amount and reference, and we will look for it at once.\n\nYour money is safe: what has reached us is credited or returned.",
    "ru": "Здравствуйте, {name}!\n\nСпасибо за обращение. Платёж картой обычно зачисляется за несколько секунд, банковский перевод — за один-три рабочих дня. Пришлите, пожалуйста, снимок экрана с датой, суммой и номером платежа, и мы сразу его найдём.\n\nВаши деньги в безопасности: всё, что дошло до нас, мы зачислим или вернём."}', 'tradefront', '2026-11-27'),
  ('5e1b7c52-0d0a-4d0c-9a3e-6f1f0c7a1002', 'Withdrawal: how long it takes', '{
    "en": "Hello {name},\n\nwe check each withdrawal by hand, usually within one working day. Then the money goes to your account: to a card or a bank it takes one to five working days more, depending on your bank. You see each step under Withdraw.",
    "ru": "Здравствуйте, {name}!\n\nКаждый вывод мы проверяем вручную, обычно в течение одного рабочего дня. После этого деньги уходят на ваш счёт: на карту или в банк они идут ещё от одного до пяти рабочих дней, в зависимости от вашего банка. Каждый шаг виден в разделе «Вывод средств»."}', 'tradefront', '2026-11-27'),
  ('5e1b7c52-0d0a-4d0c-9a3e-6f1f0c7a1003', 'Documents: what we need', '{
    "en": "Hello {name},\n\nto verify your account we need a photo of your passport or identity card. All four corners must be visible, nothing may be covered, and all letters must be readable. Please upload it under Personal data, Documents, not here.",
    "ru": "Здравствуйте, {name}!\n\nЧтобы подтвердить счёт, нам нужна фотография вашего паспорта или удостоверения личности. На снимке должны быть видны все четыре угла, ничего не должно быть закрыто, весь текст должен читаться. Загрузите его, пожалуйста, в разделе «Личные данные», «Документы», а не сюда."}', 'tradefront', '2026-11-27'),
  ('5e1b7c52-0d0a-4d0c-9a3e-6f1f0c7a1004', 'Bonus and turnover', '{
    "en": "Hello {name},\n\na bonus becomes money that you can withdraw after you have traded the turnover that was agreed with it. You see how much is done and how much is left when you press your balance. You can give a bonus up at any time; your own money always stays yours.",
    "ru": "Здравствуйте, {name}!\n\nБонус становится деньгами, которые можно вывести, когда вы наторгуете оговорённый оборот. Сколько уже сделано и сколько осталось, видно, если нажать на баланс. От бонуса можно отказаться в любой момент; ваши собственные деньги всегда остаются вашими."}', 'tradefront', '2026-11-27'),
  ('5e1b7c52-0d0a-4d0c-9a3e-6f1f0c7a1005', 'Anything else?', '{
    "en": "Hello {name},\n\nthis is done. If anything else is unclear, simply reply to this message.",
    "ru": "Здравствуйте, {name}!\n\nГотово. Если останутся вопросы, просто ответьте на это сообщение."}', 'tradefront', '2026-11-27');
