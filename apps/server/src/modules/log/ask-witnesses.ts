import { findCosignedTime } from '@tradefront/rules/log/cosignature'
import { proveConsistency } from '@tradefront/rules/log/merkle-tree'
import { findSignatures, formatSignature, parseNote, parseSignatures } from '@tradefront/rules/log/signed-note'

import type { AppContext } from '../../context.ts'
import type { WitnessReply } from '../../gateways/log-witness-gateway.ts'
import type { LogWitness } from '../../platform/config/log-settings.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import {
  computeFromTiles,
  type Cosignature,
  findCheckpoint,
  findCosignedSize,
  insertCosignature,
  listCosignatures,
  type StoredCheckpoint,
} from './log-store.ts'

/** Sends the latest checkpoint to the witnesses that have not cosigned it. Run by a job on every server. */
export async function askWitnesses(context: AppContext): Promise<void> {
  const { db, config } = context
  const checkpoint = config.logWitnesses.length === 0 ? null : await findCheckpoint(db)
  if (checkpoint === null) return
  const cosigned = new Set((await listCosignatures(db, checkpoint.size)).map(({ witness }) => witness))
  await Promise.all(
    config.logWitnesses
      .filter(({ key }) => !cosigned.has(key.name))
      .map((witness) => askWitness(context, witness, checkpoint)),
  )
}

async function askWitness(context: AppContext, witness: LogWitness, checkpoint: StoredCheckpoint): Promise<void> {
  const { db, clock } = context
  const { name } = witness.key
  const first = await sendCheckpoint(context, witness, checkpoint, await findCosignedSize(db, name))
  // The witness knows better what it has cosigned last.
  const isOlder = first.kind === 'other_size' && first.size <= checkpoint.size
  const reply = isOlder ? await sendCheckpoint(context, witness, checkpoint, first.size) : first
  const cosignature = reply.kind === 'cosigned' ? readCosignature(witness, checkpoint, reply.lines) : null
  const subject = `witness:${name}`
  if (cosignature === null) {
    const detail = { size: checkpoint.size, reply: describeReply(reply) }
    await raiseAlert(db, { kind: 'log.not_cosigned', subject, detail }, clock.now())
    return
  }
  await insertCosignature(db, checkpoint.size, cosignature)
  await withdrawAlert(db, { kind: 'log.not_cosigned', subject }, clock.now())
}

async function sendCheckpoint(
  { db, logWitnessGateway }: AppContext,
  { url }: LogWitness,
  { size, note }: StoredCheckpoint,
  oldSize: number,
): Promise<WitnessReply> {
  const proof = await computeFromTiles(db, size, (read) => proveConsistency(read, oldSize, size))
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')
  return logWitnessGateway.addCheckpoint(url, `old ${oldSize}\n${lines}\n${note}`)
}

/** Returns null if the reply has no cosignature of this witness under the checkpoint. */
function readCosignature({ key }: LogWitness, { note }: StoredCheckpoint, lines: string): Cosignature | null {
  const parsed = parseNote(note)
  const signatures = parseSignatures(lines)
  if (parsed === null || signatures === null) return null
  for (const signature of findSignatures(signatures, key)) {
    const atMs = findCosignedTime({ text: parsed.text, signatures: [signature] }, key)
    if (atMs !== null) return { witness: key.name, line: formatSignature(signature), cosignedAt: new Date(atMs) }
  }
  return null
}

function describeReply(reply: WitnessReply): string {
  switch (reply.kind) {
    case 'cosigned':
      return 'no valid cosignature'
    case 'other_size':
      return `has cosigned ${reply.size} entries`
    case 'failed':
      return reply.reason
  }
}
