import { currencies } from '@tradefront/rules/ledger/money'

import type { ReviewFinding, DepositMatch } from '../../modules/deposits/operator/operator-service.ts'
import { alwaysMutates, type CommandContext, type Command } from '../cli/command.ts'
import { parseAmount } from '../cli/parse-input.ts'
import { findCapture, findDepositByReference, requireSingleAttempt } from '../find-deposit.ts'
import { exitCodes, CliError } from '../cli/cli-error.ts'
import { formatMoney, formatShortId } from '../cli/terminal.ts'

const undecidedStates = ['sent', 'requires_action', 'pending', 'in_doubt', 'manual_review']

const askCommand: Command = {
  name: 'ask',
  usage: 'REF',
  about: 'ask a processor again how a charge or its refund stands',
  details: [
    'What it says is applied as if the server had asked. Of a decided attempt name the attempt itself: a success that we',
    'were never told of is then credited. With --cancel the processor is asked never to make the charge.',
  ],
  options: { cancel: { type: 'boolean', about: 'ask it never to make the charge' } },
  argumentCount: [1, 1],
  isMutating: alwaysMutates,
  run: async (call) => {
    const match = await findDepositByReference(call.services, call.args[0] ?? '')
    const isCandidate = (each: DepositMatch['deposit']['attempts'][number]) =>
      undecidedStates.includes(each.state) || findCapture(match, each)?.place === 'refund_due'
    const attempt = requireSingleAttempt(
      match,
      isCandidate,
      `Nothing of deposit ${formatShortId(match.deposit.id)} is undecided: name an attempt (show lists them) to ask about it all the same.`,
    )
    if (!attempt.charges)
      throw new CliError(`${attempt.processor} was not asked for money: there is nothing to ask about.`)
    if (call.hasFlag('cancel'))
      await call.confirm(`${attempt.processor} is asked never to charge ${formatDepositAmount(match)}.`)
    const { said, refund } = await call.services.cards.requestInquiry(match, attempt, call.hasFlag('cancel'), call.by)
    if (said === 'busy')
      throw new CliError(`${attempt.processor} is being asked this very moment: try again in half a minute.`)
    const words = refund
      ? 'The refund was asked for again'
      : said === null
        ? 'No answer that says anything'
        : `It says: ${said}`
    return printReport(call, match, `${attempt.processor} was asked. ${words}.`, { said })
  },
}

const resolveCommand: Command = {
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
  argumentCount: [1, 1],
  isMutating: alwaysMutates,
  run: async (call) => {
    const paid = call.getOption('paid')
    if ((paid !== undefined) === call.hasFlag('unpaid'))
      throw new CliError('Say either --paid AMOUNT or --unpaid.', exitCodes.usage)
    const match = await findDepositByReference(call.services, call.args[0] ?? '')
    const { deposit } = match
    const charging = deposit.attempts.filter(({ charges }) => charges)
    const attempt =
      match.attempt ?? charging.findLast(({ state }) => undecidedStates.includes(state)) ?? charging.at(-1) ?? null
    if (attempt === null) throw new CliError(`No processor was asked for deposit ${formatShortId(deposit.id)}.`)
    const finding = parseFinding(paid, call.getOption('currency') ?? deposit.currency)
    const found =
      finding.kind === 'paid' ? `has taken ${formatMoney(finding.amount, finding.currency)}` : 'has taken nothing'
    await call.confirm(
      `Deposit ${formatShortId(deposit.id)} of ${formatDepositAmount(match)}: ${attempt.processor} ${found}.`,
    )
    const done = await call.services.cards.resolveReview(match, attempt, finding, call.by)
    switch (done) {
      case 'done':
        return printReport(call, match, 'Resolved.')
      case 'same':
        return printReport(call, match, 'Nothing was changed: it stands so already.')
      case 'decided':
        throw new CliError(
          `Deposit ${formatShortId(deposit.id)} is not in review: ${attempt.processor} is ${attempt.state}. If it has taken money all the same, ask about attempt ${attempt.ourRef}.`,
        )
      case 'captured':
        throw new CliError(
          `${attempt.processor} has taken money for deposit ${formatShortId(deposit.id)}, and it is booked (${findCapture(match, attempt)?.place}): use refund or accept if it is in suspense.`,
        )
      case 'early':
        throw new CliError(
          `Deposit ${formatShortId(deposit.id)} is not in review: the server is still finding out. Ask the processor, or wait.`,
        )
    }
  },
}

