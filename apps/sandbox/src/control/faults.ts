import * as z from 'zod'

/**
 * Calls: `lost` (done, no reply), `timeout` (not done, no reply), `error` and `error_after` (HTTP 500, not done or done),
 * `garbage` (done, no JSON), `reset` (not done). Webhooks: `hold` (until released, in any order). Mail (`ref`: address): `error`
 * and `error_after` (451, not kept or kept), `reset` (421), `refused` (550). Chat (`ref`: conversation): 503. Chain
 * (`processor`: btc or eth; `ref`: tip, blocks or mempool): all of the first line but `error_after`.
 */
export const faultRule = z.strictObject({
  /** Slug; all processors if absent. */
  processor: z.string().max(30).optional(),
  /** Charge, mail address …; all if absent. */
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
  /** Requests that meet the fault. Absent: all, until it is removed. */
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
  /** In the order they were added. */
  readonly matchRules: (on: FaultRule['on'], slug: string, ref: string) => FaultRule[]
}

/** @param random returns numbers from 0 to 1 */
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
