import type { DepositView } from '@tradefront/contract/deposits'
import type { CallSecret, ReplyOutcome, Processor, ProcessorOperation } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'
import { buildCallBody } from '@tradefront/processors/shared/requests'
import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { TestClient, TestReply } from '../app/test-client.ts'

/** `page`: what the trader does on a processor's page. */
export type PayOptions = {
  readonly page?: 'approve' | 'decline' | 'leave'
  readonly amount?: number
  readonly fixed?: 0 | 1
  readonly bonus?: 0 | 1
  readonly timeoutMs?: number
}

/** `steps` are e.g. `ORANGE redirect` or `ORANGE listen success`. */
export type PaymentTrace = {
  readonly steps: string[]
  readonly replies: Record<string, unknown>[]
  /** The address after each processor page. */
  readonly returnUrls: string[]
  readonly deposit: DepositView
}

/** To be saved after a payment. @param lastName a scenario of the sandbox, e.g. `ORANGE-POLL` */
export async function saveCard(client: TestClient, number: string, lastName: string, keep = true): Promise<TestReply> {
  return client.post('/api/card/save', {
    cu: 'AU',
    cur: 'USD',
    cty: 'VSA',
    cnu: number,
    emm: '04',
    eyy: '2031',
    fn: 'TEST',
    ln: lastName,
    card_type: number.startsWith('4') ? 'visa' : 'mastercard',
    card_length_valid: true,
    card_length: [16],
    is_fail_limit: false,
    cascade: { limit: false },
    keep,
  })
}

/** Longer from wait to wait, because each look at the deposit costs CPU. */
const firstPauseMs = 20
const maxPauseMs = 250
const pauseFactor = 1.25

/** A listening call does not send it. */
const unusedPayment = { amount: 0, fixed: 0, bonus: 0 } as const

/** With the server's calls and the sandbox's pages, until the deposit ends or times out. */
export async function payByCard(client: TestClient, number: string, options: PayOptions = {}): Promise<PaymentTrace> {
  const { page = 'approve', amount = 1000, fixed = 1, bonus = 0, timeoutMs = 40_000 } = options
  const payment = { amount, fixed, bonus }
  const key = { 'idempotency-key': crypto.randomUUID() }
  const steps: string[] = []
  const replies: Record<string, unknown>[] = []
  const returnUrls: string[] = []
  /** The reply had no outcome: the deposit shows what they wait for. */
  const unreadProcessors = new Set<string>()
  const until = Date.now() + timeoutMs
  let pauseMs = firstPauseMs
  const openReply = readJsonFields(await client.post('/api/card/deposit', payment, key))
  if (openReply['deposit'] === null) throw new Error(`no deposit: ${JSON.stringify(openReply)}`)

  const callStep = async (
    processor: Processor,
    operation: ProcessorOperation,
    secret: CallSecret = {},
  ): Promise<ReplyOutcome | null> => {
    const step = findStep(processor, operation)
    const body = buildCallBody(step, { payment, transactionId: '', id: '', ...secret })
    const reply = readJsonFields(await client.post(step.call.path, body, operation === 'listen' ? {} : key))
    replies.push(reply)
    const outcome =
      operation === 'listen' ? (processor.interpretListenReply?.(reply) ?? null) : processor.interpretStartReply(reply)
    steps.push(`${processor.name} ${operation === 'start' ? '' : `${operation} `}${outcome?.kind ?? 'unread'}`)
    if (outcome === null || reply['in_progress'] === true) unreadProcessors.add(processor.name)
    return outcome
  }

  const performAction = async (processor: Processor, outcome: ReplyOutcome | null): Promise<void> => {
    if (outcome?.kind === 'redirect')
      returnUrls.push(...(await visitProcessorPage(client, processor, outcome.url, page)))
    else if (outcome?.kind === 'tokenize') {
      const { key: session, scriptUrl, fields } = outcome.session
      const form = { [fields.number]: number, [fields.code]: '123', [fields.expiry]: '04/31' }
      const response = await fetch(new URL(`tokenize/${session}`, scriptUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fields: form }),
      })
      const { token } = (await response.json()) as { token: string }
      await performAction(processor, await callStep(processor, 'complete', { token }))
    } else if (outcome?.kind === 'dialog') {
      if (processor.dialogs?.[outcome.dialog]?.kind === 'forward') {
        const forward = findStep(processor, 'forward')
        const query = new URLSearchParams()
        const fields = buildCallBody(forward, { payment, transactionId: '', id: '' })
        for (const [name, value] of Object.entries(fields)) query.set(name, String(value))
        returnUrls.push(
          ...(await visitProcessorPage(client, processor, `${forward.call.path}?${query.toString()}`, page)),
        )
      }
      if (page === 'approve') await callStep(processor, 'complete', { cvv: '123' })
    }
  }

  for (;;) {
    const deposit = await findLatestDeposit(client)
    const { step } = deposit
    const isOver = deposit.state !== 'open' && deposit.state !== 'processing'
    if (isOver || Date.now() > until) return { steps, replies, returnUrls, deposit }
    if (deposit.next !== null)
      await performAction(getProcessor(deposit.next), await callStep(getProcessor(deposit.next), 'start'))
    else if (step !== null && step.action !== null && unreadProcessors.delete(step.processor)) {
      steps.push(`${step.processor} waits for ${step.action.kind}`)
      await performAction(getProcessor(step.processor), step.action)
    } else if (step !== null && page === 'leave' && step.state === 'requires_action')
      return { steps, replies, returnUrls, deposit }
    else {
      await new Promise((done) => setTimeout(done, pauseMs))
      pauseMs = Math.min(maxPauseMs, pauseMs * pauseFactor)
    }
  }
}

