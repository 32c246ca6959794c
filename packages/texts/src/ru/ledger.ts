import type { ledger as en } from '../en/ledger.ts'

export const ledger: Record<keyof typeof en, string> = {}
