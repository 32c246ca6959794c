import * as z from 'zod'

import { ChainError, type Transfer } from './chain.ts'
import { address, bigQuantity, hash, type NamedAddresses } from './ethereum-wire.ts'
import type { NodeClient } from './node-client.ts'

type Call = {
  readonly type: string
  readonly to?: string | null
  readonly value?: bigint | null
  readonly error?: string
  readonly calls?: readonly Call[]
}

const callSchema: z.ZodType<Call> = z.object({
  type: z.string(),
  to: address.nullish(),
  value: bigQuantity.nullish(),
  error: z.string().optional(),
  get calls() {
    return z.array(callSchema).optional()
  },
})
const traces = z.array(z.object({ txHash: hash, result: callSchema }))

/** Calls that move ether to their target. The others pass on the value of their caller. */
const movingTypes = new Set(['CALL', 'SELFDESTRUCT'])

const method = 'debug_traceBlockByHash'

/** Reads the ether that contracts sent from the traces of a block, in one request. */
export async function readContractTransfers(
  client: NodeClient,
  blockHash: string,
  named: NamedAddresses,
): Promise<Transfer[]> {
  const parsed = traces.safeParse(await client.callRpc(method, [blockHash, { tracer: 'callTracer' }]))
  if (!parsed.success) throw new ChainError('ETH', 'unreadable', method)
  return parsed.data.flatMap(({ txHash: txid, result }) => {
    const found: Transfer[] = []
    let index = 0
    /**
     * Visits a call and those below it. A failed call undoes those below it, but they are counted, so that all nodes give the same numbers.
     */
    const visit = (call: Call, isUndone: boolean) => {
      const isFailed = isUndone || call.error !== undefined
      const recipient = call.to == null ? undefined : named.get(call.to)
      const value = call.value ?? 0n
      if (index > 0 && !isFailed && recipient !== undefined && value > 0n && movingTypes.has(call.type))
        found.push({ txid, index, address: recipient, value, source: 'contract' })
      index += 1
      for (const each of call.calls ?? []) visit(each, isFailed)
    }
    visit(result, false)
    return found
  })
}
