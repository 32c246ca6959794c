import { promoAudiences } from '@tradefront/rules/promo/promo-terms'
import { baseCurrency, rateCodes } from '@tradefront/rules/rates/rate-codes'
import { documentKinds, refusalReasons } from '@tradefront/rules/documents/document-kinds'
import { locales } from '@tradefront/texts/locales'
import * as z from 'zod/mini'

import { cardProcessorNames } from './processor-names.ts'
import { currency, singleLine, text, timeMs, visibleLine } from './wire.ts'

/** Roles of operators. Each action names the roles that have the right to it. */
export const operatorRoles = ['support', 'documents', 'payments', 'risk', 'marketing', 'finance', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Roles that move money. An operator who gives out rights has none of them: the check `operators_admin_apart` enforces it. */
const moneyRoles = ['payments', 'risk', 'marketing', 'finance'] as const satisfies readonly OperatorRole[]
export const areRolesApart = (roles: readonly OperatorRole[]): boolean =>
  !roles.includes('admin') || !moneyRoles.some((role) => roles.includes(role))

export type OperatorAction = {
  /**
   * Kind of thing that the action is about. The field of the input with this name holds its id, and its screen has this name with an `s`.
   */
  readonly subject: string
  readonly roles: readonly OperatorRole[]
  /** `session`: a session is enough. `passkey`: the operator signs the command. */
  readonly proof: 'session' | 'passkey'
  /**
   * `by_amount`: two operators must sign if the action would bring an operator, or a trader, above the setting `approval_limit` on one UTC
   * day. The input then names `amount` (null, for no bound, needs two), `currency`, and `trader` if it is about one.
   */
  readonly people: 'one' | 'by_amount' | 'two'
  /** The facts that are signed. The command is refused if one of them has changed since. */
  readonly input: z.ZodMiniType
}

/** All files of one trader and kind that wait. A file that arrived later is not decided unseen, because the list must be complete. */
const documentCase = {
  trader: z.int(),
  kind: z.enum(documentKinds),
  files: z.array(z.uuid()).check(z.minLength(1), z.maxLength(2)),
}

/** Kinds of things that wait for operators. */
export const queueKinds = [
  'withdrawal',
  'claim',
  'review',
  'suspense',
  'chargeback',
  'document',
  'ticket',
  'approval',
  'prize',
  'rate',
  'alert',
] as const
export type QueueKind = (typeof queueKinds)[number]
const queueCase = { kind: z.enum(queueKinds), id: z.string().check(z.regex(/^[\w|-]{1,60}$/)) }

/** Name in the audit trail of a person who uses the operator's command. No operator can have it. */
export const emergencyActor = 'emergency'
export const operatorName = z.string().check(
  z.regex(/^[a-z][a-z0-9._-]{1,39}$/),
  z.refine((name) => name !== emergencyActor),
)
const operatorRole = z.enum(operatorRoles)
const roleList = z.array(operatorRole).check(
  z.minLength(1),
  z.refine((roles) => new Set(roles).size === roles.length && areRolesApart(roles)),
)
/** SHA-256 in base64url. */
const hashText = z.string().check(z.regex(/^[\w-]{43}$/))
/** `before` is the value that the operator has seen. */
const settingChange = z.strictObject({
  setting: z.string().check(z.maxLength(60)),
  before: z.unknown(),
  value: z.unknown(),
})
const trader = z.strictObject({ trader: z.int() })
/** Text that an operator writes, e.g. a reason. */
export const writtenText = (maxChars: number) => text(maxChars).check(z.minLength(3))
export const maxEvidenceChars = 500
/** Text about what proves the change, e.g. a paper and its date. */
const evidence = writtenText(maxEvidenceChars)
const personName = text(60).check(z.minLength(1))
export const [minTagChars, maxTagChars] = [2, 30]
/** Name of a processor or payout provider in paths, e.g. `orange`. */
const providerSlug = z.string().check(z.regex(/^[a-z\d-]{2,40}$/))
/** Only what is on this machine can have an address without TLS. No slash at the end. */
const providerAddress = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$))[^\s?#@\\]*[^\s?#@\\/]$/),
  )