export async function findLatestDeposit(client: TestClient): Promise<DepositView> {
  const { deposit, recent } = (await client.get('/api/card/deposit/current')).json as {
    deposit: DepositView | null
    recent: DepositView[]
  }
  const latest = deposit ?? recent[0]
  if (latest === undefined) throw new Error('there is no deposit')
  return latest
}

export async function sendListenCall(client: TestClient, name: ProcessorName, transactionId: string, id: string) {
  const processor = getProcessor(name)
  const listen = findStep(processor, 'listen')
  const reply = await client.post(
    listen.call.path,
    buildCallBody(listen, { payment: unusedPayment, transactionId, id }),
  )
  return { reply, outcome: processor.interpretListenReply?.(reply.json) ?? null }
}

/** Through our redirect if `address` is one. */
async function visitProcessorPage(
  client: TestClient,
  processor: Processor,
  address: string,
  page: PayOptions['page'],
): Promise<string[]> {
  let url = address
  if (address.startsWith('/')) {
    const sent = await client.get(address)
    url = String(sent.headers.location)
    if (sent.status < 300 || sent.status > 399) throw new Error(`${address}: ${sent.status}`)
  }
  if (page === 'leave') {
    await fetch(url)
    return []
  }
  const after = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: page ?? 'approve' }) })
  const ref = /name="ref" value="([^"]+)"/.exec(await after.text())?.[1] ?? ''
  const back = await client.postForm(`/return/${processor.upstream.slug}`, { ref })
  if (back.status !== 303) throw new Error(`/return/${processor.upstream.slug}: ${back.status}`)
  return [String(back.headers.location)]
}

function findStep(processor: Processor, operation: ProcessorOperation): Processor['calls'][number] {
  const found = processor.calls.find((step) => step.operation === operation)
  if (found === undefined) throw new Error(`${processor.name} has no ${operation} call`)
  return found
}

function readJsonFields(reply: TestReply): Record<string, unknown> {
  if (reply.status !== 200 || typeof reply.json !== 'object' || reply.json === null)
    throw new Error(`${reply.status} ${reply.text}`)
  return { ...reply.json }
}
