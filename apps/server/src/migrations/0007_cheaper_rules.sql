-- The same rules, said so that PostgreSQL spends less on them with every payment: a length by the type instead of a check that is
-- read anew for each statement, a condition of a trigger instead of a call of it, one foreign key instead of two.
-- Up Migration

drop trigger attempts_final on attempts;
drop function attempts_final;
drop trigger deposits_final on deposits;
drop function deposits_final;

create function refuse_final() returns trigger language plpgsql as $$
begin
  raise exception '% % is final', tg_table_name, old.id using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger attempts_final before update of state on attempts for each row
  when (old.state in ('succeeded', 'declined_soft', 'declined_hard', 'never_happened') and new.state <> old.state)
  execute function refuse_final();
create trigger deposits_final before update of state on deposits for each row
  when (old.state in ('succeeded', 'failed') and new.state <> old.state)
  execute function refuse_final();

-- A capture belongs to its attempt and, by the same key, to the attempt's deposit.
alter table attempts add constraint attempts_of_deposit unique (id, deposit_id);
alter table captures drop constraint captures_attempt_id_fkey;
alter table captures drop constraint captures_deposit_id_fkey;
alter table captures add constraint captures_attempt_fkey foreign key (attempt_id, deposit_id) references attempts (id, deposit_id);

alter table attempts
  drop constraint attempts_psp_ref_check, alter column psp_ref type varchar(100),
  drop constraint attempts_error_class_check, alter column error_class type varchar(100);
alter table ledger_entries
  drop constraint ledger_entries_kind_check, alter column kind type varchar(40),
  drop constraint ledger_entries_subject_check, alter column subject type varchar(80);
alter table ledger_lines
  drop constraint ledger_lines_account_check, alter column account type varchar(40),
  drop constraint ledger_lines_currency_check, alter column currency type char(3);
alter table wagering_requirements drop constraint wagering_requirements_source_check, alter column source type varchar(80);

-- Down Migration
alter table wagering_requirements alter column source type text, add check (length(source) <= 80);
alter table ledger_lines
  alter column account type text, add check (length(account) <= 40),
  alter column currency type text, add check (length(currency) = 3);
alter table ledger_entries
  alter column kind type text, add check (length(kind) <= 40),
  alter column subject type text, add check (length(subject) <= 80);
alter table attempts
  alter column psp_ref type text, add check (length(psp_ref) <= 100),
  alter column error_class type text, add check (length(error_class) <= 100);
alter table captures drop constraint captures_attempt_fkey;
alter table captures add foreign key (attempt_id) references attempts;
alter table captures add foreign key (deposit_id) references deposits;
alter table attempts drop constraint attempts_of_deposit;
drop trigger attempts_final on attempts;
drop trigger deposits_final on deposits;
drop function refuse_final;
create function attempts_final() returns trigger language plpgsql as $$
begin
  if old.state in ('succeeded', 'declined_soft', 'declined_hard', 'never_happened') and new.state <> old.state then
    raise exception 'attempt % is final', old.id using errcode = 'restrict_violation', constraint = 'attempts_final';
  end if;
  return new;
end $$;
create trigger attempts_final before update of state on attempts for each row execute function attempts_final();
create function deposits_final() returns trigger language plpgsql as $$
begin
  if old.state in ('succeeded', 'failed') and new.state <> old.state then
    raise exception 'deposit % is final', old.id using errcode = 'restrict_violation', constraint = 'deposits_final';
  end if;
  return new;
end $$;
create trigger deposits_final before update of state on deposits for each row execute function deposits_final();