/** Which keys of a provider are set. `end`: the last characters, empty for a short one. */
export const providerKeyEnds = z
  .array(z.strictObject({ name: z.string().check(z.regex(/^[a-z\d_]{1,40}$/)), end: z.string().check(z.maxLength(4)) }))
  .check(z.maxLength(10))
/** E.g. `vip`. */
const tag = visibleLine(maxTagChars).check(z.minLength(minTagChars), z.trim(), z.toLowerCase())
/** Length of an explanation why a statement differs from our records. */
export const maxExplanationChars = 500
const depositLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))
export const affiliateIdPattern = /^[\w.-]{1,60}$/
const affiliateId = z.string().check(z.regex(affiliateIdPattern))
/** A comma list of card processors, each once. */
const cascadeText = z.string().check(
  z.refine((list) => {
    const names = list.split(',')
    const known: readonly string[] = cardProcessorNames
    return names.every((name) => known.includes(name)) && new Set(names).size === names.length
  }),
)
const stoppedSymbol = z.strictObject({ symbol: z.string().check(z.regex(/^[A-Z0-9]{3,12}$/)) })
const money = { trader: z.int(), amount: z.int().check(z.positive()), currency }
const words = writtenText(300)
export const maxReferenceChars = 200
const reference = writtenText(maxReferenceChars)
const attempt = { deposit: z.uuid(), trader: z.int(), attempt: z.uuid() }
/** `charge` is a number, because a processor can charge an attempt more than once. */
const charge = { ...attempt, ...money, charge: z.int().check(z.positive()) }
/** Length of the title of a file about a chargeback. */
export const maxFileTitleChars = 120
/** Names a chargeback by its attempt and charge. */
const chargeback = { deposit: z.uuid(), attempt: z.uuid(), charge: z.int().check(z.positive()) }
const part = { withdrawal: z.uuid(), part: z.int().check(z.positive()), ...money }

export const maxPageHtmlChars = 20_000
/** Limits of a promo code. `amount` is the most that all its uses can give; null: there is no limit. */
const promoBounds = {
  promo: z.string().check(z.regex(/^[A-Z0-9-]{3,40}$/)),
  endsAtMs: z.nullable(timeMs),
  maxUses: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  amount: z.nullable(z.int().check(z.positive())),
  currency: z.literal(baseCurrency),
}

/** Area, name and language, e.g. `pg/risk/en`. */
const page = z.string().check(z.regex(/^(pg|ag|modal)\/[a-z0-9_-]{1,60}\/[a-zA-Z-]{2,10}$/))
/** Template and language, e.g. `reset/en`. */
const mail = z.string().check(z.regex(/^[a-z_]{2,40}\/[a-z]{2}$/))
/** With placeholders in braces. `text`: blank lines separate paragraphs. `action`: of the button. */
export const mailTexts = { subject: visibleLine(200), text: text(5000).check(z.regex(/\S/)), action: visibleLine(60) }
const headline = z.string().check(z.regex(/^[\w-]{32}$/))

const prizeAmount = z.number().check(z.minimum(0.01), z.maximum(1_000_000), z.multipleOf(0.01))
const prize = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['cash', 'bonus']), amount: prizeAmount }),
  z.strictObject({ kind: z.literal('item'), item: visibleLine(40), amount: prizeAmount }),
])

/**
 * Actions of operators. The desk makes its buttons and forms from this table, servers run commands by these names, and the database checks
 * rights, amounts and signatures by a copy (`modules/operators/sql/operator-actions.sql`, written by `npm run generate`). Amounts are in
 * minor units.
 */
