import { queryOptions } from '@tanstack/react-query'
import { logCalls } from '@tradefront/contract/log'
import type { PriceSource } from '@tradefront/contract/trade-view'
import { type Checkpoint, openCheckpoint } from '@tradefront/rules/log/checkpoint'
import { findCosignedTime } from '@tradefront/rules/log/cosignature'
import { type FetchFile, fetchCheckpoint, isContinuation } from '@tradefront/rules/log/read-log'
import { parseVerifierKey } from '@tradefront/rules/log/signed-note'
import * as z from 'zod/mini'

import { performCall } from '../../platform/api/perform-call.ts'
import { localStore } from '../../platform/storage/local-storage.ts'

/**
 * Result of the inspection of this log, or the problem with it. Checkpoints are those of this log, or the one that this browser saw last.
 */
export type LogVerdict =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'first' }
  | { readonly kind: 'continued' | 'forked'; readonly before: Checkpoint }
  | { readonly kind: 'other_key'; readonly beforeKey: string }

export type InspectedLog = {
  readonly verdict: LogVerdict
  readonly keyText: string
  /** Null: the log is not signed. */
  readonly checkpoint: Checkpoint | null
  readonly signedAtMs: number | null
  readonly witnesses: readonly { readonly name: string; readonly cosignedAtMs: number | null }[]
  readonly prices: PriceSource
}

const storageKey = 'log'
/** Log that this browser saw. The signed note is the proof of that. */
const keptLog = z.object({ key: z.string(), note: z.string() })

const timeoutMs = 15_000

const fetchFile: FetchFile = async (path, maxBytes) => {
  const response = await fetch(`/log/${path}`, { signal: AbortSignal.timeout(timeoutMs) })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`the log replies with status ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return bytes.length > maxBytes ? null : bytes
}

export const inspectLogQuery = queryOptions({
  queryKey: [logCalls.getLog.path],
  queryFn: inspectLog,
  // If it were loaded again, the log would be compared with itself.
  staleTime: Infinity,
})

/** Checks the signature of the log, and that it continues the one that this browser saw last. Null: the log is empty. */
async function inspectLog(): Promise<InspectedLog | null> {
  const { key: keyText, signedAtMs, witnessKeys, prices } = await performCall(logCalls.getLog, {})
  if (keyText === null) return null
  const key = parseVerifierKey(keyText)
  const opened = key && (await fetchCheckpoint(fetchFile, key))
  const known = { keyText, signedAtMs, prices }
  const keys = witnessKeys.map(parseVerifierKey).filter((each) => each !== null)
  if (!opened) return { ...known, verdict: { kind: 'unsigned' }, checkpoint: null, witnesses: [] }
  const { checkpoint, note, text } = opened
  const verdict = await judge(keyText, checkpoint)
  if (verdict.kind === 'first' || verdict.kind === 'continued')
    localStore.writeItem(storageKey, { key: keyText, note: text })
  const witnesses = keys.map((each) => ({ name: each.name, cosignedAtMs: findCosignedTime(note, each) }))
  return { ...known, verdict, checkpoint, witnesses }
}

async function judge(keyText: string, checkpoint: Checkpoint): Promise<LogVerdict> {
  const kept = localStore.readItem(storageKey, keptLog)
  const keptKey = kept && parseVerifierKey(kept.key)
  const before = kept && keptKey && openCheckpoint(kept.note, keptKey)
  if (!kept || !before) return { kind: 'first' }
  if (kept.key !== keyText) return { kind: 'other_key', beforeKey: kept.key }
  const isContinued = await isContinuation(fetchFile, before.checkpoint, checkpoint)
  return { kind: isContinued ? 'continued' : 'forked', before: before.checkpoint }
}
