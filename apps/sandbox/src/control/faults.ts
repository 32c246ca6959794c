import * as z from 'zod'

/**
 * Faults of calls: `lost` (done, no reply), `timeout` (not done, no reply), `error` and `error_after` (HTTP 500, not done or done),
 * `garbage` (done, no JSON), `reset` (not done). Of webhooks: `hold` (until released, in any order). Of mail (`ref`: address): `error` and
 * `error_after` (451, not kept or kept), `reset` (421), `refused` (550). Of the chat (`ref`: conversation): 503. Of a chain (`processor`:
 * btc or eth; `ref`: tip, blocks or mempool): all faults of calls but `error_after`.
 */
export const faultRule = z.strictObject({
  /** Slug of a processor. Absent: all processors. */
  processor: z.string().max(30).optional(),
  /** Reference of a charge, address of a mail … Absent: all. */
  ref: z.string().max(254).optional(),
  on: z.enum(['start', 'complete', 'status', 'cancel', 'refund', 'statement', 'webhook', 'mail', 'chat', 'chain']),
  act: z.enum([
    'delay',
    'lost',
    'timeout',
    'error',
    'error_after',
    'garbage',
    'reset',
    'refund_pending',
    'refund_refused',
    'drop',
    'duplicate',
    'hold',
    'refused',
  ]),
  ms: z.number().int().min(0).max(3_600_000).default(1000),
  /** Number of requests that meet the fault. Absent: all, until it is removed. */
  times: z.number().int().min(1).max(1_000_000).optional(),
  /** Probability in percent. */
  percent: z.number().min(0).max(100).default(100),
})
export type FaultRule = z.infer<typeof faultRule>
export type ActiveFault = FaultRule & { readonly id: number; readonly left: number | null }

export type Faults = {
  readonly add: (rule: FaultRule) => ActiveFault
  readonly list: () => ActiveFault[]
  readonly remove: (id: number) => boolean
  readonly clear: () => void
  /** Returns the rules that match, in the order in which they were added. */
  readonly matchRules: (on: FaultRule['on'], slug: string, ref: string) => FaultRule[]
}

/**
 * Creates the list of faults.
 * @param random returns numbers from 0 to 1
 */
export function createFaults(random: () => number): Faults {
  let rules: ActiveFault[] = []
  let lastId = 0
  return {
    add: (rule) => {
      lastId += 1
      const active = { ...rule, id: lastId, left: rule.times ?? null }
      rules.push(active)
      return active
    },
    list: () => [...rules],
    remove: (id) => {
      const before = rules.length
      rules = rules.filter((rule) => rule.id !== id)
      return rules.length < before
    },
    clear: () => {
      rules = []
    },
    matchRules: (on, slug, ref) => {
      const matched = rules.filter(
        (rule) =>
          rule.on === on &&
          (rule.processor === undefined || rule.processor === slug) &&
          (rule.ref === undefined || rule.ref === ref) &&
          (rule.percent >= 100 || random() * 100 < rule.percent),
      )
      rules = rules
        .map((rule) => (matched.includes(rule) && rule.left !== null ? { ...rule, left: rule.left - 1 } : rule))
        .filter(({ left }) => left === null || left > 0)
      return matched
    },
  }
}