export const operatorActions = {
  'withdrawal.approve': {
    subject: 'withdrawal',
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    input: z.strictObject({ withdrawal: z.uuid(), ...money }),
  },
  'withdrawal.reject': {
    subject: 'withdrawal',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    /** `words` is the reason that the trader reads. */
    input: z.strictObject({ withdrawal: z.uuid(), words }),
  },

  /** `amount` is what the processor has taken. */
  'deposit.resolve_paid': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject({ ...attempt, ...money, processorReference: z.optional(reference) }),
  },
  'deposit.resolve_unpaid': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject(attempt),
  },
  'deposit.accept': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject(charge),
  },
  'deposit.refund': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject(charge),
  },
  'deposit.reverse': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'two',
    subject: 'deposit',
    input: z.strictObject(charge),
  },
  'deposit.ask': {
    roles: ['payments', 'risk', 'support'],
    proof: 'session',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject(attempt),
  },
  /** `amount` is what has arrived. `payment` is the payment of an imported bank statement, if there is one. */
  'claim.accept': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject({ ...attempt, ...money, payment: z.optional(z.int()) }),
  },
  'claim.reject': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...attempt, words }),
  },
  /** `evidence` replaces what was written before. */
  'chargeback.note': {
    roles: ['payments', 'risk', 'support'],
    proof: 'session',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...chargeback, evidence: writtenText(4000), dueAtMs: timeMs }),
  },
  'chargeback.close': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...chargeback, result: z.enum(['won', 'lost']) }),
  },
  /** `upload`: a picture or PDF, sealed for servers (`uploadSealed`). */
  'chargeback.attach': {
    roles: ['payments', 'risk', 'support'],
    proof: 'session',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...chargeback, upload: z.uuid(), title: visibleLine(maxFileTitleChars) }),
  },
  'chargeback.detach': {
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...chargeback, file: z.uuid() }),
  },
  /** An operator has sent the part. `reference`: that of the bank. */
  'withdrawal.pay_by_hand': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'withdrawal',
    input: z.strictObject({ ...part, reference }),
  },
  /** Decides what became of a part in doubt. `words`: the provider's reference if it was paid, else the reason, which the trader reads. */
  'withdrawal.decide_doubt': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'withdrawal',
    input: z.strictObject({ ...part, result: z.enum(['paid', 'refused']), words: writtenText(200) }),
  },
  /** `change` is added to cash; a negative one takes cash. `undoes` is the correction that this one takes back. */
  'balance.correct': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'two',
    subject: 'trader',
    input: z.strictObject({
      correction: z.uuid(),
      trader: z.int(),
      change: z.int().check(z.refine((change) => change !== 0)),
      currency,
      undoes: z.nullable(z.uuid()),
    }),
  },
  /** `turnover` is the turnover that the bonus requires by the settings. */
  'bonus.give': {
    roles: ['payments', 'marketing'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'trader',
    input: z.strictObject({ bonus: z.uuid(), ...money, turnover: z.int().check(z.positive()) }),
  },

  'document.approve': {
    subject: 'trader',
    roles: ['documents'],
    proof: 'session',
    people: 'one',
    input: z.strictObject(documentCase),
  },
  'document.refuse': {
    subject: 'trader',
    roles: ['documents'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ...documentCase, refusal: z.enum(refusalReasons) }),
  },
  'ticket.answer': {
    subject: 'ticket',
    roles: ['support'],
    proof: 'session',
    people: 'one',
    /**
     * `sealed` is the text, sealed for the key of the servers (`sealed-box.ts`), in base64url. After an `isQuestion`, the ticket waits for
     * the trader.
     */
    input: z.strictObject({
      ticket: z.uuid(),
      sealed: z.string().check(z.regex(/^[\w-]+$/), z.maxLength(39_000)),
      isQuestion: z.boolean(),
    }),
  },
  'ticket.close': {
    subject: 'ticket',
    roles: ['support'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ticket: z.uuid() }),
  },
  /** The template is sent in the language of the trader, else in English. */
  'ticket.answer_by_template': {
    subject: 'ticket',
    roles: ['support'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ticket: z.uuid(), template: z.uuid() }),
  },
  /** `department`: of the settings. */
  'ticket.move': {
    subject: 'ticket',
    roles: ['support'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ticket: z.uuid(), before: z.int(), department: z.int() }),
  },
  /** `into`: another ticket of the same trader, in which this one goes on. */
  'ticket.merge': {
    subject: 'ticket',
    roles: ['support'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ticket: z.uuid(), into: z.uuid() }),
  },
  'ticket.assign': {
    subject: 'ticket',
    roles: ['support'],
    proof: 'session',
    people: 'one',
    /** `operator` is null if nobody works on the ticket. */
    input: z.strictObject({ ticket: z.uuid(), operator: z.nullable(singleLine(40)) }),
  },
  'ticket.note': {
    subject: 'ticket',
    roles: ['support'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ticket: z.uuid(), words: text(2000).check(z.regex(/\S/)) }),
  },
  'template.save': {
    subject: 'template',
    roles: ['support', 'admin'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({
      template: z.uuid(),
      title: visibleLine(80),
      /** Texts by language. `{name}` becomes the first name of the trader. */
      texts: z.record(z.string().check(z.regex(/^[a-z]{2}$/)), text(4000)),
    }),
  },
  'template.remove': {
    subject: 'template',
    roles: ['support', 'admin'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ template: z.uuid() }),
  },

  'operator.invite': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    /** `invitation` is the hash of the secret in the link. Only the browser that invites knows the secret. */
    input: z.strictObject({ operator: operatorName, roles: roleList, invitation: hashText }),
  },
  'operator.change_roles': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ operator: operatorName, before: z.array(operatorRole), roles: roleList }),
  },
  'operator.disable': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ operator: operatorName }),
  },
  'operator.remove_passkey': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    /** `passkey` is its credential id in base64url. */
    input: z.strictObject({
      operator: operatorName,
      passkey: z.string().check(z.regex(/^[\w-]{22,1400}$/)),
      label: z.string(),
    }),
  },
  // The view `setting_rules` says which roles can change which setting, and by which of these two.
  'setting.change': {
    subject: 'setting',
    roles: ['support', 'payments', 'risk', 'marketing', 'finance', 'admin'],
    proof: 'passkey',
    people: 'one',
    input: settingChange,
  },
  'setting.change_dangerous': {
    subject: 'setting',
    roles: ['payments', 'risk', 'marketing', 'finance', 'admin'],
    proof: 'passkey',
    people: 'two',
    input: settingChange,
  },
  'trader.lock': { subject: 'trader', roles: ['support', 'risk'], proof: 'session', people: 'one', input: trader },
  'trader.unlock': { subject: 'trader', roles: ['support', 'risk'], proof: 'passkey', people: 'one', input: trader },
  'trader.end_sessions': {
    subject: 'trader',
    roles: ['support', 'risk'],
    proof: 'session',
    people: 'one',
    input: trader,
  },
  'trader.send_reset_link': {
    subject: 'trader',
    roles: ['support', 'risk'],
    proof: 'session',
    people: 'one',
    input: trader,
  },
  'trader.change_name': {
    subject: 'trader',
    roles: ['documents', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({
      trader: z.int(),
      before: z.strictObject({ firstName: z.string(), lastName: z.string() }),
      firstName: personName,
      lastName: personName,
      evidence,
    }),
  },
  'trader.change_email': {
    subject: 'trader',
    roles: ['documents', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ trader: z.int(), before: z.string(), email: z.email().check(z.maxLength(254)), evidence }),
  },
  'trader.limit_deposits': {
    subject: 'trader',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    /** Limits in the base currency. Null: the limit of the site applies. A limit that is looser than that needs a second signature. */
    input: z.strictObject({ trader: z.int(), minCard: depositLimit, minOther: depositLimit, max: depositLimit }),
  },
  /** Which processors the trader's cards meet, in this order. Null: those of the site. */
  'trader.set_cascade': {
    subject: 'trader',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ trader: z.int(), before: z.nullable(z.string()), cascade: z.nullable(cascadeText) }),
  },
  /** By whose link the trader came. It decides the least deposit, and whose figures count the trader. Null: by none. */
  'trader.set_affiliate': {
    subject: 'trader',
    roles: ['marketing', 'risk'],
    proof: 'passkey',
    people: 'one',
    input: z.strictObject({ trader: z.int(), before: z.nullable(z.string()), affiliate: z.nullable(affiliateId) }),
  },
  /** Until the trader is verified, the funding page of one at risk begins with bitcoin, and warns about cards. */
  'trader.mark_card_risk': {
    subject: 'trader',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    input: z.strictObject({ trader: z.int(), isRisk: z.boolean() }),
  },
  /** `symbol`: its name, or `ALL`. */
  'trading.stop': {
    subject: 'symbol',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    input: stoppedSymbol,
  },
  'trading.resume': {
    subject: 'symbol',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    input: stoppedSymbol,
  },
  /**
   * Voids a trade that has ended at wrong prices of a real market: its stake comes back. `change`: to cash, negative to take; `bonusChange`: to
   * bonus money. `fault`: what was wrong, for operators. `words`: what the trader reads.
   */
  'trade.void': {
    subject: 'trade',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({
      trade: z.uuid(),
      trader: z.int(),
      change: z.int(),
      bonusChange: z.int(),
      currency,
      fault: writtenText(500),
      words: z.record(z.enum(locales), words),
    }),
  },
  /** Lets money move again in a database that was restored. The two have compared it with the statements of all processors. */
  'quarantine.release': {
    subject: 'quarantine',
    roles: ['payments', 'finance'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ quarantine: z.int().check(z.positive()) }),
  },
  /**
   * Where a provider answers, and the keys that it has given us. `sealed` is a `ProviderSecrets` in JSON, sealed for the key of the servers, in
   * base64url, and `keysHash` its SHA-256. `before` is the hash of the keys until now; null: there were none.
   */
  'provider.connect': {
    subject: 'provider',
    roles: ['payments', 'finance'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({
      provider: providerSlug,
      before: z.nullable(hashText),
      address: providerAddress,
      keys: providerKeyEnds,
      keysHash: hashText,
      sealed: z.string().check(z.regex(/^[\w-]+$/), z.maxLength(12_000)),
    }),
  },
  'provider.disconnect': {
    subject: 'provider',
    roles: ['payments', 'finance'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ provider: providerSlug, before: hashText }),
  },
  /** `day`: UTC. `words`: why both sides differ, and what has become of it. */
  'exception.explain': {
    subject: 'day',
    roles: ['payments', 'finance'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ day: z.iso.date(), exception: z.int(), words: writtenText(maxExplanationChars) }),
  },
  'day.close': {
    subject: 'day',
    roles: ['finance'],
    proof: 'passkey',
    people: 'one',
    input: z.strictObject({ day: z.iso.date() }),
  },
  /** `bonus` and `minDeposit` are in minor units of the base currency. Either `percent` or `bonus` is set. */
  'promo.create': {
    subject: 'promo',
    roles: ['marketing'],
    proof: 'passkey',
    people: 'by_amount',
    input: z.strictObject({
      ...promoBounds,
      audience: z.enum(promoAudiences),
      percent: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
      bonus: z.nullable(z.int().check(z.minimum(1), z.maximum(99_999_999))),
      minDeposit: z.nullable(z.int().check(z.minimum(100), z.maximum(99_999_999))),
      startsAtMs: timeMs,
      maxUsesPerTrader: z.int().check(z.minimum(1), z.maximum(1000)),
    }),
  },
  'promo.change': {
    subject: 'promo',
    roles: ['marketing'],
    proof: 'passkey',
    people: 'by_amount',
    input: z.strictObject(promoBounds),
  },
  'promo.end': {
    subject: 'promo',
    roles: ['marketing'],
    proof: 'passkey',
    people: 'one',
    input: z.strictObject({ promo: promoBounds.promo }),
  },
  /**
   * Changes the prizes of a tournament before it begins. Prizes are listed by place, in units of the base currency as in the settings.
   * `amount` is their sum in minor units.
   */
  'tournament.change': {
    subject: 'tournament',
    roles: ['marketing'],
    proof: 'passkey',
    people: 'by_amount',
    input: z.strictObject({
      tournament: z.int().check(z.positive()),
      prizes: z.array(prize).check(z.minLength(1), z.maxLength(40)),
      amount: z.int().check(z.positive()),
      currency: z.literal(baseCurrency),
    }),
  },
  /** Cancels a tournament before it ends: no prize is paid. `words` is the reason that traders read. */
  'tournament.cancel': {
    subject: 'tournament',
    roles: ['marketing', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ tournament: z.int().check(z.positive()), words: z.record(z.enum(locales), words) }),
  },
  /** Cash above the approval limit, in the currency of the account. */
  'prize.pay': {
    subject: 'prize',
    roles: ['payments'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ prize: z.uuid(), ...money }),
  },
  'prize.refuse': {
    subject: 'prize',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    input: z.strictObject({ prize: z.uuid(), ...money }),
  },
  'prize.note_sent': {
    subject: 'prize',
    roles: ['payments', 'marketing'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ prize: z.uuid() }),
  },
  /** `rate`: its code. `value`: what it has jumped to: USD for one coin, or units of a currency for one USD. */
  'rate.confirm': {
    subject: 'rate',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ rate: z.enum(rateCodes), value: z.number().check(z.positive()) }),
  },
  /** `changedAtMs`: of the version that was edited; null for the text of the product. */
  /** `changedAtMs`: of the version that it replaces; null for that of the product. */
  'mail.change': {
    subject: 'mail',
    roles: ['marketing', 'admin'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ mail, ...mailTexts, changedAtMs: z.nullable(timeMs) }),
  },
  /** `version`: the entry of the audit trail that has written it; null for the text of the product. */
  'mail.restore': {
    subject: 'mail',
    roles: ['marketing', 'admin'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ mail, version: z.nullable(z.int()), changedAtMs: z.nullable(timeMs) }),
  },
  'page.change': {
    subject: 'page',
    roles: ['marketing', 'admin'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({
      page,
      title: visibleLine(200),
      html: text(maxPageHtmlChars),
      changedAtMs: z.nullable(timeMs),
    }),
  },
  /** `version` is the entry of the audit trail that wrote it; null for the text of the product. */
  'page.restore': {
    subject: 'page',
    roles: ['marketing', 'admin'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ page, version: z.nullable(z.int().check(z.positive())), changedAtMs: z.nullable(timeMs) }),
  },
  'news.hide': {
    subject: 'headline',
    roles: ['marketing', 'admin'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ headline }),
  },
  'news.show': {
    subject: 'headline',
    roles: ['marketing', 'admin'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ headline }),
  },
  'trader.note': {
    subject: 'trader',
    roles: ['support', 'documents', 'payments', 'risk'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ trader: z.int(), words: text(2000).check(z.regex(/\S/)) }),
  },
  'trader.tag': {
    subject: 'trader',
    roles: ['support', 'documents', 'payments', 'risk'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ trader: z.int(), tag }),
  },
  'trader.untag': {
    subject: 'trader',
    roles: ['support', 'documents', 'payments', 'risk'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ trader: z.int(), tag }),
  },
  /** Says who works on a case. `isMine`: this operator, otherwise nobody. */
  'case.take': {
    subject: 'case',
    roles: operatorRoles,
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ...queueCase, isMine: z.boolean() }),
  },
  /** Puts a case off until `untilMs`. Null shows it again at once. */
  'case.snooze': {
    subject: 'case',
    roles: operatorRoles,
    proof: 'session',
    people: 'one',
    input: z.strictObject({ ...queueCase, untilMs: z.nullable(timeMs) }),
  },
  'alert.resolve': {
    subject: 'alert',
    roles: ['support', 'payments', 'risk', 'finance'],
    proof: 'session',
    people: 'one',
    input: z.strictObject({ alert: z.int() }),
  },
} as const satisfies Readonly<Record<string, OperatorAction>>

