import { currencies } from '@tradefront/rules/ledger/money'

import type { Finding, Named } from '../../modules/deposits/operator/operator-service.ts'
import { always, type Call, type Command } from '../cli/command.ts'
import { readAmount } from '../cli/parse-input.ts'
import { captureOf, findNamed, theAttempt } from '../find-deposit.ts'
import { exitCodes, Refusal } from '../cli/cli-error.ts'
import { money, shortId } from '../cli/terminal.ts'

const undecided = ['sent', 'requires_action', 'pending', 'in_doubt', 'manual_review']

const ask: Command = {
  name: 'ask',
  usage: 'REF',
  about: 'ask a processor again how a charge or its refund stands',
  details: [
    'What it says is applied as if the server had asked. Of a decided attempt name the attempt itself: a success that we',
    'were never told of is then credited. With --cancel the processor is asked never to make the charge.',
  ],
  options: { cancel: { type: 'boolean', about: 'ask it never to make the charge' } },
  takes: [1, 1],
  changes: always,
  run: async (call) => {
    const named = await findNamed(call.session, call.args[0] ?? '')
    const meant = (each: Named['deposit']['attempts'][number]) =>
      undecided.includes(each.state) || captureOf(named, each)?.place === 'refund_due'
    const attempt = theAttempt(
      named,
      meant,
      `Nothing of deposit ${shortId(named.deposit.id)} is undecided: name an attempt (show lists them) to ask about it all the same.`,
    )
    if (!attempt.charges)
      throw new Refusal(`${attempt.processor} was not asked for money: there is nothing to ask about.`)
    if (call.flag('cancel')) await call.confirm(`${attempt.processor} is asked never to charge ${worth(named)}.`)
    const { said, refund } = await call.session.cards.ask(named, attempt, call.flag('cancel'), call.by)
    if (said === 'busy')
      throw new Refusal(`${attempt.processor} is being asked this very moment: try again in half a minute.`)
    const words = refund
      ? 'The refund was asked for again'
      : said === null
        ? 'No answer that says anything'
        : `It says: ${said}`
    return report(call, named, `${attempt.processor} was asked. ${words}.`, { said })
  },
}

const resolve: Command = {
  name: 'resolve',
  usage: 'REF --paid AMOUNT | --unpaid',
  about: 'end a review by what you found out from the processor',
  details: [
    'Ask first: the processor’s own word needs no resolving. Paid in the amount of the deposit is credited with its bonus, as',
    'any success is; another amount goes to suspense. Unpaid ends the deposit as failed. Should the processor report the',
    'charge later all the same, it is credited to cash and the trader is offered it back.',
  ],
  options: {
    paid: { type: 'string', value: 'AMOUNT', about: 'what the processor has taken, such as 1000.00' },
    currency: { type: 'string', value: 'CUR', about: 'its currency, if it is not the deposit’s' },
    unpaid: { type: 'boolean', about: 'the processor has taken nothing, and will not' },
  },
  takes: [1, 1],
  changes: always,
  run: async (call) => {
    const paid = call.option('paid')
    if ((paid !== undefined) === call.flag('unpaid'))
      throw new Refusal('Say either --paid AMOUNT or --unpaid.', exitCodes.usage)
    const named = await findNamed(call.session, call.args[0] ?? '')
    const { deposit } = named
    const charging = deposit.attempts.filter(({ charges }) => charges)
    const attempt =
      named.attempt ?? charging.findLast(({ state }) => undecided.includes(state)) ?? charging.at(-1) ?? null
    if (attempt === null) throw new Refusal(`No processor was asked for deposit ${shortId(deposit.id)}.`)
    const finding = readFinding(paid, call.option('currency') ?? deposit.currency)
    const found = finding.kind === 'paid' ? `has taken ${money(finding.amount, finding.currency)}` : 'has taken nothing'
    await call.confirm(`Deposit ${shortId(deposit.id)} of ${worth(named)}: ${attempt.processor} ${found}.`)
    const done = await call.session.cards.resolve(named, attempt, finding, call.by)
    switch (done) {
      case 'done':
        return report(call, named, 'Resolved.')
      case 'same':
        return report(call, named, 'Nothing was changed: it stands so already.')
      case 'decided':
        throw new Refusal(
          `Deposit ${shortId(deposit.id)} is not in review: ${attempt.processor} is ${attempt.state}. If it has taken money all the same, ask about attempt ${attempt.ourRef}.`,
        )
      case 'captured':
        throw new Refusal(
          `${attempt.processor} has taken money for deposit ${shortId(deposit.id)}, and it is booked (${captureOf(named, attempt)?.place}): use refund or accept if it is in suspense.`,
        )
      case 'early':
        throw new Refusal(
          `Deposit ${shortId(deposit.id)} is not in review: the server is still finding out. Ask the processor, or wait.`,
        )
    }
  },
}

