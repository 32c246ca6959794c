-- Why a sign-up bonus was refused, as text key. So far only a bonus that one of the marks had got was told.
alter table signup_bonuses add column reason text;
alter table signup_bonuses disable trigger signup_bonuses_claim;
update signup_bonuses set reason = 'promo.given_before' where state = 'refused';
alter table signup_bonuses enable trigger signup_bonuses_claim;
alter table signup_bonuses add constraint signup_bonuses_reason check ((state = 'refused') = (reason is not null));
