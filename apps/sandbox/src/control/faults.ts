import * as z from 'zod'

/**
 * Faults that the control page injects. For calls: `delay`, `lost` (done, no reply), `timeout` (not done, no reply), `error`
 * (not done, HTTP 500), `error_after` (done, HTTP 500), `garbage` (done, no JSON), `reset` (not done, connection cut). For
 * refunds too: `refund_pending`, `refund_refused`. For webhooks: `drop`, `delay`, `duplicate`, `hold` (kept back until
 * released, in any order). For mail, `ref` being the address: `delay`, `lost`, `timeout`, `error` (451, not kept), `error_after`
 * (451, kept), `reset` (421), `refused` (550). For chat, `ref` being the conversation: every call returns 503.
 */
export const faultRule = z.strictObject({
  /** Slug; all processors if absent. */
  processor: z.string().max(30).optional(),
  /** Reference of a charge, or address of a mail; all if absent. */
  ref: z.string().max(254).optional(),
  on: z.enum(['start', 'complete', 'status', 'cancel', 'refund', 'webhook', 'mail', 'chat']),
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
  /** How often it applies; until it is removed if absent. */
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
  /** The rules that apply now, in the order they were added. */
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
