import { bankReaders, deskBankCalls, maxBankFileLength } from '@tradefront/contract/desk-bank'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import { type BankStatement, toAccount } from '../modules/deposits/bank/bank-payment.ts'
import { storeBankPayments } from '../modules/deposits/bank/bank-payment-store.ts'
import { listBankFormats, listBankPayments } from '../modules/deposits/bank/desk-query.ts'
import { parseBankCsv } from '../modules/deposits/bank/parse-bank-csv.ts'
import { parseCamt } from '../modules/deposits/bank/parse-camt.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { refuseByRule } from './refuse-by-rule.ts'

/** A larger file is refused in words. */
export const maxBankFileBytes = 16_000_000

/** Calls about the statements of our banks. */
export function bankRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    deskBankCalls.listBankPayments,
    async ({ query }) => ({
      ...okReply,
      ...(await listBankPayments(db, query.queue, query.before)),
    }),
    bankReaders,
  )
  registerDeskCall(
    app,
    context,
    deskBankCalls.listBankFormats,
    async () => ({ ...okReply, formats: await listBankFormats(db) }),
    bankReaders,
  )
  registerDeskCall(
    app,
    context,
    deskBankCalls.importBankStatement,
    async ({ body, secret }) => {
      const statements = readStatements(body)
      if (!statements.ok) return statements
      let [found, added] = [0, 0]
      for (const statement of statements.value) {
        const format = body.kind === 'csv' ? body.format : null
        const stored = await refuseByRule(storeBankPayments(db, secret, statement, format))
        if (typeof stored !== 'number') return stored
        found += statement.payments.length
        added += stored
      }
      return { ...okReply, found, added }
    },
    bankReaders,
    maxBankFileBytes,
  )
}

function readStatements(
  body: z.output<typeof deskBankCalls.importBankStatement.body>,
): Result<readonly BankStatement[], TextKey> {
  if (body.kind === 'camt') return parseCamt(body.text)
  if (body.text.length > maxBankFileLength) return refuse('desk_reconcile.too_large')
  const parsed = parseBankCsv(body.text, body.format)
  return parsed.ok ? ok([{ account: toAccount(body.account), payments: parsed.value }]) : parsed
}