const refundCommand: Command = {
  name: 'refund',
  usage: 'REF',
  about: 'send money back that is in suspense or came late',
  details: [
    'The processor is asked at once; until it says that it has given the money back, it has not. A running server goes on',
    'asking. Money that was credited to a deposit as asked for is not undone here.',
  ],
  options: {},
  argumentCount: [1, 1],
  isMutating: alwaysMutates,
  run: async (call) => {
    const match = await findDepositByReference(call.services, call.args[0] ?? '')
    const isIn = (expected: readonly string[]) => (each: DepositMatch['deposit']['attempts'][number]) =>
      expected.includes(findCapture(match, each)?.place ?? '')
    const candidates = ['suspense', 'credited_late']
    const hasCandidate = match.deposit.attempts.some(isIn(candidates))
    const attempt = requireSingleAttempt(
      match,
      isIn(hasCandidate ? candidates : ['refund_due', 'refunded', 'credited']),
      `No processor has taken money for deposit ${formatShortId(match.deposit.id)}.`,
    )
    const taken = findCapture(match, attempt)
    if (taken === null) throw new CliError(`${attempt.processor} has taken no money with attempt ${attempt.ourRef}.`)
    if (candidates.includes(taken.place))
      await call.confirm(
        `${formatMoney(taken.amount, taken.currency)} of deposit ${formatShortId(match.deposit.id)} go back from ${taken.place === 'suspense' ? 'suspense' : 'the trader’s account'} to the card, by ${attempt.processor}.`,
      )
    const done = await call.services.cards.refundCapture(match, attempt, call.by)
    switch (done) {
      case 'done':
        return printReport(call, match, 'Ordered, and the processor was asked.')
      case 'under_way':
        return printReport(call, match, 'Nothing was changed: it is on its way back already.')
      case 'refunded':
        return printReport(call, match, 'Nothing was changed: it has been given back already.')
      case 'spent':
        throw new CliError('The trader’s account no longer holds that much: nothing was changed.')
      case 'credited':
        throw new CliError(
          `Deposit ${formatShortId(match.deposit.id)} got the money it asked for: what was credited so is not sent back here.`,
        )
      case 'none':
        throw new CliError(`${attempt.processor} has taken no money with attempt ${attempt.ourRef}.`)
    }
  },
}

const acceptCommand: Command = {
  name: 'accept',
  usage: 'REF',
  about: 'put money in suspense on the trader’s account',
  details: [
    'What the processor took goes to cash, without a bonus; the deposit it came for ends as failed, and the trader is offered',
    'the money back. Another currency than the account’s can only be refunded.',
  ],
  options: {},
  argumentCount: [1, 1],
  isMutating: alwaysMutates,
  run: async (call) => {
    const match = await findDepositByReference(call.services, call.args[0] ?? '')
    const { deposit } = match
    const isInSuspense = (place: string | undefined) => place === 'suspense'
    const attempt = requireSingleAttempt(
      match,
      deposit.captures.some(({ place }) => isInSuspense(place))
        ? (each) => isInSuspense(findCapture(match, each)?.place)
        : (each) => findCapture(match, each) !== null,
      `No processor has taken money for deposit ${formatShortId(deposit.id)}.`,
    )
    const taken = findCapture(match, attempt)
    if (taken?.place === 'credited_late')
      return printReport(call, match, 'Nothing was changed: it is on the account already.')
    if (taken === null || !isInSuspense(taken.place))
      throw new CliError(
        `The money of attempt ${attempt.ourRef} is not in suspense${taken === null ? '' : `, but ${taken.place}`}.`,
      )
    await call.confirm(
      `${formatMoney(taken.amount, taken.currency)} go from suspense to the account of trader ${deposit.userId}, who had chosen ${formatDepositAmount(match)}.`,
    )
    const done = await call.services.cards.creditSuspense(attempt, call.by)
    switch (done) {
      case 'done':
        return printReport(call, match, 'Credited.')
      case 'gone':
        return printReport(call, match, 'Nothing was changed: somebody has decided about it already.')
      case 'credited':
        throw new CliError('The deposit has its money already: send this back with refund.')
      case 'other_currency':
        throw new CliError(
          `It was taken in ${taken.currency}, and the account is in ${deposit.currency}: send it back with refund.`,
        )
    }
  },
}

export const moneyCommands: readonly Command[] = [askCommand, resolveCommand, refundCommand, acceptCommand]

function parseFinding(paid: string | undefined, currency: string): ReviewFinding {
  if (paid === undefined) return { kind: 'unpaid' }
  if (!currencies.some((known) => known === currency))
    throw new CliError(`--currency must be one of ${currencies.join(', ')}.`, exitCodes.usage)
  return { kind: 'paid', amount: parseAmount(paid, currency), currency }
}

function formatDepositAmount({ deposit }: DepositMatch): string {
  return formatMoney(deposit.amount, deposit.currency)
}

/** What was done, and how the deposit stands now. */
async function printReport(
  call: CommandContext,
  { deposit: { id } }: DepositMatch,
  words: string,
  more: object = {},
): Promise<number> {
  const { deposit } = await findDepositByReference(call.services, id)
  const captures = deposit.captures.map(({ processor, amount, currency, place }) => ({
    processor,
    amount,
    currency,
    place,
  }))
  const where = captures.map(({ amount, currency, place }) => `${formatMoney(amount, currency)} ${place}`)
  call.print(
    { message: words, deposit: { id, state: deposit.state, reason: deposit.reason, captures }, ...more },
    `${words}\nDeposit ${formatShortId(id)} is ${deposit.state}; money: ${where.join(', ') || 'none'}.\n`,
  )
  return exitCodes.done
}