const refund: Command = {
  name: 'refund',
  usage: 'REF',
  about: 'send money back that is in suspense or came late',
  details: [
    'The processor is asked at once; until it says that it has given the money back, it has not. A running server goes on',
    'asking. Money that was credited to a deposit as asked for is not undone here.',
  ],
  options: {},
  takes: [1, 1],
  changes: always,
  run: async (call) => {
    const named = await findNamed(call.session, call.args[0] ?? '')
    const places = (wanted: readonly string[]) => (each: Named['deposit']['attempts'][number]) =>
      wanted.includes(captureOf(named, each)?.place ?? '')
    const candidates = ['suspense', 'credited_late']
    const some = named.deposit.attempts.some(places(candidates))
    const attempt = theAttempt(
      named,
      places(some ? candidates : ['refund_due', 'refunded', 'credited']),
      `No processor has taken money for deposit ${shortId(named.deposit.id)}.`,
    )
    const taken = captureOf(named, attempt)
    if (taken === null) throw new Refusal(`${attempt.processor} has taken no money with attempt ${attempt.ourRef}.`)
    if (candidates.includes(taken.place))
      await call.confirm(
        `${money(taken.amount, taken.currency)} of deposit ${shortId(named.deposit.id)} go back from ${taken.place === 'suspense' ? 'suspense' : 'the trader’s account'} to the card, by ${attempt.processor}.`,
      )
    const done = await call.session.cards.refund(named, attempt, call.by)
    switch (done) {
      case 'done':
        return report(call, named, 'Ordered, and the processor was asked.')
      case 'under_way':
        return report(call, named, 'Nothing was changed: it is on its way back already.')
      case 'refunded':
        return report(call, named, 'Nothing was changed: it has been given back already.')
      case 'spent':
        throw new Refusal('The trader’s account no longer holds that much: nothing was changed.')
      case 'credited':
        throw new Refusal(
          `Deposit ${shortId(named.deposit.id)} got the money it asked for: what was credited so is not sent back here.`,
        )
      case 'none':
        throw new Refusal(`${attempt.processor} has taken no money with attempt ${attempt.ourRef}.`)
    }
  },
}

const accept: Command = {
  name: 'accept',
  usage: 'REF',
  about: 'put money in suspense on the trader’s account',
  details: [
    'What the processor took goes to cash, without a bonus; the deposit it came for ends as failed, and the trader is offered',
    'the money back. Another currency than the account’s can only be refunded.',
  ],
  options: {},
  takes: [1, 1],
  changes: always,
  run: async (call) => {
    const named = await findNamed(call.session, call.args[0] ?? '')
    const { deposit } = named
    const isHeld = (place: string | undefined) => place === 'suspense'
    const attempt = theAttempt(
      named,
      deposit.captures.some(({ place }) => isHeld(place))
        ? (each) => isHeld(captureOf(named, each)?.place)
        : (each) => captureOf(named, each) !== null,
      `No processor has taken money for deposit ${shortId(deposit.id)}.`,
    )
    const taken = captureOf(named, attempt)
    if (taken?.place === 'credited_late')
      return report(call, named, 'Nothing was changed: it is on the account already.')
    if (taken === null || !isHeld(taken.place))
      throw new Refusal(
        `The money of attempt ${attempt.ourRef} is not in suspense${taken === null ? '' : `, but ${taken.place}`}.`,
      )
    await call.confirm(
      `${money(taken.amount, taken.currency)} go from suspense to the account of trader ${deposit.userId}, who had chosen ${worth(named)}.`,
    )
    const done = await call.session.cards.accept(attempt, call.by)
    switch (done) {
      case 'done':
        return report(call, named, 'Credited.')
      case 'gone':
        return report(call, named, 'Nothing was changed: somebody has decided about it already.')
      case 'credited':
        throw new Refusal('The deposit has its money already: send this back with refund.')
      case 'other_currency':
        throw new Refusal(
          `It was taken in ${taken.currency}, and the account is in ${deposit.currency}: send it back with refund.`,
        )
    }
  },
}

export const moneyCommands: readonly Command[] = [ask, resolve, refund, accept]

function readFinding(paid: string | undefined, currency: string): Finding {
  if (paid === undefined) return { kind: 'unpaid' }
  if (!currencies.some((known) => known === currency))
    throw new Refusal(`--currency must be one of ${currencies.join(', ')}.`, exitCodes.usage)
  return { kind: 'paid', amount: readAmount(paid, currency), currency }
}

function worth({ deposit }: Named): string {
  return money(deposit.amount, deposit.currency)
}

/** What was done, and how the deposit stands now. */
async function report(call: Call, { deposit: { id } }: Named, words: string, more: object = {}): Promise<number> {
  const { deposit } = await findNamed(call.session, id)
  const captures = deposit.captures.map(({ processor, amount, currency, place }) => ({
    processor,
    amount,
    currency,
    place,
  }))
  const where = captures.map(({ amount, currency, place }) => `${money(amount, currency)} ${place}`)
  call.print(
    { message: words, deposit: { id, state: deposit.state, reason: deposit.reason, captures }, ...more },
    `${words}\nDeposit ${shortId(id)} is ${deposit.state}; money: ${where.join(', ') || 'none'}.\n`,
  )
  return exitCodes.done
}
