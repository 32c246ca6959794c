import type { live as en } from '../en/live.ts'

export const live: Record<keyof typeof en, string> = {}