export type OperatorActionName = keyof typeof operatorActions
export type ActionInput<N extends OperatorActionName> = z.output<(typeof operatorActions)[N]['input']>

/**
 * Kinds of data that a server unseals for an operator's browser, and the roles that can read them. Subjects of a read are ids of documents,
 * files of tickets, or tickets. The database checks it by a copy, as with actions.
 */
export const sealedReads = {
  /** Evidence of a case. */
  chargeback_file: { roles: ['support', 'payments', 'risk', 'finance'], maxSubjects: 1 },
  document: { roles: ['documents'], maxSubjects: 1 },
  /** The public key of servers, for what a browser seals. Its subject is `noSubject`. */
  server_key: { roles: operatorRoles, maxSubjects: 1 },
  ticket_file: { roles: ['support'], maxSubjects: 1 },
  /** Subject, posts and files of a ticket. */
  ticket_posts: { roles: ['support'], maxSubjects: 1 },
  /** Only the subjects of tickets, for a list. */
  ticket_subjects: { roles: ['support'], maxSubjects: 100 },
} as const satisfies Readonly<Record<string, { readonly roles: readonly OperatorRole[]; readonly maxSubjects: number }>>

/** Of a read that is about nothing. */
export const noSubject = '00000000-0000-0000-0000-000000000000'

export type SealedReadKind = keyof typeof sealedReads
export const sealedReadKinds = Object.keys(sealedReads) as SealedReadKind[]
