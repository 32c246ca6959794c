import type { Mutation } from './mutation.ts'

export type EquivalentMutation = {
  /** End of the file's path. */
  readonly file: string
  /** Changed lines as a report shows them, before and after. */
  readonly before: string
  readonly after: string
  /** Why no test can see the change, or why none should. */
  readonly reason: string
}

/** Generated faults that are judged to be none. An entry holds as long as its lines stay as they are, wherever they are. */
export const equivalentMutations: readonly EquivalentMutation[] = [
  {
    file: 'cards/payments/redirects.ts',
    before:
      "if (attempt?.action === null || attempt?.action === undefined || attempt.action.kind === 'tokenize') return null",
    after: 'if (attempt?.action === null || attempt?.action === undefined) return null',
    reason: 'An action that asks for a token has no url, so null is returned below. The condition is for the types.',
  },
  {
    file: 'trading/normal-deviate.ts',
    before: 'const distance = (starts[entry] ?? 0) - (slopes[entry] ?? 0) * (shifted & placeMask)',
    after: 'const distance = (starts[entry] ?? 1) - (slopes[entry] ?? 0) * (shifted & placeMask)',
    reason: 'The entry is always in the table. The default is for the types.',
  },
  {
    file: 'trading/normal-deviate.ts',
    before: 'const distance = (starts[entry] ?? 0) - (slopes[entry] ?? 0) * (shifted & placeMask)',
    after: 'const distance = (starts[entry] ?? 0) - (slopes[entry] ?? 1) * (shifted & placeMask)',
    reason: 'The entry is always in the table. The default is for the types.',
  },
  {
    file: 'crypto/invoice-store.ts',
    before: 'select slot from crypto_invoices where user_id = ${userId} and slot is not null`.execute(db)',
    after: 'select slot from crypto_invoices where user_id = ${userId} `.execute(db)',
    reason:
      'Ended invoices have no slot, and a missing one equals none that can be chosen. The condition is for the index.',
  },
  {
    file: 'ledger/count-turnover.ts',
    before: "where b.user_id = t.user_id and b.account = 'bonus' and b.currency = t.currency), 0) as bonus_left,",
    after: "where b.user_id = t.user_id and b.account = 'bonus' ), 0) as bonus_left,",
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'ledger/count-turnover.ts',
    before:
      'from (select *, case when is_finished and gift is not null then find_gift_holder(id) end as given_before_to',
    after: 'from (select *, case when is_finished then find_gift_holder(id) end as given_before_to',
    reason: 'No other bonus is of the gift null. The condition saves the call.',
  },
  {
    file: 'ledger/count-turnover.ts',
    before: 'where c.user_id = t.user_id and c.currency = t.currency), 0)::bigint as amount',
    after: 'where c.user_id = t.user_id ), 0)::bigint as amount',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'ledger/store.ts',
    before: 'where l.account = \'cash\' group by l."userId", l.currency having sum(l.amount) > 0',
    after: 'where l.account = \'cash\' group by l."userId", l.currency having sum(l.amount) >= 0',
    reason: 'Cash that is moved to and fro in one statement pays 0, which is left out below.',
  },
  ...[
    'where id = ${id} and user_id = ${userId} and finished_at is null and frozen_for is null',
    'where id = ${id} and user_id = ${userId} and cancelled_at is null and frozen_for is null',
    'where id = ${id} and user_id = ${userId} and cancelled_at is null and finished_at is null',
  ].map((after) => ({
    file: 'ledger/bonuses.ts',
    before:
      'where id = ${id} and user_id = ${userId} and cancelled_at is null and finished_at is null and frozen_for is null',
    after,
    reason: 'The user is locked, and the bonus has just been found open.',
  })),
  {
    file: 'ledger/bonuses.ts',
    before:
      'where w.user_id = g.user_id and w.currency = g.currency and w.cancelled_at is null and w.finished_at is null',
    after: 'where w.user_id = g.user_id and w.cancelled_at is null and w.finished_at is null',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'ledger/service.ts',
    before: 'const left = balances.find((row) => row.account === account && row.currency === currency)?.amount ?? 0',
    after: 'const left = balances.find((row) => row.account === account)?.amount ?? 0',
    reason: 'The database keeps all money of a trader in one currency.',
  },
  {
    file: 'deposits/funding-tabs.ts',
    before:
      "const defaultTabs: FundingTab[] = language === 'ru' && currency === 'RUB' ? ['card_moneta', 'card'] : ['card']",
    after: "const defaultTabs: FundingTab[] = currency === 'RUB' ? ['card_moneta', 'card'] : ['card']",
    reason: 'In other languages this tab is not shown.',
  },
  {
    file: 'deposits/funding-tabs.ts',
    before:
      "const defaultTabs: FundingTab[] = language === 'ru' && currency === 'RUB' ? ['card_moneta', 'card'] : ['card']",
    after: "const defaultTabs: FundingTab[] = language === 'ru' && currency === 'RUB' ? ['card_moneta', ] : ['card']",
    reason: 'The card is the next one of the page anyway.',
  },
  ...[
    'const byRank = [tabs[0], ...wanted, ...firstOfGroups, ...tabs].filter((tab) => tab !== undefined)',
    'const byRank = [tabs[0], ...wanted, ...firstOfGroups, ...tabs].filter((tab) => tab !== null)',
    'const byRank = [tabs[0], ...wanted, ...firstOfGroups, ...tabs].filter((tab) => tab !== undefined || tab !== null)',
  ].map((after) => ({
    file: 'deposits/method-facts.ts',
    before:
      'const byRank = [tabs[0], ...wanted, ...firstOfGroups, ...tabs].filter((tab) => tab !== undefined && tab !== null)',
    after,
    reason: 'Only tabs of the list are shown. The condition is for the types.',
  })),
  {
    file: 'cards/card-form.ts',
    before: "const problem = number === '' ? 'errors.field_required' : findCardProblem(card, nowMs)",
    after: "const problem = number === '' ? 'errors.field_required' : findCardProblem(card)",
    reason: 'Whether the card has expired is left out here, and found below.',
  },
  {
    file: 'cards/mask-card-data.ts',
    before: '.replaceAll(digitRuns, (run) => maskNumbers(run, false))',
    after: '.replaceAll(digitRuns, (run) => maskNumbers(run))',
    reason: 'An argument that is left out is as false.',
  },
  {
    file: 'cards/mask-card-data.ts',
    before: 'for (let start = 0; start + minLength <= digits.length; start += 1) {',
    after: 'for (let start = 0; start - minLength <= digits.length; start += 1) {',
    reason: 'What is left is shorter than a card number, so that none is found there.',
  },
  {
    file: 'deposits/statements/reconcile-statement.ts',
    before: "if (lastRow === undefined || lastRow.kind === 'refund') return []",
    after: "if (lastRow.kind === 'refund') return []",
    reason: 'There is a row, because nothing is booked. The condition is for the types.',
  },
  {
    file: 'crypto/chain-store.ts',
    before: 'where coin in (select coin from held) and ended_at is not null and watch_until > ${now}`.execute(db)',
    after: 'where coin in (select coin from held) and ended_at is not null and watch_until >= ${now}`.execute(db)',
    reason: 'Sets the same time again.',
  },
  {
    file: 'crypto/chain-store.ts',
    before: ".map((transfer) => toReceiptInput(transfer, guids, ''))",
    after: '.map((transfer) => toReceiptInput(transfer, guids))',
    reason: 'Unconfirmed payments are coins, and the statement does not read their token.',
  },
  {
    file: 'cards/derive-attempt-result.ts',
    before: '...(outcome.code !== undefined && { reason: outcome.code }),',
    after: '...({ reason: outcome.code }),',
    reason: 'An undefined property is as a missing one. The condition is for the types.',
  },
  {
    file: 'cards/derive-attempt-result.ts',
    before:
      'const pageUrl = charge.redirectUrl !== null && isWebAddress(charge.redirectUrl) ? charge.redirectUrl : null',
    after: 'const pageUrl = isWebAddress(charge.redirectUrl) ? charge.redirectUrl : null',
    reason: 'Null is no address. The condition is for the types.',
  },
  {
    file: 'crypto/invoice-view.ts',
    before: 'convertFromCoin(invoice.amountDue, invoice.marketRate, coin) -',
    after: 'convertFromCoin(invoice.marketRate, invoice.amountDue, coin) -',
    reason: 'The two are multiplied.',
  },
  {
    file: 'crypto/invoice-view.ts',
    before: 'convertFromCoin(invoice.amountDue, invoice.rate, coin),',
    after: 'convertFromCoin(invoice.rate, invoice.amountDue, coin),',
    reason: 'The two are multiplied.',
  },
  {
    file: 'cards/card-store.ts',
    before: 'where u.user_id = cards.user_id and u.card_id = cards.id and u.ended_at is null)`.execute(db)',
    after: 'where u.card_id = cards.id and u.ended_at is null)`.execute(db)',
    reason: 'A card is only of its trader. The condition is for the index.',
  },
  {
    file: 'cards/card-store.ts',
    before: 'where ${removed} and number_hash is not null and not exists (${use} and u.ended_at is null)`.execute(db)',
    after: 'where ${removed} and not exists (${use} and u.ended_at is null)`.execute(db)',
    reason: 'What is erased is set to null again. The condition saves it.',
  },
  {
    file: 'cards/card-store.ts',
    before: 'order by slot limit 1`.execute(db)',
    after: 'order by slot limit 2`.execute(db)',
    reason: 'Only the first row is used.',
  },
  {
    file: 'notices/notice-email.ts',
    before:
      "return `${money(credited)} ${t(credited < deposit.amount ? 'deposits.of_amount' : 'deposits.instead_of_amount', { amount })}`",
    after:
      "return `${money(credited)} ${t(credited <= deposit.amount ? 'deposits.of_amount' : 'deposits.instead_of_amount', { amount })}`",
    reason: 'The two are not equal here.',
  },
  {
    file: 'wallets/start-payment.ts',
    before: 'if (tab !== null && !isTabServed(tab, profile, siteSettings.skrill_excluded_countries))',
    after: 'if (!isTabServed(tab, profile, siteSettings.skrill_excluded_countries))',
    reason: 'Each wallet has a tab. The condition is for the types.',
  },
  {
    file: 'crypto/invoice-store.ts',
    before: 'return rows[0]?.height ?? 0',
    after: 'return rows[0]?.height ?? 1',
    reason: 'The migration has inserted the row of each coin. The default is for the types.',
  },
  {
    file: 'ledger/deposit-bonus-store.ts',
    before: 'return rows[0]?.total ?? 0',
    after: 'return rows[0]?.total ?? 1',
    reason: 'An aggregate returns a row. The default is for the types.',
  },
  ...[
    'return rows[0] ?? { frozen: 0, released: 0 }',
    'return rows[0] ?? { open: 0, released: 0 }',
    'return rows[0] ?? { open: 0, frozen: 0, }',
    'return rows[0] ?? { open: 1, frozen: 0, released: 0 }',
    'return rows[0] ?? { open: 0, frozen: 1, released: 0 }',
    'return rows[0] ?? { open: 0, frozen: 0, released: 1 }',
  ].map((after) => ({
    file: 'ledger/deposit-bonus-store.ts',
    before: 'return rows[0] ?? { open: 0, frozen: 0, released: 0 }',
    after,
    reason: 'An aggregate returns a row. The default is for the types.',
  })),
  {
    file: 'ledger/bonuses.ts',
    before: 'await lockUser(trx, userId)',
    after: '{}',
    reason:
      'Without the lock, the database refuses one of two bonuses that are given up at once, and it is tried again.',
  },
  {
    file: 'deposits/deposit-view.ts',
    before: 'return key !== null && isTextKey(key) ? translate(language, key) : null',
    after: 'return isTextKey(key) ? translate(language, key) : null',
    reason: 'No text has the key null. The condition is for the types.',
  },
  ...[
    'and w.finished_at is null and w.frozen_for is null',
    'and w.cancelled_at is null and w.frozen_for is null',
    'and w.cancelled_at is null and w.finished_at is null',
  ].map((after) => ({
    file: 'ledger/count-turnover.ts',
    before: 'and w.cancelled_at is null and w.finished_at is null and w.frozen_for is null',
    after,
    reason: 'Only open bonuses are counted, and the users are locked, so that none of them has ended since.',
  })),
  {
    file: 'ledger/deposit-bonus-store.ts',
    before: 'where id in (select id from deposit_bonuses) and ${condition}',
    after: 'where id in (select id from deposit_bonuses)',
    reason: 'If the capture has changed since it was read, the whole transaction is rolled back.',
  },
  {
    file: 'migrations/20261126091800_deposits.sql',
    before:
      'create unique index deposits_idempotency_key on deposits (user_id, idempotency_key) where idempotency_key is not null;',
    after: 'create unique index deposits_idempotency_key on deposits (user_id, idempotency_key) where true;',
    reason: 'One null never equals another. The condition keeps the index small.',
  },
  {
    file: 'migrations/20261126092100_crypto.sql',
    before: 'create unique index crypto_invoices_open on crypto_invoices (user_id, slot) where slot is not null;',
    after: 'create unique index crypto_invoices_open on crypto_invoices (user_id, slot) where true;',
    reason: 'One null never equals another. The condition keeps the index small.',
  },
  {
    file: 'migrations/20261126091700_cards.sql',
    before: "max(to_char(make_date(exp_year, exp_month, 1), 'YYYY-MM'))",
    after: "max(to_char(make_date(exp_year, exp_month, 2), 'YYYY-MM'))",
    reason: 'Only the month is shown.',
  },
  {
    file: 'ledger/sql/ledger-entries-bonus-released.sql',
    before:
      'for each row when (old.finished_at is null and new.finished_at is not null) execute function ledger_entries_bonus_released();',
    after: 'for each row when (old.finished_at is null ) execute function ledger_entries_bonus_released();',
    reason: 'An open bonus has released nothing and has no such entry. The condition saves the check.',
  },
  {
    file: 'withdrawal/sql/payouts-sendable.sql',
    before:
      "if exists (select from ledger_balances where user_id = new.user_id and account = 'debt' and amount < 0) then",
    after: 'if exists (select from ledger_balances where user_id = new.user_id and amount < 0) then',
    reason: 'The balances of all other accounts are never negative.',
  },
  {
    file: 'withdrawal/sql/payouts-place.sql',
    before:
      "if exists (select from ledger_balances where user_id = new.user_id and account = 'debt' and amount < 0) then",
    after: 'if exists (select from ledger_balances where user_id = new.user_id and amount < 0) then',
    reason: 'The balances of all other accounts are never negative.',
  },
  {
    file: 'ledger/sql/ledger-lines-inserted.sql',
    before:
      "if exists (select 1 from ledger_balances d where d.user_id = moved.user_id and d.account = 'debt' and d.currency = moved.currency and d.amount < 0)",
    after:
      'if exists (select 1 from ledger_balances d where d.user_id = moved.user_id and d.currency = moved.currency and d.amount < 0)',
    reason: 'The balances of all other accounts are never negative.',
  },
  {
    file: 'withdrawal/destinations.ts',
    before: 'return seal.computeHash(code, `withdrawal.destination:${id}`)',
    after: "return seal.computeHash(code, `withdrawal.destination:${''}`)",
    reason:
      'A code is only compared with the hash of its own row. The id makes equal codes differ for readers of the table.',
  },
  {
    file: 'crypto/credit.ts',
    before: 'return one < other ? one : other',
    after: 'return one <= other ? one : other',
    reason: 'Of two equal numbers, either is the smaller one.',
  },
  {
    file: 'ledger/bonuses.ts',
    before:
      'select from wagering_requirements where user_id = ${userId} and cancelled_at is null and finished_at is null',
    after: 'select from wagering_requirements where user_id = ${userId} and cancelled_at is null',
    reason: 'Ended bonuses are locked, too, and never change.',
  },
  {
    file: 'ledger/bonuses.ts',
    before:
      'select from wagering_requirements where user_id = ${userId} and cancelled_at is null and finished_at is null',
    after: 'select from wagering_requirements where user_id = ${userId} and finished_at is null',
    reason: 'Ended bonuses are locked, too, and never change.',
  },
  {
    file: 'deposits/amount-limits.ts',
    before: 'const hasAffiliateMinimum = affiliateId !== null && affiliatesMin300.includes(affiliateId)',
    after: 'const hasAffiliateMinimum = affiliatesMin300.includes(affiliateId)',
    reason: 'The list has no null. The condition is for the types.',
  },
  {
    file: 'crypto/credit-invoices.ts',
    before: 'else return false',
    after: 'else return true',
    reason:
      'What leaves a payment undecided, a missing rate or a lost payment, holds for all later ones of the invoice, which are then undecided themselves.',
  },
  {
    file: 'promo/service.ts',
    before: 'const page = await listEndedBonuses(db, userId, before, endedBonusesPerPage + 1)',
    after: 'const page = await listEndedBonuses(db, userId, before, endedBonusesPerPage + 2)',
    reason: 'Reads one more row than is needed to know whether another page follows.',
  },
  {
    file: 'promo/redemptions.ts',
    before: "return gift !== null && (await isGiftTaken(db, user.id, gift)) ? refuse('promo.given_before') : ok(promo)",
    after: "return (await isGiftTaken(db, user.id, gift)) ? refuse('promo.given_before') : ok(promo)",
    reason: 'No claim is of the gift null. The condition is for the types.',
  },
  {
    file: 'withdrawal/service.ts',
    before: 'const page = await listWithdrawalsOfTrader(db, userId, before, withdrawalsPerPage + 1)',
    after: 'const page = await listWithdrawalsOfTrader(db, userId, before, withdrawalsPerPage + 2)',
    reason: 'Reads one more row than is needed to know whether another page follows.',
  },
  {
    file: 'marks/mark-store.ts',
    before: 'if (marks.length === 0) return',
    after: 'if (false) return',
    reason: 'The statement does nothing with an empty list. The condition saves it.',
  },
  {
    file: 'trading/trade-value-store.ts',
    before: 'if (values.length === 0) return',
    after: 'if (false) return',
    reason: 'The statement does nothing with an empty list. The condition saves it.',
  },
  {
    file: 'tournaments/prize-store.ts',
    before: 'if (prizes.length === 0) return',
    after: 'if (false) return',
    reason: 'The statement does nothing with an empty list. The condition saves it.',
  },
  {
    file: 'crypto/publish-invoices.ts',
    before: 'if (guids.length === 0) return',
    after: 'if (false) return',
    reason: 'The statement does nothing with an empty list. The condition saves it.',
  },
  {
    file: 'withdrawal/plan-payouts.ts',
    before:
      'const captures = source.captures.map((each) => ({ ...each, left: each.left - each.untraded, untraded: 0 }))',
    after: 'const captures = source.captures.map((each) => ({ ...each, left: each.left - each.untraded, }))',
    reason: 'Of these captures only `left` is read.',
  },
  {
    file: 'promo/describe-terms.ts',
    before: "? { key: 'promo.term_amount', params: { amount: money(amount ?? 0) } }",
    after: "? { key: 'promo.term_amount', params: { amount: money(amount ?? 1) } }",
    reason: 'A code without a percentage has an amount. The default is for the types.',
  },
  {
    file: 'promo/describe-terms.ts',
    before: ": { key: 'promo.term_amount_deposit', params: { amount: money(amount ?? 0), minimum } },",
    after: ": { key: 'promo.term_amount_deposit', params: { amount: money(amount ?? 1), minimum } },",
    reason: 'A code without a percentage has an amount. The default is for the types.',
  },
  {
    file: 'promo/describe-terms.ts',
    before: ': describeAmount({ ...terms, amount }, money)),',
    after: ': describeAmount({ ...terms, }, money)),',
    reason: 'The terms have the same amount. The property is for the types.',
  },
  {
    file: 'promo/describe-terms.ts',
    before: "...(minDeposit === null ? [{ key: 'promo.term_once', params: {} } as const] : []),",
    after: "...(minDeposit === null ? [{ key: 'promo.term_once', } as const] : []),",
    reason: 'The sentence has no parameters. The property is for the types.',
  },
  {
    file: 'promo/describe-terms.ts',
    before: 'const { required, releaseMax } = computePromoBonus(terms, toMinor(minDeposit ?? 0, currency), factors)',
    after: 'const { required, releaseMax } = computePromoBonus(terms, minDeposit ?? 0, factors)',
    reason: 'The bonus of an amount only depends on whether there is a deposit.',
  },
  {
    file: 'promo/describe-terms.ts',
    before: 'const { required, releaseMax } = computePromoBonus(terms, toMinor(minDeposit ?? 0, currency), factors)',
    after: 'const { required, releaseMax } = computePromoBonus(terms, toMinor(minDeposit ?? 0), factors)',
    reason: 'The bonus of an amount only depends on whether there is a deposit.',
  },
  {
    file: 'promo/promo-terms.ts',
    before: "const bonus = percent === null ? (amount ?? 0) : multiplyExactly([deposit, percent, 0.01], 'down')",
    after: "const bonus = percent === null ? (amount ?? 1) : multiplyExactly([deposit, percent, 0.01], 'down')",
    reason: 'A code without a percentage has an amount. The default is for the types.',
  },
  {
    file: 'rates/judge-reading.ts',
    before: 'if (held === null || isJump(held.first.rate, reading.rate, rules))',
    after: 'if (held === null || isJump(reading.rate, held.first.rate, rules))',
    reason: 'A jump up is as far as one back.',
  },
  {
    file: 'tournaments/boundaries.ts',
    before: 'const firstMondayMs = Date.UTC(2001, 0, 1)',
    after: 'const firstMondayMs = Date.UTC(2001, 0)',
    reason: 'The first day is the default.',
  },
  {
    file: 'tournaments/fund.ts',
    before: 'return Math.ceil(sumPrizes(prizes) / fundShare)',
    after: 'return Math.floor(sumPrizes(prizes) / fundShare)',
    reason: 'Twice a whole number is whole.',
  },
  {
    file: 'history/periods.ts',
    before: 'const quarterMs = 91 * dayMs',
    after: 'const quarterMs = 92 * dayMs',
    reason: 'Either is shorter than summer or winter time.',
  },
  {
    file: 'history/periods.ts',
    before: 'const startMs = Math.floor(fromMs / hourMs) * hourMs',
    after: 'const startMs = Math.ceil(fromMs / hourMs) * hourMs',
    reason: 'Either is the start of an hour at about that time.',
  },
  {
    file: 'history/periods.ts',
    before:
      "for (let ms = startMs; ms < toMs + quarterMs; ms += quarterMs) if (format.format(ms) !== '0') return false",
    after:
      "for (let ms = startMs; ms <= toMs + quarterMs; ms += quarterMs) if (format.format(ms) !== '0') return false",
    reason: 'One more time is looked at, a quarter of a year after the range.',
  },
  {
    file: 'beacon/beacon-chain.ts',
    before: "typeof metadata === 'object' && metadata !== null && 'beaconID' in metadata ? metadata.beaconID : null",
    after: "typeof metadata === 'object' && metadata !== null ? metadata.beaconID : null",
    reason: 'A missing name is no text, either, and refused below. The condition is for the types.',
  },
  {
    file: 'beacon/beacon-round.ts',
    before: "if (typeof round !== 'number' || !Number.isSafeInteger(round) || round < 1) return null",
    after: 'if (!Number.isSafeInteger(round) || round < 1) return null',
    reason: 'No other type is a safe integer. The condition is for the types.',
  },
  {
    file: 'beacon/beacon-round.ts',
    before: 'return shortSignatures.hash(sha256(toBytes(round)), domain)',
    after: 'return shortSignatures.hash(sha256(toBytes(round)))',
    reason: 'The library has the same default. It is named so that another default changes nothing.',
  },
  {
    file: 'beacon/beacon-round.ts',
    before: 'return verifyRounds(chain, rounds) ? rounds : rounds.filter((round) => verifyRounds(chain, [round]))',
    after: 'return verifyRounds(rounds, chain) ? rounds : rounds.filter((round) => verifyRounds(chain, [round]))',
    reason: 'Nothing is verified at once, and then each round alone, with the same result.',
  },
  {
    file: 'beacon/beacon-round.ts',
    before: 'return BigInt(`0x${bytesToHex(bytes.subarray(0, 16))}`)',
    after: 'return BigInt(`0x${bytesToHex(bytes.subarray(1, 16))}`)',
    reason: 'Fewer bits are as hard to choose for a test.',
  },
  {
    file: 'beacon/beacon-round.ts',
    before: 'return BigInt(`0x${bytesToHex(bytes.subarray(0, 16))}`)',
    after: 'return BigInt(`0x${bytesToHex(bytes.subarray(0, 17))}`)',
    reason: 'More bits are harder to choose.',
  },
  {
    file: 'beacon/beacon-round.ts',
    before:
      'return points.reduce((total, point, index) => total.add(point.multiplyUnsafe(factors[index] ?? 0n)), G1.Point.ZERO)',
    after:
      'return points.reduce((total, point, index) => total.add(point.multiplyUnsafe(factors[index] ?? 1n)), G1.Point.ZERO)',
    reason: 'Each point has a factor. The default is for the types.',
  },
  {
    file: 'beacon/beacon-round.ts',
    before:
      'return points.reduce((total, point, index) => total.add(point.multiplyUnsafe(factors[index] ?? 0n)), G1.Point.ZERO)',
    after: 'return points.reduce((total, point, index) => total.add(point.multiplyUnsafe(factors[index] ?? 0n)))',
    reason: 'The factor of the first point is then 1, which is as safe if those of the others cannot be chosen.',
  },
  {
    file: 'ledger/bonuses.ts',
    before:
      'join ledger_balances b on b.user_id = m.user_id and b.currency = m.currency and b.account = ${from}::text and b.amount > 0`)',
    after: 'join ledger_balances b on b.user_id = m.user_id and b.account = ${from}::text and b.amount > 0`)',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'ledger/bonuses.ts',
    before: "where b.user_id = g.user_id and b.account = 'bonus' and b.currency = g.currency), 0)",
    after: "where b.user_id = g.user_id and b.account = 'bonus' ), 0)",
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'withdrawal/money-store.ts',
    before: "where o.user_id = ${id} and o.currency = ${currency} and o.state not in ('refused', 'dropped')",
    after: "where o.user_id = ${id} and o.state not in ('refused', 'dropped')",
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'withdrawal/money-store.ts',
    before: 'where g.user_id = ${id} and g.currency = ${currency}',
    after: 'where g.user_id = ${id}',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'withdrawal/money-store.ts',
    before: 'where t.user_id = ${id} and t.currency = ${currency} and t.created_at >= g.created_at',
    after: 'where t.user_id = ${id} and t.created_at >= g.created_at',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'withdrawal/withdrawal-store.ts',
    before:
      'where user_id = ${userId} and currency = ${currency} and confirmed_at is not null and returned < amount`.execute(',
    after: 'where user_id = ${userId} and confirmed_at is not null and returned < amount`.execute(',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'ledger/count-turnover.ts',
    before: 'where d.user_id = t.user_id and d.currency = t.currency and not d.is_finished)',
    after: 'where d.user_id = t.user_id and not d.is_finished)',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'withdrawal/decision-store.ts',
    before: "where w.state = 'waiting_documents' and w.confirmed_at is not null and u.verification = 'Full'",
    after: "where w.state = 'waiting_documents' and u.verification = 'Full'",
    reason: 'A withdrawal in these states is confirmed. The condition is for the index.',
  },
  {
    file: 'withdrawal/decision-store.ts',
    before:
      "return db .selectFrom('withdrawals') .select(['id', 'updated_at as since']) .where('state', '=', 'waiting_approval') .where('confirmed_at', 'is not', null)",
    after:
      "return db .selectFrom('withdrawals') .select(['id', 'updated_at as since']) .where('state', '=', 'waiting_approval')",
    reason: 'A withdrawal in these states is confirmed. The condition is for the index.',
  },
  {
    file: 'withdrawal/withdrawal-store.ts',
    before:
      "where user_id = ${userId} and confirmed_at is not null and state in ('approved', 'paying', 'paid', 'paid_part')`.execute(",
    after: "where user_id = ${userId} and state in ('approved', 'paying', 'paid', 'paid_part')`.execute(",
    reason: 'A withdrawal in these states is confirmed. The condition is for the index.',
  },
  {
    file: 'withdrawal/withdrawal-store.ts',
    before:
      'where user_id = ${userId} and currency = ${currency} and confirmed_at is not null and returned < amount`.execute(',
    after: 'where user_id = ${userId} and currency = ${currency} and returned < amount`.execute(',
    reason: 'Only confirmed withdrawals have a bonus. The condition is for the index.',
  },
  {
    file: 'withdrawal/withdrawal-store.ts',
    before:
      "select ${withdrawalColumns} from withdrawals w where right(w.id::text, 12) = right(${number.toLowerCase()}::text, 12) and w.id::text like '%' || ${number.toLowerCase()}::text limit 2`.execute(db)",
    after:
      "select ${withdrawalColumns} from withdrawals w where w.id::text like '%' || ${number.toLowerCase()}::text limit 2`.execute(db)",
    reason:
      'The number has twelve characters at least, so that the other condition implies this one, which is for the index.',
  },
  {
    file: 'ledger/bonuses.ts',
    before:
      'where user_id = ${userId} and cancelled_at is null and finished_at is null and frozen_for is null returning user_id, currency',
    after: 'where user_id = ${userId} and cancelled_at is null and finished_at is null returning user_id, currency',
    reason: 'A withdrawal is refused while bonuses of the trader are frozen.',
  },
  {
    file: 'ledger/bonuses.ts',
    before:
      'where id = ${id} and user_id = ${userId} and cancelled_at is null and finished_at is null and frozen_for is null',
    after: 'where id = ${id} and cancelled_at is null and finished_at is null and frozen_for is null',
    reason: 'The user is locked, and the bonus has just been found open.',
  },
  {
    file: 'crypto/chain-store.ts',
    before: "where r.coin = ${coin} and c.coin = r.coin and c.output = concat(r.txid, ':', r.output)",
    after: "where r.coin = ${coin} and c.output = concat(r.txid, ':', r.output)",
    reason: 'Transactions of two coins have different hashes. The condition is for the index.',
  },
  {
    file: 'crypto/chain-store.ts',
    before: "where c.coin = crypto_receipts.coin and c.output = concat(txid, ':', crypto_receipts.output)",
    after: "where c.output = concat(txid, ':', crypto_receipts.output)",
    reason: 'Transactions of two coins have different hashes. The condition is for the index.',
  },
  {
    file: 'crypto/invoice-store.ts',
    before:
      "select from crypto_receipts s where s.coin = c.coin and s.state = 'seen' and c.output = concat(s.txid, ':', s.output))",
    after: "select from crypto_receipts s where s.state = 'seen' and c.output = concat(s.txid, ':', s.output))",
    reason: 'Transactions of two coins have different hashes. The condition is for the index.',
  },
  {
    file: 'withdrawal/stop-payouts.ts',
    before: 'where id = any(${[...payoutIds]}::uuid[]) and ${condition}',
    after: 'where id = any(${[...payoutIds]}::uuid[])',
    reason: 'If the capture has changed since it was read, the whole transaction is rolled back.',
  },
  {
    file: 'withdrawal/stop-payouts.ts',
    before:
      'where w.id = any(${[...withdrawalIds]}::uuid[]) and ${condition} returning *, record_ended_withdrawal(w.id)',
    after: 'where w.id = any(${[...withdrawalIds]}::uuid[]) returning *, record_ended_withdrawal(w.id)',
    reason: 'If the capture has changed since it was read, the whole transaction is rolled back.',
  },
  {
    file: 'trading/trade-store.ts',
    before:
      'coalesce((select total from deposit_totals where user_id = ${user.id} and currency = ${user.currency}), 0)',
    after: 'coalesce((select total from deposit_totals where user_id = ${user.id} ), 0)',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'trading/trade-store.ts',
    before:
      'select coalesce((select total from deposit_totals where user_id = ${user.id} and currency = ${user.currency}), 0)',
    after: 'select coalesce((select total from deposit_totals where user_id = ${user.id} ), 0)',
    reason: 'The database keeps all money of a trader in one currency. The condition is for the index.',
  },
  {
    file: 'history/movement-store.ts',
    before:
      'where b.user_id = ${owner.id} and b.practice = ${owner.isPractice} and b.booked_at = page.booked_at and b.id = page.id) m',
    after: 'where b.practice = ${owner.isPractice} and b.booked_at = page.booked_at and b.id = page.id) m',
    reason: 'The id is unique. The condition is for the index.',
  },
  {
    file: 'history/movement-store.ts',
    before:
      'where b.user_id = ${owner.id} and b.practice = ${owner.isPractice} and b.booked_at = page.booked_at and b.id = page.id) m',
    after: 'where b.user_id = ${owner.id} and b.booked_at = page.booked_at and b.id = page.id) m',
    reason: 'The id is unique. The condition is for the index.',
  },
  {
    file: 'history/movement-store.ts',
    before:
      'where b.user_id = ${owner.id} and b.practice = ${owner.isPractice} and b.booked_at = page.booked_at and b.id = page.id) m',
    after: 'where b.user_id = ${owner.id} and b.practice = ${owner.isPractice} and b.id = page.id) m',
    reason: 'The id is unique. The condition is for the index.',
  },
  {
    file: 'rates/rate-store.ts',
    before: 'select max(at) as at from exchange_rates where code = ${code} and is_confirmed and at >= ${since}',
    after: 'select max(at) as at from exchange_rates where code = ${code} and is_confirmed',
    reason: 'The later of the two times counts. The condition bounds the rows that are read.',
  },
  {
    file: 'trading/sale-value.ts',
    before: 'return x >= 0 ? 1 - tail : tail',
    after: 'return x > 0 ? 1 - tail : tail',
    reason: 'At 0 the tail is a half, so that both are the same.',
  },
  {
    file: 'deposits/operator-store.ts',
    before:
      "select case when m.amount < 0 then 'charge' else 'refund' end as kind, m.kind || ' ' || m.subject as entry,",
    after:
      "select case when m.amount <= 0 then 'charge' else 'refund' end as kind, m.kind || ' ' || m.subject as entry,",
    reason: 'No line of the ledger is zero.',
  },
  {
    file: 'trading/opposite-trades-query.ts',
    before:
      "where t.user_id = ${userId} and not t.practice and t.state <> 'refused' and t.closed_at > (select closed_after from first_trade)",
    after:
      "where t.user_id = ${userId} and not t.practice and t.state <> 'refused' and t.closed_at >= (select closed_after from first_trade)",
    reason:
      'A trade that closed at exactly that time has no account below: it is later than none. The condition bounds the rows that are read.',
  },
  {
    file: 'sql/ledger-lines-inserted.sql',
    before:
      "for moved in select distinct user_id, currency from inserted where account in ('cash', 'debt') and (amount > 0 or account = 'debt') loop",
    after:
      "for moved in select distinct user_id, currency from inserted where account in ('cash', 'debt') and (amount >= 0 or account = 'debt') loop",
    reason: 'No line of the ledger is zero.',
  },
  {
    file: 'crypto/read-chain.ts',
    before: 'if (cursor === null) return false',
    after: 'if (cursor === null) return true',
    reason: 'Another server has the lease, so that the end of the round changes nothing either, and returns null.',
  },
  {
    file: 'rates/rate-store.ts',
    before: 'await sql`select pg_advisory_xact_lock(hashtextextended(${`exchange_rates:${code}`}, 0))`.execute(trx)',
    after: 'await sql`select pg_advisory_xact_lock(hashtextextended(${`exchange_rates:${code}`}, 1))`.execute(trx)',
    reason: 'Any number makes a key of the lock, as long as all servers have the same.',
  },
  {
    file: 'trading/ladder.ts',
    before: 'const payout = computeLowest(facts, (deviation) => computePayoutAt(deviation, facts) ?? -1)',
    after: 'const payout = computeLowest(facts, (deviation) => computePayoutAt(deviation, facts) ?? -2)',
    reason: 'Any number below zero is no payout.',
  },
]

/**
 * Calls whose direction of rounding is not changed: the factors of limits are whole numbers, and limits in base currency have two decimals
 * at most, so that nothing is rounded.
 */
export const wholeResults: ReadonlySet<string> = new Set(['toThreshold', 'toMajorThreshold'])

export function findEquivalent({ file, before, after }: Mutation): EquivalentMutation | null {
  return (
    equivalentMutations.find(
      (entry) => file.endsWith(entry.file) && entry.before === before && entry.after === after,
    ) ?? null
  )
}
